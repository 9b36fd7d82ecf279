// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A "libtorch_cpu.so.7.77" and the part for it, which do what a test tells
// them: the core is started as it is by a real one, in milliseconds and under
// ThreadSanitizer.

#ifndef TENSOR_TIDY_TESTS_PROBE_FAKETORCH_H
#define TENSOR_TIDY_TESTS_PROBE_FAKETORCH_H

#include "core/Bridge.h"

/// Found with dlsym(): what the part's entry returns, and a function that it
/// calls first (null: none). Whoever sets them orders that with the start.
struct FakeTorch {
  int result;
  void (*attach)(const tensor_probe::CoreApi *core,
                 tensor_probe::PartStatus *status);
};
extern "C" FakeTorch fake_torch;

#endif // TENSOR_TIDY_TESTS_PROBE_FAKETORCH_H
