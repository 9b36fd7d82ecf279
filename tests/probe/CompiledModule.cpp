// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library with the entry of AOTInductor's.

extern "C" __attribute__((visibility("default"))) int
AOTInductorModelContainerRun() {
  return 0;
}
