// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-memory-format-drift' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>
#include <ATen/TensorUtils.h>

using at::MemoryFormat;
using at::Tensor;

Tensor asksForRowMajor(const Tensor &x) {
  auto y = x.contiguous(MemoryFormat::ChannelsLast);
  TORCH_CHECK(y.is_contiguous(), "y must be contiguous");
  return y;
}
// CHECK: memory-format-drift.cpp:[[@LINE-3]]:3: warning: 'y' is channels-last here, and what is checked is that it is row-major: this throws [tensor-memory-format-drift]
// CHECK: memory-format-drift.cpp:[[@LINE-5]]:14: note: 'y' gets {{.*}}by contiguous(MemoryFormat::ChannelsLast)
// CHECK: memory-format-drift.cpp:[[@LINE-5]]:3: note: is_contiguous(at::MemoryFormat::ChannelsLast) accepts it; contiguous() before the check copies it

static void check(const Tensor &x, const Tensor &y) {
  if (!x.is_contiguous() || !y.is_contiguous())
    throw 1;
}
// CHECK: memory-format-drift.cpp:[[@LINE-3]]:7: warning: 'last' is channels-last here
// CHECK: memory-format-drift.cpp:[[@LINE+4]]:3: note: in the call of 'check' from 'inAHelper' here
void inAHelper(const Tensor &x, const Tensor &y) {
  auto last = x.contiguous(MemoryFormat::ChannelsLast);
  auto w = y.contiguous();
  check(last, w);
}

void byTheLibrary(const Tensor &x) {
  auto y = x.contiguous(MemoryFormat::ChannelsLast);
  at::checkContiguous("f", at::TensorGeometryArg(at::TensorArg(y, "y", 1)));
  // CHECK: memory-format-drift.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: 'y' is channels-last here
}

Tensor thereAndBack(const Tensor &x, const Tensor &w) {
  auto a = x.contiguous(MemoryFormat::ChannelsLast);
  auto b = a.contiguous();
  // CHECK: memory-format-drift.cpp:[[@LINE-1]]:14: warning: contiguous makes 'a' row-major, which was channels-last, and contiguous copies it to be channels-last again [tensor-memory-format-drift]
  // CHECK: memory-format-drift.cpp:[[@LINE+2]]:12: note: it is copied back here, by contiguous
  // CHECK: memory-format-drift.cpp:[[@LINE-3]]:14: note: contiguous(at::MemoryFormat::ChannelsLast) would copy nothing
  return b.contiguous(MemoryFormat::ChannelsLast);
}

Tensor betweenConvolutions(const Tensor &x, const Tensor &w0, const Tensor &v) {
  auto a = x.contiguous(MemoryFormat::ChannelsLast);
  auto w = w0.contiguous(MemoryFormat::ChannelsLast);
  auto y = at::conv2d(a, w);
  auto z = y.contiguous();
  // CHECK: memory-format-drift.cpp:[[@LINE-1]]:14: warning: contiguous makes 'y' row-major, which was channels-last, and conv2d copies it to be channels-last again
  return at::conv2d(z.add(z), w);
}

// Silent: the format fits, or nobody knows it.
void fits(const Tensor &x, const Tensor &u) {
  auto y = x.contiguous(MemoryFormat::ChannelsLast);
  TORCH_CHECK(y.is_contiguous(MemoryFormat::ChannelsLast));
  TORCH_CHECK(y.is_contiguous() || y.is_contiguous(MemoryFormat::ChannelsLast));
  TORCH_CHECK(x.is_contiguous());
  TORCH_CHECK(u.is_contiguous());
}
void fast(const Tensor &);
void aBranchIsNoCheck(const Tensor &x) {
  auto y = x.contiguous(MemoryFormat::ChannelsLast);
  if (!y.is_contiguous())
    fast(y);
  if (y.is_contiguous()) {
    fast(y);
    return;
  }
}
void itReturns(const Tensor &x) {
  auto y = x.contiguous(MemoryFormat::ChannelsLast);
  if (!y.is_contiguous())
    return;
  fast(y);
}
Tensor oneWay(const Tensor &x, const Tensor &w0) {
  auto a = x.contiguous(MemoryFormat::ChannelsLast);
  auto w = w0.contiguous(MemoryFormat::ChannelsLast);
  auto y = at::conv2d(a, w);
  return y.contiguous();
}
Tensor rowMajorAllAlong(const Tensor &x) {
  auto a = x.contiguous();
  return a.contiguous(MemoryFormat::ChannelsLast);
}
