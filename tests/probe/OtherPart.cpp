// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part of the probe's for a libtorch that is not the one in the process.

extern "C" int other_torch();

extern "C" int tensor_probe_part_attach(const void *, void *) {
  return other_torch();
}
