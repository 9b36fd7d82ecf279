// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-as-strided-bounds' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>
#include <array>
#include <torch/library.h>
#include <vector>

at::Tensor beyondTheStorage() {
  auto x = at::zeros({12});
  return x.as_strided({4, 4}, {4, 1});
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:12: warning: as_strided reaches beyond 'x': it spans 16 elements of 12; this throws [tensor-as-strided-bounds]
}

at::Tensor byItsOffset() {
  auto x = at::zeros({12});
  return x.as_strided({4, 4}, {2, 1}, 3);
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:12: warning: as_strided reaches beyond 'x': it spans 13 elements of 12; this throws
}

at::Tensor ofSizes(int64_t n) {
  auto x = at::zeros({n, 3});
  return x.as_strided({n, 4}, {4, 1});
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:12: warning: as_strided reaches beyond 'x': it spans 4*n elements of 3*n; this throws
}

at::Tensor beyondAParameter(const at::Tensor &x) {
  TORCH_CHECK(x.is_contiguous());
  auto n = x.size(0), m = x.size(1);
  return x.view({n, m}).as_strided({n, 2, m}, {2 * m, m, 1});
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:25: warning: as_strided reaches beyond 'x.view({n, m})': it spans 2*n*m elements of n*m; this throws, or gives elements of another tensor
}

at::Tensor fromTheBeginning(const at::Tensor &x) {
  return x[1].as_strided({2, 2}, {2, 1}, 0);
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:15: warning: the offset that as_strided is given counts from the beginning of the storage, not of 'x[1]'
  // CHECK: as-strided-bounds.cpp:[[@LINE-2]]:15: note: without an offset it begins where 'x[1]' does
}

at::Tensor ofARow() {
  auto x = at::zeros({3, 4});
  return x[1].as_strided({3, 4}, {4, 1});
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:15: warning: as_strided reaches beyond 'x[1]': it spans 16 elements of 12; this throws
}

at::Tensor ofColumns(int64_t n, int64_t first) {
  auto x = at::zeros({n, 8});
  return x.narrow(1, first, 2).as_strided({n, 2}, {8, 1}, 0);
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:32: warning: the offset that as_strided is given counts from the beginning of the storage, not of 'x.narrow(1, first, 2)'
}

at::Tensor behindAView(const at::Tensor &x) {
  auto rows = x.slice(0, 2);
  return rows.t().as_strided({2, 2}, {2, 1}, 0);
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:19: warning: the offset that as_strided is given counts from the beginning of the storage, not of 'rows.t()'
}

// The rows are contiguous: this is no copy.
at::Tensor ofWhatWasContiguous() {
  auto w = at::zeros({3, 4});
  return w.slice(0, 1).contiguous().as_strided({2, 4}, {4, 1}, 0);
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:37: warning: the offset that as_strided is given counts from the beginning of the storage, not of 'w.slice(0, 1).contiguous()'
}

at::Tensor asIfRowMajor(const at::Tensor &x) {
  auto n = x.size(0), m = x.size(1), k = x.size(2);
  return x.as_strided({n, m, k}, {m * k, k, 1});
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:12: warning: as_strided takes 'x' to be row-major, but nothing in 'asIfRowMajor' establishes it
}
TORCH_LIBRARY(strided, m) { m.def("as_if_row_major", &asIfRowMajor); }

at::Tensor whichItIsNot(int64_t n, int64_t m) {
  auto x = at::zeros({n, m}).t();
  return x.as_strided({m, n}, {x.size(1), 1});
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:12: warning: as_strided takes 'x' to be row-major, which it is not
}

void arrays() {
  float four[4] = {1, 2, 3, 4};
  at::from_blob(four, {5});
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:3: warning: from_blob reaches beyond the memory at 'four': it spans 5 elements of 4
  // CHECK: as-strided-bounds.cpp:[[@LINE-2]]:3: note: nothing checks this
  at::from_blob(&four[1], {2, 2});
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:3: warning: from_blob reaches beyond the memory at '&four[1]': it spans 4 elements of 3
  float table[3][2] = {};
  at::from_blob(table, {3, 2}, {3, 1});
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:3: warning: from_blob reaches beyond the memory at 'table': it spans 8 elements of 6
  std::array<float, 3> three = {};
  at::from_blob(three.data(), {2, 2});
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:3: warning: from_blob reaches beyond the memory at 'three.data()': it spans 4 elements of 3
  float one = 1;
  at::from_blob(&one, {2});
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:3: warning: from_blob reaches beyond the memory at '&one': it spans 2 elements of 1
}

void vectors(int64_t n, const at::Tensor &x) {
  std::vector<float> v(n);
  at::from_blob(v.data(), {n, 2});
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:3: warning: from_blob reaches beyond the memory at 'v.data()': it spans 2*n elements of n
  std::vector<float> w = {1, 2, 3};
  for (float &f : w)
    f += 1;
  at::from_blob(w.data(), {2, 2});
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:3: warning: from_blob reaches beyond the memory at 'w.data()': it spans 4 elements of 3
  auto c = x.contiguous();
  at::from_blob(c.data_ptr<float>(), {c.numel(), 2});
  // CHECK: as-strided-bounds.cpp:[[@LINE-1]]:3: warning: from_blob reaches beyond the memory at 'c.data_ptr<float>()'
}

// Silent: it fits, or nobody knows.
void fits(const at::Tensor &x, at::Tensor y, int64_t n, int64_t stride) {
  auto z = at::zeros({12});
  z.as_strided({3, 4}, {4, 1});
  z.as_strided({4, 4}, {2, 1}, 2);
  z.as_strided({n, 4}, {4, 1});
  x.as_strided({4, 4}, {4, 1});
  x.as_strided({x.size(0), x.size(1)}, {stride, 1});
  x.as_strided({x.size(0), 2}, {2 * x.stride(0), x.stride(0)});
  x[1].as_strided({2, 2}, {2, 1});
  x[0].as_strided({2, 2}, {2, 1}, 0);
  x.as_strided({2, 2}, {2, 1}, 5);
  auto w = at::zeros({3, 4});
  w[1].as_strided({2, 4}, {4, 1});
  w[1].as_strided({2, 4}, {4, 1}, 4);
  w.slice(0, 1).narrow(1, 1, 2).as_strided({2, 2}, {4, 1}, 5);
  w.slice(1, 1).contiguous().as_strided({3, 3}, {3, 1}, 0);
  x.slice(0, 1).clone().as_strided({2, 2}, {2, 1}, 0);
  y = y.contiguous();
  y.as_strided({y.size(0), y.size(1)}, {y.size(1), 1});
}
void blobsThatFit(int64_t n, std::vector<float> given) {
  float four[4] = {};
  at::from_blob(four, {2, 2});
  at::from_blob(four, {4, 4}, at::TensorOptions());
  double two[2] = {};
  at::from_blob(two, {4});
  std::vector<float> v(n);
  at::from_blob(v.data(), {n});
  std::vector<float> grown(2);
  grown.push_back(n);
  at::from_blob(grown.data(), {3});
  std::vector<float> counted(n);
  n = n * 2;
  at::from_blob(counted.data(), {n, 2});
  at::from_blob(given.data(), {n, 2});
  float *unknown = given.data();
  at::from_blob(unknown, {n, 2});
}
