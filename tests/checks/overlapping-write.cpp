// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-overlapping-write' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>

void expanded(int64_t n, const at::Tensor &y) {
  auto e = at::zeros({1, n}).expand({4, n});
  e.add_(y);
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:5: warning: several elements of 'e' are one in memory: dimension 0 is expanded (its stride is 0); add_ throws [tensor-overlapping-write]
  // CHECK: overlapping-write.cpp:[[@LINE-3]]:30: note: 'e' gets strides [0, 1] here, by expand({4, n})
  // CHECK: overlapping-write.cpp:[[@LINE-3]]:5: note: clone() gives every element its own memory
}

void onOnePath(int64_t n, const at::Tensor &y, bool repeat) {
  auto e = at::zeros({4, n});
  if (repeat)
    e = at::zeros({1, n}).expand({4, n});
  e.copy_(y);
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:5: warning: several elements of 'e' are one in memory on some paths: dimension 0 is expanded (its stride is 0); copy_ throws
}

// libtorch does not ask these: they write every element of the mask.
void unasked(int64_t n, const at::Tensor &mask) {
  auto e = at::zeros({1, n}).expand({4, n});
  e.masked_fill_(mask, 1);
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:5: warning: several elements of 'e' are one in memory: dimension 0 is expanded (its stride is 0); what masked_fill_ writes to them depends on its order
}

// libtorch asks only whether a stride is 0.
void windows(const at::Tensor &x, const at::Tensor &y) {
  auto w = x.contiguous().unfold(0, 4, 2);
  w.add_(y);
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:5: warning: several elements of 'w' are one in memory: its strides make it so; what add_ writes to them depends on its order
}

void strided(const at::Tensor &y) {
  auto s = at::zeros({12}).as_strided({4, 4}, {2, 1});
  s += y;
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:3: warning: several elements of 's' are one in memory: its strides are [2, 1]; what operator+= writes to them depends on its order
}

void result(int64_t n, const at::Tensor &a, const at::Tensor &b) {
  auto e = at::empty({1, n}).expand({n, n});
  at::add_out(e, a, b);
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:3: warning: several elements of 'e' are one in memory: dimension 0 is expanded (its stride is 0); add_out throws
}

void itsOwnInput(at::Tensor x, const at::Tensor &w, const at::Tensor &rows) {
  at::mm_out(x, x, w);
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:3: warning: mm_out writes 'x' while it reads 'x': elements are overwritten before they are read
  // CHECK: overlapping-write.cpp:[[@LINE-2]]:3: note: read a clone(), or write into another tensor
  x.addmm_(w, x);
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:5: warning: addmm_ writes 'x' while it reads 'x'
  at::index_select_out(x, x, 0, rows);
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:3: warning: index_select_out writes 'x' while it reads 'x': this throws
  at::cat_out(x, {w, x});
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:3: warning: cat_out writes 'x' while it reads '{w, x}' from the same memory: this throws
}

void aPartOfIt(at::Tensor x) {
  x.sub_(x[0]);
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:5: warning: sub_ writes 'x' while it reads 'x[0]' from the same memory: this throws, or elements are overwritten before they are read
  x.sub_(x.select(1, 0).unsqueeze(1));
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:5: warning: sub_ writes 'x' while it reads 'x.select(1, 0).unsqueeze(1)'
}

void inAnotherOrder(at::Tensor x) {
  auto y = x.transpose(0, 1);
  x.copy_(y);
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:5: warning: copy_ writes 'x' while it reads 'y' from the same memory
}

void shifted(at::Tensor x, int64_t n) {
  x.narrow(0, 1, n).copy_(x.narrow(0, 0, n));
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:21: warning: copy_ writes 'x.narrow(0, 1, n)' while it reads 'x.narrow(0, 0, n)' from the same memory
  x.slice(0, 1).copy_(x.slice(0, 0, -1));
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:17: warning: copy_ writes 'x.slice(0, 1)' while it reads 'x.slice(0, 0, -1)'
  x.slice(0, 0, 4).copy_(x.slice(0, 3, 7));
  // CHECK: overlapping-write.cpp:[[@LINE-1]]:20: warning: copy_ writes 'x.slice(0, 0, 4)' while it reads 'x.slice(0, 3, 7)'
}

// Silent: every element has its own memory, or gets the same value however
// often it is written.
void apart(const at::Tensor &x, const at::Tensor &y, int64_t n) {
  auto e = at::zeros({1, n}).expand({4, n});
  e.zero_();
  e.fill_(1);
  e.clone().add_(y);
  auto w = x.contiguous().unfold(0, 4, 2);
  w.relu_();
  x.contiguous().unfold(0, 4, 4).add_(y);
  at::zeros({16}).as_strided({4, 4}, {4, 1}).add_(y);
  auto r = at::zeros({1, n}).expand({1, n});
  r.add_(y);
}
void unknownStrides(at::Tensor x, const at::Tensor &y) {
  x.add_(y);
  x.transpose(0, 1).add_(y);
}

// Silent: the very elements that are read are written, or others.
void sameElements(at::Tensor x, const at::Tensor &y, int64_t n) {
  x.add_(x);
  x.copy_(x);
  at::add_out(x, x, y);
  x.sub_(x.sum(0));
  x.copy_(x.transpose(0, 1).clone());
  TORCH_CHECK(x.is_contiguous());
  x.copy_(x.transpose(0, 1).contiguous());
  x.copy_(x.transpose(0, 1).reshape({-1}).view(x.sizes()));
  x[0].copy_(x[1]);
  x.slice(0, 4).copy_(x.slice(0, 0, 4));
  x.slice(0, 4).copy_(x.slice(0, 0, -4));
  x.narrow(0, n, 4).copy_(x.narrow(0, 0, 4));
  x.narrow(1, 1, n).copy_(x.narrow(0, 0, n));
}
void twoTensors(at::Tensor x, const at::Tensor &y, const at::Tensor &w) {
  at::mm_out(x, y, w);
  x.copy_(y.transpose(0, 1));
}
void theOneBefore(at::Tensor x, const at::Tensor &w) {
  at::Tensor before = x;
  for (int i = 0; i < 4; ++i) {
    at::Tensor now = at::empty({8, 8});
    at::mm_out(now, before, w);
    before = now;
  }
}
