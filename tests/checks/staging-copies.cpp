// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Only dense memory goes from one device to another as it lies: everything else
// is copied into a contiguous tensor first.

// RUN: %clang_tidy -checks='-*,tensor-hidden-copy' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <torch/extension.h>

using at::Tensor;

void use(const Tensor &x);

void ways(int64_t n) {
  use(at::zeros({n, 8}).narrow(1, 0, 4).cuda());
  use(at::zeros({n, 8}, at::kCUDA).narrow(1, 0, 4).cpu());
  use(at::zeros({n, 8}).narrow(1, 0, 4).to(at::kCUDA));
  use(at::zeros({1, 8}).expand({n, 8}).to(at::Device(at::kCUDA)));
}
// CHECK: staging-copies.cpp:[[@LINE-5]]:41: warning: cuda copies 'at::zeros({n, 8}).narrow(1, 0, 4)' (about 4*n elements): its elements do not lie in one block
// CHECK: note: copied here: into a contiguous tensor on its own device, before the transfer
// CHECK: note: only dense memory is transferred as it lies
// CHECK: staging-copies.cpp:[[@LINE-7]]:52: warning: cpu copies
// CHECK: staging-copies.cpp:[[@LINE-7]]:41: warning: to copies
// CHECK: staging-copies.cpp:[[@LINE-7]]:40: warning: to copies 'at::zeros({1, 8}).expand({n, 8})' (about 8*n elements)

void intoAnother(int64_t n) {
  Tensor device = at::empty({n, 4}, at::kCUDA);
  device.copy_(at::zeros({4, n}).t());
  at::empty({4, n}, at::kCUDA).t().copy_(at::zeros({n, 4}));
}
// CHECK: staging-copies.cpp:[[@LINE-3]]:10: warning: copy_ copies 'at::zeros({4, n}).t()' (about 4*n elements): its elements do not lie as those of the tensor that it is copied to do
// CHECK: staging-copies.cpp:[[@LINE-3]]:36: warning: copy_ copies 'at::empty({4, n}, at::kCUDA).t()'
// CHECK: note: copied here: from a contiguous tensor on its own device, after the transfer

// Silent: dense, in whatever order.
void dense(int64_t n) {
  use(at::zeros({n, 8}).cuda());
  use(at::zeros({n, 8}).t().cuda());
  use(at::zeros({n, 8}, at::kCUDA).t().cpu());
  use(at::zeros({n, 8}).narrow(0, 0, 4).cuda());
  Tensor device = at::empty({n, 4}, at::kCUDA);
  device.copy_(at::zeros({n, 4}));
  device.t().copy_(at::zeros({n, 4}).t());
}

// Silent: on one device, or nobody knows on which.
void here(int64_t n, const Tensor &x) {
  Tensor host = at::empty({n, 4});
  host.copy_(at::zeros({4, n}).t());
  use(at::zeros({n, 8}).narrow(1, 0, 4).cpu());
  use(x.narrow(1, 0, 4).cuda());
  Tensor device = at::empty({n, 4}, at::kCUDA);
  device.copy_(at::zeros({4, n}, at::kCUDA).t());
}
