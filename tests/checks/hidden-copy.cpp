// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-hidden-copy' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>

at::Tensor merged(int64_t B, int64_t N, int64_t C) {
  auto x = at::zeros({B, N, C}).transpose(1, 2);
  return x.reshape({B, C * N});
}
// CHECK: hidden-copy.cpp:[[@LINE-2]]:12: warning: reshape copies 'x' (about B*N*C elements): dimensions 1 and 2 were exchanged and cannot be merged [tensor-hidden-copy]
// CHECK: hidden-copy.cpp:[[@LINE-4]]:12: note: it is row-major here, by at::zeros({B, N, C})
// CHECK: hidden-copy.cpp:[[@LINE-5]]:33: note: 'x' gets strides [N*C, 1, C] here, by transpose(1, 2)

at::Tensor flat(int64_t B, int64_t N, int64_t C) {
  auto x = at::zeros({B, N, C}).permute({2, 0, 1});
  return x.flatten();
}
// CHECK: hidden-copy.cpp:[[@LINE-2]]:12: warning: flatten copies 'x' (about B*N*C elements)

at::Tensor inALoop(at::Tensor x) {
  auto y = x.contiguous().transpose(0, 1);
  at::Tensor sum = at::zeros({3});
  for (int i = 0; i < 8; ++i)
    sum += y.reshape({-1});
  return sum;
}
// CHECK: hidden-copy.cpp:[[@LINE-3]]:14: warning: reshape copies 'y'

at::Tensor elementOfAList(int64_t B, int64_t N) {
  std::vector<at::Tensor> parts =
      at::zeros({3, B, N}).transpose(1, 2).unbind(0);
  return parts[0].reshape({-1});
}
// CHECK: hidden-copy.cpp:[[@LINE-2]]:19: warning: reshape copies 'parts[0]' (about B*N elements)

// A channels-last input makes conv2d bring its weight to channels-last, too,
// and ordinary weights are not.
at::Tensor convolved(int64_t H, int64_t W, const at::Tensor &weight) {
  auto image = at::zeros({1, H, W, 3}).permute({0, 3, 1, 2});
  return at::conv2d(image, weight);
}
// CHECK: hidden-copy.cpp:[[@LINE-2]]:10: warning: conv2d copies 'weight' (about {{.*}} elements) on every call if it is row-major, as tensors are by default
// CHECK: note: 'image' gets strides

// Two operands of one call are one finding.
at::Tensor scores(int64_t B, int64_t N, int64_t H, int64_t D) {
  auto q = at::zeros({B, N, H, D}).transpose(1, 2);
  auto k = at::zeros({B, N, H, D}).transpose(1, 2);
  return at::matmul(q, k.transpose(-2, -1));
}
// CHECK: hidden-copy.cpp:[[@LINE-2]]:10: warning: matmul copies 'q' and 'k.transpose(-2, -1)' (about B*N*H*D elements and B*N*H*D elements)

// The tensors of a list, each by its name.
at::Tensor contracted(int64_t B, int64_t N, int64_t H, int64_t D) {
  auto q = at::zeros({B, N, H, D}).transpose(1, 2);
  auto k = at::zeros({B, H, N, D});
  return at::einsum("bhnd,bhmd->bhnm", {q, k});
}
// CHECK: hidden-copy.cpp:[[@LINE-2]]:10: warning: einsum copies 'q' (about B*N*H*D elements): the axes that its equation contracts have to be merged

