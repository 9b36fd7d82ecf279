// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies that make a tensor contiguous, as extensions write them, each beside
// a twin that does not.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <torch/extension.h>

using at::Tensor;

void launch(const float *data, int64_t count);
void launchTwo(const float *a, const float *b, int64_t count);
void launchInto(const float *in, float *out, int64_t count);
void launchMany(const float **data, int64_t count);
template <class T> void run(T *data, int64_t count);

//===- Idiom 8: contiguous() ----------------------------------------------===//

void assigned(Tensor x) {
  x = x.contiguous();
  launch(x.data_ptr<float>(), x.numel());
}
void discarded(Tensor x) {
  x.contiguous();
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: copies.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'discarded'
void reference(Tensor x) {
  const auto &dense = x.contiguous();
  launch(dense.data_ptr<float>(), x.numel());
}
void referenceOfTheOriginal(Tensor x) {
  const auto &dense = x.contiguous();
  const auto &same = x;
  launchTwo(same.data_ptr<float>(), dense.data_ptr<float>(), x.numel());
}
// CHECK: copies.cpp:[[@LINE-2]]:18: warning: 'x' is accessed{{.*}}'referenceOfTheOriginal'
void unlessContiguous(Tensor x) {
  if (!x.is_contiguous())
    x = x.contiguous();
  launch(x.data_ptr<float>(), x.numel());
}
void ifContiguous(Tensor x) {
  if (x.is_contiguous())
    x = x.contiguous();
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: copies.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'ifContiguous'
void inTheCall(Tensor x) { run<float>(x.contiguous().data_ptr<float>(), 1); }

static void kernel(const Tensor &x) {
  launch(x.data_ptr<float>(), x.numel());
}
static void kernelOf(const Tensor &x) {
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: copies.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'kernelOf'
// CHECK: note: called here by 'callsWithOriginal', which passes 'x' as it is
void callsWithCopy(Tensor x) { kernel(x.contiguous()); }
void callsWithOriginal(Tensor x) { kernelOf(x); }
struct Op {
  static void call(const Tensor &x) {
    launch(x.data_ptr<float>(), x.numel());
  }
};
void wrapper(Tensor x) { Op::call(x.contiguous()); }
static Tensor denseOf(const Tensor &x) {
  return x.is_contiguous() ? x : x.contiguous();
}
static Tensor sameAs(const Tensor &x) { return x; }
void helper(Tensor x) {
  Tensor y = denseOf(x);
  launch(y.data_ptr<float>(), x.numel());
}
void helperOfNothing(Tensor x) {
  Tensor y = sameAs(x);
  launch(y.data_ptr<float>(), x.numel());
}
// CHECK: copies.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'helperOfNothing'

//===- Idiom 9: MaybeOwned ------------------------------------------------===//

void expected(const Tensor &x) {
  auto dense = x.expect_contiguous();
  launch(dense->data_ptr<float>(), x.numel());
}
void expectedOfBoth(const Tensor &x, const Tensor &y) {
  c10::MaybeOwned<Tensor> a = x.expect_contiguous(), b = y.expect_contiguous();
  const Tensor &c = *b;
  launchTwo((*a).data_ptr<float>(), c.data_ptr<float>(), x.numel());
}
void expectedNotUsed(const Tensor &x) {
  auto dense = x.expect_contiguous();
  launch(x.data_ptr<float>(), dense->numel());
}
// CHECK: copies.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'expectedNotUsed'

//===- Idiom 10: containers -----------------------------------------------===//

void copiesInAList(const std::vector<Tensor> &inputs) {
  std::vector<Tensor> dense;
  for (const auto &t : inputs)
    dense.push_back(t.contiguous());
  for (size_t i = 0; i < dense.size(); ++i)
    launch(dense[i].data_ptr<float>(), dense[i].numel());
}
void pointersInAList(const std::vector<Tensor> &inputs) {
  std::vector<Tensor> dense;
  std::vector<const float *> pointers;
  for (const auto &t : inputs) {
    dense.emplace_back(t.contiguous());
    pointers.push_back(dense.back().data_ptr<float>());
  }
  launchMany(pointers.data(), pointers.size());
}
void replacedInPlace(std::vector<Tensor> inputs) {
  for (auto &t : inputs)
    t = t.contiguous();
  for (auto &t : inputs)
    launch(t.data_ptr<float>(), t.numel());
}
void replacedByIndex(Tensor x, Tensor y) {
  std::vector<Tensor> both = {x, y};
  for (size_t i = 0; i < both.size(); ++i)
    both[i] = both[i].contiguous();
  launchTwo(both[0].data_ptr<float>(), both[1].data_ptr<float>(), x.numel());
}
void listed(Tensor x, Tensor y) {
  std::vector<Tensor> both = {x.contiguous(), y.contiguous()};
  launchTwo(both[0].data_ptr<float>(), both[1].data_ptr<float>(), x.numel());
}
void listedOriginals(Tensor x, Tensor y) {
  std::vector<Tensor> both = {x.contiguous(), y};
  launchTwo(both[0].data_ptr<float>(), both[1].data_ptr<float>(), x.numel());
}
// CHECK: copies.cpp:[[@LINE-2]]:21: warning: 'y' is accessed{{.*}}'listedOriginals'

//===- Idiom 11: copy back ------------------------------------------------===//

void copiedBack(const Tensor &in, Tensor out) {
  TORCH_CHECK(in.is_contiguous());
  auto dense = out.contiguous();
  launchInto(in.data_ptr<float>(), dense.data_ptr<float>(), in.numel());
  if (!out.is_contiguous())
    out.copy_(dense);
}
void notCopiedAtAll(const Tensor &in, Tensor out) {
  TORCH_CHECK(in.is_contiguous());
  launchInto(in.data_ptr<float>(), out.data_ptr<float>(), in.numel());
}
// CHECK: copies.cpp:[[@LINE-2]]:40: warning: 'out' is accessed{{.*}}'notCopiedAtAll'

//===- Idiom 12: what is fresh and what is not ----------------------------===//

void fresh(Tensor x, Tensor y, int64_t n) {
  auto options = x.options();
  launch(at::empty({n, n}, options).data_ptr<float>(), n);
  launch(torch::zeros({n, n}).data_ptr<float>(), n);
  launch(at::cat({x, y}).data_ptr<float>(), n);
  auto sums = x.sum({0});
  launch(sums.data_ptr<float>(), n);
  auto product = at::matmul(at::zeros({n, 4}), at::zeros({4, n}));
  launch(product.data_ptr<float>(), n);
}
// The strides of the source are kept since libtorch 1.5.
void likeUnknown(Tensor x) {
  auto y = at::empty_like(x);
  launch(y.data_ptr<float>(), x.numel());
}
// CHECK: copies.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'likeUnknown'
void likeContiguous(Tensor x) {
  auto dense = x.contiguous();
  auto y = at::zeros_like(dense);
  launchInto(dense.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
void likeInRowMajorOrder(Tensor x) {
  auto y = at::empty_like(x, {}, at::MemoryFormat::Contiguous);
  launch(y.data_ptr<float>(), x.numel());
}
// A view or a copy: a view of what is not contiguous need not be.
void reshaped(Tensor x) {
  auto y = x.reshape({x.size(0), -1});
  launch(y.data_ptr<float>(), x.numel());
}
// CHECK: copies.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'reshaped'
void cloned(Tensor x) {
  auto y = x.clone(at::MemoryFormat::Contiguous);
  launch(y.data_ptr<float>(), x.numel());
}
void clonedAsItIs(Tensor x) {
  auto y = x.clone();
  launch(y.data_ptr<float>(), x.numel());
}
// CHECK: copies.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'clonedAsItIs'

//===- Optional tensors ---------------------------------------------------===//

#define CHECK_DENSE(x) TORCH_CHECK((x).is_contiguous(), #x " must be dense")

void optionalChecked(const c10::optional<Tensor> &bias) {
  Tensor b;
  if (bias.has_value()) {
    b = *bias;
    CHECK_DENSE(b);
  }
  launch(bias.has_value() ? b.data_ptr<float>() : nullptr, 1);
}
void optionalCheckedInPlace(const c10::optional<Tensor> &bias) {
  if (bias.has_value())
    CHECK_DENSE(bias.value());
  launch(bias ? bias->data_ptr<float>() : nullptr, 1);
}
void optionalChecksItself(c10::optional<Tensor> bias) {
  TORCH_CHECK(!bias.has_value() || bias->is_contiguous());
  const float *p = nullptr;
  if (bias.has_value())
    p = bias.value().data_ptr<float>();
  launch(p, 1);
}
void optionalCopied(c10::optional<Tensor> bias) {
  Tensor b;
  if (bias)
    b = bias->contiguous();
  launch(b.defined() ? b.data_ptr<float>() : nullptr, 1);
}
void optionalOrEmpty(const c10::optional<Tensor> &bias) {
  Tensor b = bias.has_value() ? bias.value().contiguous() : at::empty({0});
  launch(b.data_ptr<float>(), b.numel());
}
void optionalUnchecked(const c10::optional<Tensor> &bias, int64_t n) {
  Tensor b;
  if (bias.has_value()) {
    b = *bias;
    TORCH_CHECK(b.dim() == 2);
  }
  launch(bias.has_value() ? b.data_ptr<float>() : nullptr, n);
}
// CHECK: copies.cpp:[[@LINE-2]]:31: warning: 'bias' is accessed{{.*}}'optionalUnchecked'
void optionalOneLine(const c10::optional<Tensor> &bias, int64_t n) {
  launch(bias.has_value() ? bias->data_ptr<float>() : nullptr, n);
}
// CHECK: copies.cpp:[[@LINE-2]]:35: warning: 'bias' is accessed{{.*}}'optionalOneLine'

TORCH_LIBRARY(copies, m) {
  m.def("assigned", &assigned);
  m.def("discarded", &discarded);
  m.def("reference", &reference);
  m.def("referenceOfTheOriginal", &referenceOfTheOriginal);
  m.def("unlessContiguous", &unlessContiguous);
  m.def("ifContiguous", &ifContiguous);
  m.def("inTheCall", &inTheCall);
  m.def("callsWithCopy", &callsWithCopy);
  m.def("callsWithOriginal", &callsWithOriginal);
  m.def("wrapper", &wrapper);
  m.def("helper", &helper);
  m.def("helperOfNothing", &helperOfNothing);
  m.def("expected", &expected);
  m.def("expectedOfBoth", &expectedOfBoth);
  m.def("expectedNotUsed", &expectedNotUsed);
  m.def("copiesInAList", &copiesInAList);
  m.def("pointersInAList", &pointersInAList);
  m.def("replacedInPlace", &replacedInPlace);
  m.def("replacedByIndex", &replacedByIndex);
  m.def("listed", &listed);
  m.def("listedOriginals", &listedOriginals);
  m.def("copiedBack", &copiedBack);
  m.def("notCopiedAtAll", &notCopiedAtAll);
  m.def("fresh", &fresh);
  m.def("likeUnknown", &likeUnknown);
  m.def("likeContiguous", &likeContiguous);
  m.def("likeInRowMajorOrder", &likeInRowMajorOrder);
  m.def("reshaped", &reshaped);
  m.def("cloned", &cloned);
  m.def("clonedAsItIs", &clonedAsItIs);
  m.def("optionalChecked", &optionalChecked);
  m.def("optionalCheckedInPlace", &optionalCheckedInPlace);
  m.def("optionalChecksItself", &optionalChecksItself);
  m.def("optionalCopied", &optionalCopied);
  m.def("optionalOrEmpty", &optionalOrEmpty);
  m.def("optionalUnchecked", &optionalUnchecked);
  m.def("optionalOneLine", &optionalOneLine);
}
