// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A flag that is asked twice by one name, and changed by another in between.
// Where the other name is not followed, both answers are possible the second
// time, so that nothing is proven.

// RUN: %clang_tidy -checks='-*,tensor-view-after-transpose' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>

#include <tuple>
#include <utility>

using at::Tensor;

static Tensor rows() { return at::zeros({4, 6, 8}); }

Tensor ofAParameter(bool copy) {
  Tensor y = rows();
  const bool &asked = copy;
  if (asked)
    y = y.transpose(0, 1);
  copy = !copy;
  return asked ? y.view({-1}) : y;
}
// CHECK: [[@LINE-2]]:20: warning: 'y' cannot be viewed as [192] on some paths:
struct Options {
  bool copy;
};
Tensor ofAField(Options options) {
  Tensor y = rows();
  const bool &asked = options.copy;
  if (asked)
    y = y.transpose(0, 1);
  options.copy = !options.copy;
  return asked ? y.view({-1}) : y;
}
// CHECK: [[@LINE-2]]:20: warning: 'y' cannot be viewed as [192] on some paths:
Tensor ofANumber(int mode) {
  Tensor y = rows();
  const int &asked = mode;
  if (asked == 1)
    y = y.transpose(0, 1);
  mode = 1;
  return asked == 1 ? y.view({-1}) : y;
}
// CHECK: [[@LINE-2]]:25: warning: 'y' cannot be viewed as [192] on some paths:
Tensor ofAnOptional(c10::optional<Tensor> bias) {
  Tensor y = rows();
  const c10::optional<Tensor> &asked = bias;
  if (!asked.has_value())
    y = y.transpose(0, 1);
  bias = c10::nullopt;
  return asked.has_value() ? y : y.view({-1});
}
// CHECK: [[@LINE-2]]:36: warning: 'y' cannot be viewed as [192] on some paths:
static const bool &same(const bool &flag) { return flag; }
Tensor ofAResult(bool copy) {
  Tensor y = rows();
  const bool &asked = same(copy);
  if (asked)
    y = y.transpose(0, 1);
  copy = !copy;
  return asked ? y.view({-1}) : y;
}
// CHECK: [[@LINE-2]]:20: warning: 'y' cannot be viewed as [192] on some paths:
Tensor ofALambdasParameter(bool copy) {
  Tensor y = rows();
  auto change = [&](const bool &asked) {
    if (asked)
      y = y.transpose(0, 1);
    copy = !copy;
    if (asked)
      y.view({-1});
  };
  change(copy);
  return y;
}
// CHECK: [[@LINE-5]]:9: warning: 'y' cannot be viewed as [192] on some paths:
// Nothing changes it: the reference is as good as the flag.
Tensor asGoodAsTheFlag(const bool copy) {
  Tensor y = rows();
  const bool &asked = copy;
  if (copy)
    y = y.transpose(0, 1);
  return asked ? y.view({-1}) : y;
}
// CHECK: [[@LINE-2]]:20: warning: 'y' cannot be viewed as [192]:
Tensor ofAPair(bool given) {
  Tensor y = rows();
  bool copy = given;
  std::pair<bool, bool &> changed{copy, copy};
  if (copy)
    y = y.transpose(0, 1);
  changed.second = true;
  return copy ? y.view({-1}) : y;
}
// CHECK: [[@LINE-2]]:19: warning: 'y' cannot be viewed as [192] on some paths:
Tensor ofATuple(bool given) {
  Tensor y = rows();
  bool copy = given;
  std::tuple<bool &> changed(copy);
  if (copy)
    y = y.transpose(0, 1);
  std::get<0>(changed) = true;
  return copy ? y.view({-1}) : y;
}
// CHECK: [[@LINE-2]]:19: warning: 'y' cannot be viewed as [192] on some paths:
// Another handle of the same tensor.
Tensor ofTheTensor(const Tensor &x) {
  Tensor y = rows(), same = x;
  if (x.requires_grad())
    y = y.transpose(0, 1);
  same.requires_grad_(true);
  return x.requires_grad() ? y.view({-1}) : y;
}
// CHECK: [[@LINE-2]]:32: warning: 'y' cannot be viewed as [192] on some paths:

// The reference is followed: the flag is set where it was not.
Tensor ofAVariable(bool given) {
  Tensor y = rows();
  bool copy = given;
  bool &changed = copy;
  if (copy)
    y = y.transpose(0, 1);
  changed = !changed;
  return copy ? y : y.view({-1});
}
// CHECK: [[@LINE-2]]:23: warning: 'y' cannot be viewed as [192]:
Tensor ofALambdasCapture(bool given) {
  Tensor y = rows();
  bool copy = given;
  auto change = [&changed = copy] { changed = !changed; };
  if (copy)
    y = y.transpose(0, 1);
  change();
  return copy ? y : y.view({-1});
}
// CHECK: [[@LINE-2]]:23: warning: 'y' cannot be viewed as [192]:
