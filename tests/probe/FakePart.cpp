// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FakeTorch.h"

extern "C" int tensor_probe_part_attach(const tensor_probe::CoreApi *core,
                                        tensor_probe::PartStatus *status) {
  if (fake_torch.attach != nullptr)
    fake_torch.attach(core, status);
  return fake_torch.result;
}
