// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Late.cpp loads.

#include <ATen/ATen.h>

extern "C" void work() {
  const at::Tensor wide = at::ones({64, 32});
  for (int i = 0; i < 100; ++i)
    wide.t().contiguous();
}
