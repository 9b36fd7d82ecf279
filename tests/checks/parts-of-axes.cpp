// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A part of an axis may be 1 where the axis is not: what happens to all other
// parts is likely, never proven.

// RUN: %clang_tidy -checks='-*,tensor-view-after-transpose,tensor-hidden-copy' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>

at::Tensor tail(at::Tensor x) {
  TORCH_CHECK(x.dim() == 2);
  return x.contiguous().slice(1, 1).reshape({-1});
}
// CHECK: parts-of-axes.cpp:[[@LINE-2]]:37: warning: reshape copies 'x.contiguous().slice(1, 1)'
// CHECK-SAME: dimensions 0 and 1 {{.*}} cannot be merged

at::Tensor chunk(at::Tensor x) {
  TORCH_CHECK(x.dim() == 3);
  return x.contiguous().chunk(2, 1)[0].view({-1});
}
// CHECK: parts-of-axes.cpp:[[@LINE-2]]:40: warning: 'x.contiguous().chunk(2, 1)[0]' cannot be viewed as

// Of one axis there is nothing to merge; the first axis may be cut.
at::Tensor silent(at::Tensor x, at::Tensor y) {
  TORCH_CHECK(x.dim() == 1 && y.dim() == 2);
  auto a = x.contiguous().slice(0, 1).reshape({-1});
  return y.contiguous().slice(0, 1).reshape({-1}) + a;
}

// Half of the sizes are even, and then it is a view.
at::Tensor everySecond(at::Tensor x) {
  TORCH_CHECK(x.dim() == 3);
  return x.contiguous().slice(1, 0, x.size(1), 2).reshape({-1, x.size(2)});
}
// CHECK: parts-of-axes.cpp:[[@LINE-2]]:51: warning: reshape may copy

// A claim that follows from an undecided copy is no more than likely.
void after(at::Tensor x) {
  TORCH_CHECK(x.dim() == 2);
  at::Tensor y = x.contiguous().slice(1, 1).reshape({-1});
  y.view({x.size(0), x.size(1) - 1}).t().view({-1});
}
// CHECK: parts-of-axes.cpp:[[@LINE-3]]:45: warning: reshape copies
// CHECK: parts-of-axes.cpp:[[@LINE-3]]:42: warning:

// A part of a part is smaller than the whole.
at::Tensor tailOfTail(at::Tensor x) {
  TORCH_CHECK(x.dim() == 3);
  return x.contiguous().slice(1, 1).slice(1, 1).reshape({-1});
}
// CHECK: parts-of-axes.cpp:[[@LINE-2]]:49: warning: reshape copies

// The element whose size fits is meant; if none does, the call throws for that.
at::Tensor fits(at::Tensor y) {
  auto parts = at::zeros({6, 10, 3}).transpose(2, 1).chunk(3, 2);
  return parts[1].reshape({6, 12});
}
// CHECK: parts-of-axes.cpp:[[@LINE-2]]:19: warning: reshape copies 'parts[1]'

at::Tensor fitsAsItIs(at::Tensor y) {
  auto parts = at::zeros({6, 10, 3}).transpose(2, 1).chunk(3, 2);
  return parts[1].reshape({6, 3, 4});
}

// to() may give its operand back, whose rows have gaps, or make a copy, which
// has none. In both the axes have been exchanged.
at::Tensor maybeConverted() {
  auto x = at::zeros({4, 20}).narrow(1, 0, 10);
  return x.to(at::kDouble).view({40});
}
// CHECK: parts-of-axes.cpp:[[@LINE-2]]:28: warning: 'x.to(at::kDouble)' cannot be viewed as [40] on some paths
at::Tensor exchangedInBoth() {
  auto x = at::zeros({4, 20}).narrow(1, 0, 10).t();
  return x.to(at::kDouble).view({40});
}
// CHECK: parts-of-axes.cpp:[[@LINE-2]]:28: warning: 'x.to(at::kDouble)' cannot be viewed as [40]: dimensions 0 and 1
