// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A header that is not there costs nothing but itself.
//
// RUN: not %clang_tidy -checks='-*,tensor-*' %s -- -std=c++17 \
// RUN:   -isystem %inputs/torch-mock 2>&1 | FileCheck %s

#include "no/such/header.h"
#include <torch/torch.h>
// CHECK-DAG: missing-header.cpp:[[@LINE-2]]:10: error: 'no/such/header.h' file not found

template <class T> at::Tensor instantiated(int64_t B, int64_t N) {
  return at::zeros({B, N}).t().view({-1});
}
template at::Tensor instantiated<int>(int64_t, int64_t);
// CHECK-DAG: missing-header.cpp:[[@LINE-3]]:32: warning: 'at::zeros({B, N}).t()' cannot be viewed

at::Tensor later(int64_t B, int64_t N) {
  auto x = no_such_function(B);
  auto y = at::zeros({B, N}).t();
  return y.view({-1});
}
// CHECK-DAG: missing-header.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed
