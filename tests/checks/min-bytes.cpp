// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Estimates in bytes, and the option that leaves small copies out: of a size
// that is not known it says nothing.

// RUN: %clang_tidy -checks='-*,tensor-hidden-copy,tensor-copy-in-loop' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SMALL --implicit-check-not=warning:
// RUN: %clang_tidy -checks='-*,tensor-hidden-copy,tensor-copy-in-loop' \
// RUN:   -config='{CheckOptions: {MinBytes: 4097}}' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK --implicit-check-not=warning:

#include <ATen/ATen.h>

at::Tensor small() {
  at::Tensor x = at::zeros({64, 16}, at::kFloat);
  return x.t().reshape({-1});
}
// SMALL: min-bytes.cpp:[[@LINE-2]]:16: warning: reshape copies '{{.*}}' (about 4096 bytes)

at::Tensor large() {
  at::Tensor x = at::zeros({64, 17}, at::kFloat);
  return x.t().reshape({-1});
}
// CHECK: min-bytes.cpp:[[@LINE-2]]:16: warning: reshape copies '{{.*}}' (about 4352 bytes)

// Of several operands of one call all bytes count.
at::Tensor severalSmall() {
  at::Tensor x = at::zeros({2, 16, 16, 2}, at::kFloat);
  return x.select(3, 0).bmm(x.select(3, 1));
}
// SMALL: min-bytes.cpp:[[@LINE-2]]:25: warning: bmm copies '{{.*}}' and '{{.*}}'
at::Tensor severalLarge() {
  at::Tensor x = at::zeros({3, 16, 16, 2}, at::kFloat);
  return x.select(3, 0).bmm(x.select(3, 1));
}
// CHECK: min-bytes.cpp:[[@LINE-2]]:25: warning: bmm copies '{{.*}}' and '{{.*}}'

at::Tensor symbolic(int64_t B, int64_t N) {
  at::Tensor x = at::zeros({B, N}, at::kDouble);
  return x.t().reshape({-1});
}
// CHECK: min-bytes.cpp:[[@LINE-2]]:16: warning: reshape copies '{{.*}}' (about 8*B*N bytes)

at::Tensor untyped(int64_t B, int64_t N) {
  at::Tensor x = at::zeros({B, N});
  return x.t().reshape({-1});
}
// CHECK: min-bytes.cpp:[[@LINE-2]]:16: warning: reshape copies '{{.*}}' (about B*N elements)

at::Tensor loop(at::Tensor y, int64_t n) {
  at::Tensor x = at::zeros({64, 16}, at::kFloat), z = at::zeros({64, n}, at::kFloat);
  for (int64_t i = 0; i < n; ++i) {
    y = y + x.t().contiguous();
    y = y + z.t().contiguous();
  }
  return y;
}
// SMALL: min-bytes.cpp:[[@LINE-5]]:19: warning: contiguous copies '{{.*}}' (4096 bytes), which does not change in the loop
// CHECK: min-bytes.cpp:[[@LINE-5]]:19: warning: contiguous copies '{{.*}}' (256*n bytes), which does not change in the loop
