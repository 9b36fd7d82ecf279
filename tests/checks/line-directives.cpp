// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A #line directive changes no place: findings, notes and fixes are where the
// text is that was read.

// RUN: %clang_tidy -checks='-*,tensor-*' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=grammar

#include <ATen/ATen.h>

#line 500 "grammar.y"
at::Tensor below(int64_t B, int64_t N) {
  at::Tensor x = at::zeros({B, N}).transpose(0, 1);
  return x.view({-1});
}
// CHECK: line-directives.cpp:16:12: warning: 'x' cannot be viewed
// CHECK: line-directives.cpp:15:18: note:
#line 17 "line-directives.cpp"
at::Tensor fine(int64_t B, int64_t N) {
  return at::zeros({B, N}).view({-1});
}
