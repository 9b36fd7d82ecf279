// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The option that leaves out what few loops repeat: of what is found outside of
// loops it says nothing.

// RUN: %clang_tidy -checks='-*,tensor-*' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,ONCE --implicit-check-not=warning:
// RUN: %clang_tidy -checks='-*,tensor-*' \
// RUN:   -config='{CheckOptions: {MinLoopDepth: 2}}' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK --implicit-check-not=warning:

#include <ATen/ATen.h>

at::Tensor copies(at::Tensor y, const at::Tensor &w, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    y = y.add(w.clone());
  // ONCE: min-loop-depth.cpp:[[@LINE-1]]:17: warning: clone copies 'w'{{.*}}, which does not change in the loop
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j)
      y = y.add(w.clone());
  // CHECK: min-loop-depth.cpp:[[@LINE-1]]:19: warning: clone copies 'w'{{.*}}, which does not change in the loop
  return y;
}

// The callee's own loop and the one around its call are two.
static float sumOf(const at::Tensor &x, int64_t n) {
  float total = 0;
  for (int64_t i = 0; i < n; ++i)
    total += x[i].item<float>();
  // CHECK: min-loop-depth.cpp:[[@LINE-1]]:19: warning: item reads 'x[i]' by itself in every iteration
  return total;
}
float sums(const at::Tensor &x, int64_t n) {
  float total = 0;
  for (int64_t i = 0; i < n; ++i)
    total += x[i].item<float>();
  // ONCE: min-loop-depth.cpp:[[@LINE-1]]:19: warning: item reads 'x[i]' by itself in every iteration
  for (int64_t i = 0; i < n; ++i)
    total += sumOf(x[i], n);
  return total;
}

at::Tensor grows(const at::Tensor &x, int64_t n) {
  at::Tensor all = at::zeros({0, 4});
  for (int64_t i = 0; i < n; ++i)
    all = at::cat({all, x[i]});
  // ONCE: min-loop-depth.cpp:[[@LINE-1]]:11: warning: cat copies all of 'all' in every iteration
  return all;
}

at::Tensor outside(int64_t B, int64_t N) {
  at::Tensor x = at::zeros({B, N});
  return x.t().reshape({-1});
  // CHECK: min-loop-depth.cpp:[[@LINE-1]]:16: warning: reshape copies '{{.*}}'
}
