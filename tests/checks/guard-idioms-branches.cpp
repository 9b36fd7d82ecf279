// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Branches that establish contiguity, with answers that are kept and conditions
// that are asked twice, each beside a twin that establishes nothing.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <ATen/TensorUtils.h>
#include <torch/extension.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

using at::Tensor;

void launch(const float *data, int64_t count);
void launchTwo(const float *a, const float *b, int64_t count);

//===- Idiom 7: branches --------------------------------------------------===//

double slowPath(const Tensor &x);
double fallback(const Tensor &x) {
  if (!x.is_contiguous())
    return slowPath(x);
  launch(x.data_ptr<float>(), x.numel());
  return 0;
}
double wrongFallback(const Tensor &x) {
  if (x.is_contiguous())
    return slowPath(x);
  launch(x.data_ptr<float>(), x.numel());
  return 0;
}
// CHECK: branches.cpp:[[@LINE-3]]:12: warning: 'x' is accessed{{.*}}'wrongFallback'
void fastPath(const Tensor &x, const Tensor &y) {
  if (x.is_contiguous() && y.is_contiguous())
    launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
void halfFastPath(const Tensor &x, const Tensor &y) {
  if (x.is_contiguous() && y.dim() == 2)
    launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
// CHECK: branches.cpp:[[@LINE-2]]:38: warning: 'y' is accessed{{.*}}'halfFastPath'
void ternary(const Tensor &x) {
  Tensor dense = x.is_contiguous() ? x : x.contiguous();
  launch(dense.data_ptr<float>(), x.numel());
}
void ternaryTheWrongWay(const Tensor &x) {
  Tensor dense = x.is_contiguous() ? x.contiguous() : x;
  launch(dense.data_ptr<float>(), x.numel());
}
// CHECK: branches.cpp:[[@LINE-2]]:16: warning: 'x' is accessed{{.*}}'ternaryTheWrongWay'

//===- Idiom 7: answers that are kept -------------------------------------===//

void keptAnswer(Tensor x) {
  bool dense = x.is_contiguous();
  TORCH_CHECK(dense, "dense only");
  launch(x.data_ptr<float>(), x.numel());
}
void keptAnswerMends(Tensor x) {
  const bool dense = x.is_contiguous();
  if (!dense)
    x = x.contiguous();
  launch(x.data_ptr<float>(), x.numel());
}
void keptAnswerOfBoth(Tensor x, Tensor y) {
  const bool fast = x.is_contiguous() && y.is_contiguous();
  if (fast)
    launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
// One flag decides twice: the pointer is taken where the copy was made.
void toggled(Tensor x, bool copy) {
  if (copy)
    x = x.contiguous();
  if (copy)
    launch(x.data_ptr<float>(), x.numel());
}
void toggledTheWrongWay(Tensor x, bool copy) {
  if (copy)
    x = x.contiguous();
  if (!copy)
    launch(x.data_ptr<float>(), x.numel());
}
// CHECK: branches.cpp:[[@LINE-2]]:14: warning: 'x' is accessed{{.*}}'toggledTheWrongWay'
void toggledByAnswer(Tensor x) {
  const bool dense = x.is_contiguous();
  Tensor copy;
  if (!dense)
    copy = x.contiguous();
  launch(dense ? x.data_ptr<float>() : copy.data_ptr<float>(), x.numel());
}

//===- Idiom 7: conditions that are asked twice ---------------------------===//

enum Mode { Plain, Packed };
void modeTwice(Tensor x, Mode mode) {
  if (mode == Packed)
    x = x.contiguous();
  if (mode == Packed)
    launch(x.data_ptr<float>(), x.numel());
}
void modeOnce(Tensor x, Mode mode) {
  if (mode == Packed)
    x = x.contiguous();
  if (mode == Plain)
    launch(x.data_ptr<float>(), x.numel());
}
// CHECK: branches.cpp:[[@LINE-2]]:14: warning: 'x' is accessed{{.*}}'modeOnce'
void optionalTwice(Tensor x, const c10::optional<Tensor> &mask) {
  if (mask.has_value())
    x = x.contiguous();
  if (!mask.has_value())
    return;
  launch(x.data_ptr<float>(), x.numel());
}
void deviceTwice(const Tensor &x) {
  Tensor y = x;
  if (x.is_cuda())
    y = x.contiguous();
  if (x.is_cuda())
    launch(y.data_ptr<float>(), x.numel());
}
// A counter is asked twice, and has changed in between.
void counterTwice(Tensor x, int n) {
  if (n == 0)
    x = x.contiguous();
  n = 0;
  if (n == 0)
    launch(x.data_ptr<float>(), x.numel());
}
// CHECK: branches.cpp:[[@LINE-2]]:14: warning: 'x' is accessed{{.*}}'counterTwice'
// The flag of one iteration says nothing of the next.
bool next();
void flagOfALoop(Tensor x, int n) {
  for (int i = 0; i < n; ++i) {
    const bool last = next();
    if (last)
      launch(x.data_ptr<float>(), x.numel());
    if (!last)
      x = x.contiguous();
  }
}
// CHECK: branches.cpp:[[@LINE-5]]:16: warning: 'x' is accessed{{.*}}'flagOfALoop'
static bool usable(const Tensor &x) { return x.dim() == 2 && x.is_contiguous(); }
void answerOfAHelper(Tensor x) {
  const bool fast = usable(x);
  if (!fast)
    x = x.contiguous();
  launch(x.data_ptr<float>(), x.numel());
}
void answersOfBoth(Tensor x, Tensor y) {
  auto ok = [](const Tensor &t) { return t.dim() == 2 && t.is_contiguous(); };
  TORCH_CHECK(ok(x) && ok(y), "two dense matrices");
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
struct Checker {
  void requireDense(const Tensor &t) const { TORCH_CHECK(t.is_contiguous()); }
  void requireMatrix(const Tensor &t) const { TORCH_CHECK(t.dim() == 2); }
};
void checkedByAMethod(Tensor x, const Checker &checker) {
  checker.requireDense(x);
  launch(x.data_ptr<float>(), x.numel());
}
void otherwiseCheckedByAMethod(Tensor x, const Checker &checker) {
  checker.requireMatrix(x);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: branches.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'otherwiseCheckedByAMethod'
void flagThatIsSet(Tensor x, Tensor y) {
  bool dense = true;
  if (!x.is_contiguous())
    dense = false;
  if (!y.is_contiguous())
    dense = false;
  if (dense)
    launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
void flagThatGathers(Tensor x, Tensor y) {
  bool dense = x.is_contiguous();
  dense &= y.is_contiguous();
  TORCH_CHECK(dense);
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
void flagThatIsSetTooLate(Tensor x) {
  bool dense = true;
  if (dense)
    launch(x.data_ptr<float>(), x.numel());
  if (!x.is_contiguous())
    dense = false;
}
// CHECK: branches.cpp:[[@LINE-4]]:14: warning: 'x' is accessed{{.*}}'flagThatIsSetTooLate'
void flagThatIsCleared(Tensor x) {
  bool dense = true;
  if (!x.is_contiguous())
    dense = false;
  dense = true;
  if (dense)
    launch(x.data_ptr<float>(), x.numel());
}
// CHECK: branches.cpp:[[@LINE-2]]:14: warning: 'x' is accessed{{.*}}'flagThatIsCleared'
void setsFlag(bool &dense);
void flagThatACalleeSets(Tensor x) {
  bool dense = true;
  if (!x.is_contiguous())
    dense = false;
  setsFlag(dense);
  if (dense)
    launch(x.data_ptr<float>(), x.numel());
}
// CHECK: branches.cpp:[[@LINE-2]]:14: warning: 'x' is accessed{{.*}}'flagThatACalleeSets'
static bool twoDimensions(const Tensor &x) { return x.dim() == 2; }
void answerOfAnother(Tensor x) {
  if (!twoDimensions(x))
    x = x.contiguous();
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: branches.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'answerOfAnother'

TORCH_LIBRARY(guards, m) {
  m.def("fallback", &fallback);
  m.def("wrongFallback", &wrongFallback);
  m.def("fastPath", &fastPath);
  m.def("halfFastPath", &halfFastPath);
  m.def("ternary", &ternary);
  m.def("ternaryTheWrongWay", &ternaryTheWrongWay);
  m.def("keptAnswer", &keptAnswer);
  m.def("keptAnswerMends", &keptAnswerMends);
  m.def("keptAnswerOfBoth", &keptAnswerOfBoth);
  m.def("toggled", &toggled);
  m.def("toggledTheWrongWay", &toggledTheWrongWay);
  m.def("toggledByAnswer", &toggledByAnswer);
  m.def("modeTwice", &modeTwice);
  m.def("modeOnce", &modeOnce);
  m.def("optionalTwice", &optionalTwice);
  m.def("deviceTwice", &deviceTwice);
  m.def("counterTwice", &counterTwice);
  m.def("flagOfALoop", &flagOfALoop);
  m.def("answerOfAHelper", &answerOfAHelper);
  m.def("answerOfAnother", &answerOfAnother);
  m.def("answersOfBoth", &answersOfBoth);
  m.def("checkedByAMethod", &checkedByAMethod);
  m.def("otherwiseCheckedByAMethod", &otherwiseCheckedByAMethod);
  m.def("flagThatIsSet", &flagThatIsSet);
  m.def("flagThatGathers", &flagThatGathers);
  m.def("flagThatIsSetTooLate", &flagThatIsSetTooLate);
  m.def("flagThatIsCleared", &flagThatIsCleared);
  m.def("flagThatACalleeSets", &flagThatACalleeSets);
}
