// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A function of the same file is analysed with what its caller hands over.

// RUN: %clang_tidy -checks='-*,tensor-*' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>
#include <torch/library.h>

#include <tuple>

static at::Tensor heads(const at::Tensor &x, int64_t H) {
  int64_t B = x.size(0), N = x.size(1), C = x.size(2);
  return x.view({B, N, H, C / H}).transpose(1, 2);
}

at::Tensor attend(int64_t B, int64_t N, int64_t C, int64_t H) {
  at::Tensor q = heads(at::zeros({B, N, C}), H);
  return q.view({B * H, N, C / H});
}
// CHECK: callees.cpp:[[@LINE-2]]:12: warning: 'q' cannot be viewed as [B*H, N, (C/H)]: dimensions 1 and 2 were exchanged
// CHECK: callees.cpp:[[@LINE-8]]:35: note: 'q' gets strides [N*C, (C/H), C, 1] here, by transpose(1, 2)

// What the callee does is told at its own place, with the call.
static at::Tensor merge(const at::Tensor &x) {
  return x.reshape({x.size(0), -1});
}
at::Tensor callsMerge(int64_t B, int64_t N, int64_t C) {
  return merge(at::zeros({B, N, C}).transpose(1, 2));
}
// CHECK: callees.cpp:[[@LINE-5]]:12: warning: reshape copies 'x' (about B*N*C elements): dimensions 1 and 2 were exchanged and cannot be merged
// CHECK: callees.cpp:[[@LINE-3]]:10: note: in the call of 'merge' from 'callsMerge' here

// Silent: this caller hands over what can be viewed.
static at::Tensor mergeRows(const at::Tensor &x) { return x.reshape({-1}); }
at::Tensor callsMergeRows(int64_t B, int64_t N) {
  return mergeRows(at::zeros({B, N}));
}

// Silent: the helper checks the tensor, whatever it is called.
static void requireDense(const at::Tensor &x) {
  TORCH_CHECK(x.is_contiguous(), "dense only");
}
double sumOf(const at::Tensor &x) {
  requireDense(x);
  const float *p = x.data_ptr<float>();
  double s = 0;
  for (int64_t i = 0; i < x.numel(); ++i)
    s += p[i];
  return s;
}

// Silent: the helper makes it contiguous through its reference.
static void makeDense(at::Tensor &x) { x = x.contiguous(); }
double sumOfMade(at::Tensor x) {
  makeDense(x);
  const float *p = x.data_ptr<float>();
  double s = 0;
  for (int64_t i = 0; i < x.numel(); ++i)
    s += p[i];
  return s;
}

// A helper that checks something else is no guard.
static void requireRank(const at::Tensor &x) { TORCH_CHECK(x.dim() == 2); }
double unguarded(const at::Tensor &x) {
  requireRank(x);
  const float *p = x.data_ptr<float>();
  double s = 0;
  for (int64_t i = 0; i < x.numel(); ++i)
    s += p[i];
  return s;
}
TORCH_LIBRARY(callees, m) { m.def("unguarded", &unguarded); }
// CHECK: callees.cpp:[[@LINE-7]]:22: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'unguarded' establishes it

// Several results, and recursion that ends.
static std::tuple<at::Tensor, at::Tensor> split(const at::Tensor &x) {
  return std::make_tuple(x.transpose(0, 1), x);
}
static at::Tensor deep(const at::Tensor &x, int n) {
  return n == 0 ? x : deep(x.transpose(0, 1), n - 1);
}
at::Tensor second(int64_t B, int64_t N) {
  auto [first, other] = split(at::zeros({B, N}));
  at::Tensor fine = other.view({-1});
  at::Tensor unknown = deep(fine, 3).reshape({-1});
  return first.view({-1});
}
// CHECK: callees.cpp:[[@LINE-2]]:16: warning: 'first' cannot be viewed as [B*N]: dimensions 0 and 1 were exchanged

// A function whose address is taken may be called with anything, so what is
// proven of it alone stands, whatever its one caller hands over.
static at::Tensor handler(const at::Tensor &x) {
  at::Tensor y = at::zeros({4, 6}).transpose(0, 1);
  return x.dim() == 7 ? y.view({-1}) : x;
}
at::Tensor (*Handlers[])(const at::Tensor &) = {handler};
at::Tensor callsHandler() { return handler(at::zeros({2, 3})); }
// CHECK: callees.cpp:[[@LINE-4]]:27: warning: 'y' cannot be viewed as