// What to do about it: take a part first, keep one format.
at::Tensor partOfAll(int64_t B, int64_t N, int64_t C) {
  auto x = at::zeros({B, N, C}).transpose(1, 2);
  return x.reshape({B, C * N}).narrow(0, 0, 2);
}
// CHECK: hidden-copy.cpp:[[@LINE-2]]:12: warning: reshape copies 'x'
// CHECK: hidden-copy.cpp:[[@LINE-3]]:12: note: narrow reads a part of the result: taken of 'x' first, it is all that is copied
at::Tensor partAndAll(int64_t B, int64_t N, int64_t C) {
  auto x = at::zeros({B, N, C}).transpose(1, 2);
  auto y = x.reshape({B, C * N});
  return y.narrow(0, 0, 2).add(y);
}
// CHECK: hidden-copy.cpp:[[@LINE-3]]:14: warning: reshape copies 'x'
// CHECK: hidden-copy.cpp:[[@LINE-4]]:14: note: contiguous() before it copies as much
at::Tensor oneFormat(int64_t H, int64_t W) {
  auto image = at::zeros({1, 3, H, W});
  auto weight = at::zeros({8, 3, 3, 3}).contiguous(at::MemoryFormat::ChannelsLast);
  return at::conv2d(image, weight);
}
// CHECK: hidden-copy.cpp:[[@LINE-2]]:10: warning: conv2d copies 'image'
// CHECK: hidden-copy.cpp:[[@LINE-3]]:10: note: 'image', channels-last from where it is made on, is copied by nothing that takes that format

// Silent: a view is possible.
at::Tensor rowMajor(int64_t B, int64_t N, int64_t C) {
  auto x = at::zeros({B, N, C});
  return x.reshape({B, C * N});
}

// Silent: a dimension of size 1 is added, none are merged.
at::Tensor unsqueezed(int64_t B, int64_t N, int64_t C) {
  auto x = at::zeros({B, N, C}).transpose(1, 2);
  return x.reshape({B, C, N, 1});
}

// Silent: matrix multiplication takes a transposed operand as it is.
at::Tensor gemm(int64_t B, int64_t N) {
  auto x = at::zeros({B, N});
  return at::mm(x.t(), x);
}

// Silent: the copy is what the call asks for.
at::Tensor asked(at::Tensor x) { return x.t().contiguous(); }

// Silent: nothing is known of the argument.
at::Tensor unknown(at::Tensor x) { return x.reshape({-1}); }

// The weight's format is why the guarded input is the wrong one.
at::Tensor formatOfTheWeight(at::Tensor x) {
  TORCH_CHECK(x.dim() == 4 && x.is_contiguous());
  auto w = at::zeros({8, 4, 3, 3}).contiguous(at::MemoryFormat::ChannelsLast);
  auto unit = at::zeros({4, 8, 1, 1}).transpose(0, 1).contiguous(at::MemoryFormat::ChannelsLast);
  return at::conv2d(x, w) + at::conv2d(x, unit);
}
// CHECK: hidden-copy.cpp:[[@LINE-2]]:10: warning: conv2d copies 'x'
// CHECK: note: 'w' gets strides [36, 1, 12, 4] here
// CHECK: hidden-copy.cpp:[[@LINE-4]]:29: warning: conv2d copies 'x'
// CHECK: note: 'unit' gets strides [4, 1, 4, 4] here

// What is made in the call is made contiguous once for both.
void twice(int64_t B, int64_t N) {
  auto y = at::zeros({B, N, 4}).transpose(0, 1);
  y.reshape({-1}).sum(0);
  y.flatten().sum(0);
}
// CHECK: hidden-copy.cpp:[[@LINE-3]]:5: warning: reshape copies 'y'
// CHECK: note: 2 calls copy 'y': one contiguous() before them saves the others
// CHECK: hidden-copy.cpp:[[@LINE-4]]:5: warning: flatten copies 'y'

// t() of a vector is the vector, but who calls it has a matrix.
at::Tensor transposed(const at::Tensor &w) {
  TORCH_CHECK(w.is_contiguous());
  return w.t().reshape({-1});
}
// CHECK: hidden-copy.cpp:[[@LINE-2]]:16: warning: reshape copies 'w.t()' (about w.size(0)*w.size(1) elements): dimensions 0 and 1 were exchanged

// Silent: it is one.
at::Tensor vector(const at::Tensor &w) {
  TORCH_CHECK(w.dim() == 1 && w.is_contiguous());
  return w.t().reshape({-1});
}
