// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-discarded-result' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>

void contiguous(at::Tensor grad, at::Tensor x) {
  grad.contiguous();
  // CHECK: discarded-result.cpp:[[@LINE-1]]:8: warning: nobody takes the result of contiguous: 'grad' stays as it is [tensor-discarded-result]
  // CHECK: discarded-result.cpp:[[@LINE-2]]:8: note: a tensor is not changed by contiguous; assign what it returns
  x = x.contiguous();
}

void eachKind(const at::Tensor &x, int64_t n) {
  x.view({n, -1});
  // CHECK: discarded-result.cpp:[[@LINE-1]]:5: warning: nobody takes the result of view: 'x' stays
  x.reshape({n, -1});
  // CHECK: discarded-result.cpp:[[@LINE-1]]:5: warning: nobody takes the result of reshape: 'x' stays
  x.to(at::kDouble);
  // CHECK: discarded-result.cpp:[[@LINE-1]]:5: warning: nobody takes the result of to: 'x' stays
  x.clone();
  // CHECK: discarded-result.cpp:[[@LINE-1]]:5: warning: nobody takes the result of clone: 'x' stays
  if (n > 2)
    x.transpose(0, 1);
  // CHECK: discarded-result.cpp:[[@LINE-1]]:7: warning: nobody takes the result of transpose: 'x' stays
}

void inALambda(const at::Tensor &x) {
  [&] { x.contiguous(); }();
  // CHECK: discarded-result.cpp:[[@LINE-1]]:11: warning: nobody takes the result of contiguous: 'x' stays
}

void twice(const at::Tensor &x) {
  x.contiguous().view({-1});
  // CHECK: discarded-result.cpp:[[@LINE-1]]:18: warning: nobody takes the result of view
}

static void inAHelper(const at::Tensor &x) {
  x.contiguous();
  // CHECK: discarded-result.cpp:[[@LINE-1]]:5: warning: nobody takes the result of contiguous: 'x' stays
}
void callsIt(const at::Tensor &x) { inAHelper(x); }

#define EXPECT_NO_THROW(statement)                                             \
  if (true) {                                                                  \
    statement;                                                                 \
  }

struct Holder {
  at::Tensor held = at::empty({2, 2}).view({-1});
};
at::Tensor defaulted(at::Tensor x = at::empty({2, 2}).t()) { return x; }

// Silent: it is taken, it changes the tensor, it is thrown away on purpose, or
// it computes something.
at::Tensor use(const at::Tensor &);
at::Tensor taken(at::Tensor x, at::Tensor out) {
  x.add_(out);
  x.transpose_(0, 1);
  x.requires_grad_();
  out.copy_(x.contiguous());
  use(x.contiguous());
  auto y = x.t();
  (void)x.contiguous();
  EXPECT_NO_THROW(x.view({-1}));
  at::matmul(x, y);
  x.view({-1}).add_(out);
  auto last = [&] { return x.contiguous(); };
  return last().sum({0}), x.view({-1});
}
