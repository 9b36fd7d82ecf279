// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FakeTorch.h"

FakeTorch fake_torch{tensor_probe::kAttachNotYet, nullptr};
