// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of this version hold for what includes the mock headers. They do
// not include this file, nor does ATen/ATen.h of a libtorch include its own.

#define TORCH_VERSION_MAJOR 1
#define TORCH_VERSION_MINOR 13
