// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-lost-write' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>

void contiguous(at::Tensor out, const at::Tensor &y) {
  out.contiguous().add_(y);
  // CHECK: lost-write.cpp:[[@LINE-1]]:20: warning: what add_ writes is lost for some layouts: contiguous makes a copy of 'out', which nobody reads [tensor-lost-write]
  // CHECK: lost-write.cpp:[[@LINE-2]]:7: note: the copy is made here, by contiguous()
  // CHECK: lost-write.cpp:[[@LINE-3]]:20: note: write into a variable and copy_() it back
}

void always(at::Tensor x) {
  auto t = x.contiguous().transpose(0, 1);
  t.reshape({-1}).zero_();
  // CHECK: lost-write.cpp:[[@LINE-1]]:19: warning: what zero_ writes is lost: reshape makes a copy of 't', which nobody reads
}

void chained(at::Tensor x, const at::Tensor &y) {
  x.flatten(1).add_(y).zero_();
  // CHECK: lost-write.cpp:[[@LINE-1]]:24: warning: what zero_ writes is lost for some layouts: flatten makes a copy of 'x'
}

void selected(at::Tensor x, const at::Tensor &rows) {
  x.index({rows}).zero_();
  // CHECK: lost-write.cpp:[[@LINE-1]]:19: warning: what zero_ writes is lost: index makes a copy of 'x', which nobody reads
  // CHECK: lost-write.cpp:[[@LINE-2]]:19: note: index_put_() writes into the tensor itself
}

static void inAHelper(at::Tensor x, const at::Tensor &y) {
  x.contiguous().add_(y);
  // CHECK: lost-write.cpp:[[@LINE-1]]:18: warning: what add_ writes is lost for some layouts
}
void callsIt(at::Tensor x, const at::Tensor &y) { inAHelper(x, y); }

// Silent: it is written where it should be, or read.
void views(at::Tensor x, at::Tensor out, const at::Tensor &y) {
  x.view({-1}).add_(y);
  x.t().zero_();
  x[0].zero_();
  auto c = out.contiguous();
  c.add_(y);
  out.copy_(c);
  TORCH_CHECK(x.is_contiguous());
  x.contiguous().add_(y);
  x.reshape({-1}).zero_();
  at::empty({2, 2}).zero_();
}
at::Tensor memberOf(const at::Tensor &x);
void ofAnUnknownCallee(at::Tensor x, const at::Tensor &y) { memberOf(x).add_(y).zero_(); }
at::Tensor read(at::Tensor x, const at::Tensor &y) { return x.contiguous().add_(y); }
