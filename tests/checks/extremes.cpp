// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numbers that no tensor has are no reason to stop, to take long or to be
// taken for others.

// RUN: %clang_tidy -checks='-*,tensor-*' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>

#include <cstdint>

at::Tensor ranks(const at::Tensor &x) {
  TORCH_CHECK(x.dim() != 100 && x.dim() <= 4000000000 && x.dim() >= -5);
  if (x.dim() == 1000000000 || x.dim() == 4294967298 || x.dim() > 64)
    return x;
  at::Tensor y = at::zeros({x.size(0), 4});
  return y.transpose(0, 1).view({-1});
}
// CHECK: extremes.cpp:[[@LINE-2]]:28: warning: 'y.transpose(0, 1)' cannot be viewed as

at::Tensor slices(int64_t B, int64_t N) {
  at::Tensor x = at::zeros({B, N, 6});
  at::Tensor a = x.slice(2, INT64_MIN, INT64_MAX), b = x.slice(1, INT64_MAX);
  at::Tensor c = x.slice(2, 1, 5).slice(1, INT64_MIN, -1).narrow(0, 0, 1);
  at::Tensor d = b.select(2, 0).add(c.unfold(2, 2, INT64_MAX));
  return d.dim() == INT64_MIN ? d : a.transpose(0, 1).view({-1});
}
// CHECK: extremes.cpp:[[@LINE-2]]:55: warning: 'a.transpose(0, 1)' cannot be viewed as [6*B*N]
