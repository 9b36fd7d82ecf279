// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Code that knows the strides, as extensions write it, each beside a twin that
// knows too little.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <ATen/TensorIterator.h>
#include <torch/extension.h>

#include <cstdio>

using at::Tensor;

void launch(const float *data, int64_t count);
void launchStrided(const float *data, int64_t n, int64_t row, int64_t inner);
void launchRows(const float *data, int64_t n, int64_t row);
void launchSteps(const float *data, const int64_t *strides, int64_t n);
void launchEither(const float *data, int64_t n, bool dense);

//===- Idiom 13: accessors ------------------------------------------------===//

float accessed(const Tensor &x) {
  auto a = x.accessor<float, 2>();
  return a[0][1];
}
void packed(const Tensor &x) {
  auto a = x.packed_accessor32<float, 2>();
  auto b = x.packed_accessor64<float, 2>();
}
float accessorBesideAPointer(const Tensor &x, const Tensor &y) {
  auto a = x.accessor<float, 2>();
  launch(y.data_ptr<float>(), y.numel());
  return a[0][1];
}
// CHECK: strides.cpp:[[@LINE-3]]:12: warning: 'y' is accessed{{.*}}'accessorBesideAPointer'

//===- Idiom 13: TensorIterator -------------------------------------------===//

void iterated(const Tensor &x, Tensor &out) {
  auto iter = at::TensorIteratorConfig().add_output(out).add_input(x).build();
  iter.for_each([](char **data, const int64_t *strides, int64_t n) {
    for (int64_t i = 0; i < n; ++i)
      *(float *)(data[0] + i * strides[0]) = *(float *)(data[1] + i * strides[1]);
  });
}

//===- Idioms 13 and 14: strides that go along ----------------------------===//

void allStrides(const Tensor &x) {
  TORCH_CHECK(x.dim() == 2);
  launchStrided(x.data_ptr<float>(), x.numel(), x.stride(0), x.stride(1));
}
void stridesAsAList(const Tensor &x) {
  launchSteps(x.data_ptr<float>(), x.strides().data(), x.numel());
}
void stridesInLocals(const Tensor &x) {
  TORCH_CHECK(x.dim() == 2);
  const int row = x.stride(0), inner = x.stride(1);
  launchStrided(x.data_ptr<float>(), x.numel(), row, inner);
}
// The row's stride goes along, the inner one is assumed.
void onlyTheRow(const Tensor &x) {
  TORCH_CHECK(x.dim() == 2);
  launchRows(x.data_ptr<float>(), x.numel(), x.stride(0));
}
// CHECK: strides.cpp:[[@LINE-2]]:16: warning: 'x' is accessed{{.*}}'onlyTheRow'
void onlyTheRowBySizes(const Tensor &x) {
  int64_t n = x.size(0), m = x.size(1);
  launchRows(x.data_ptr<float>(), n * m, x.stride(0));
}
// CHECK: strides.cpp:[[@LINE-2]]:16: warning: 'x' is accessed{{.*}}'onlyTheRowBySizes'
void rowAndInnerCheck(const Tensor &x) {
  TORCH_CHECK(x.dim() == 2 && x.stride(-1) == 1, "rows must be dense");
  launchRows(x.data_ptr<float>(), x.numel(), x.stride(0));
}
#define CHECK_LAST_DIM(x) TORCH_CHECK((x).stride((x).dim() - 1) == 1, "inner")
void rowAndInnerMacro(const Tensor &x) {
  TORCH_CHECK(x.dim() == 2);
  CHECK_LAST_DIM(x);
  launchRows(x.data_ptr<float>(), x.numel(), x.stride(0));
}
// The inner check alone says nothing of the rows.
void onlyTheInnerCheck(const Tensor &x) {
  TORCH_CHECK(x.dim() == 2 && x.stride(-1) == 1, "rows must be dense");
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: strides.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'onlyTheInnerCheck'
void innerCheckOfUnknownRank(const Tensor &x) {
  TORCH_CHECK(x.stride(-1) == 1, "rows must be dense");
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: strides.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'innerCheckOfUnknownRank'
// Who asks for the first one knows that it is the only one.
void firstCheckOfUnknownRank(const Tensor &x) {
  TORCH_CHECK(x.stride(0) == 1);
  launch(x.data_ptr<float>(), x.numel());
}
void firstCheckOfTwo(const Tensor &x) {
  TORCH_CHECK(x.dim() == 2 && x.stride(0) == 1);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: strides.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'firstCheckOfTwo'
// In one dimension it says everything.
void innerCheckOfOneDimension(const Tensor &x) {
  TORCH_CHECK(x.dim() == 1 && x.stride(0) == 1);
  launch(x.data_ptr<float>(), x.numel());
}
// Heads and batches travel, the rest is checked, as in attention kernels.
void attention(const Tensor &q) {
  TORCH_CHECK(q.dim() == 4 && q.stride(-1) == 1);
  launchStrided(q.data_ptr<float>(), q.numel(), q.stride(0), q.stride(1) + q.stride(2));
}
void attentionForgets(const Tensor &q) {
  TORCH_CHECK(q.dim() == 4 && q.stride(-1) == 1);
  launchStrided(q.data_ptr<float>(), q.numel(), q.stride(0), q.stride(1));
}
// CHECK: strides.cpp:[[@LINE-2]]:19: warning: 'q' is accessed{{.*}}'attentionForgets'
void stridesOfAnother(const Tensor &x, const Tensor &y) {
  TORCH_CHECK(x.dim() == 2 && y.dim() == 2);
  launchStrided(x.data_ptr<float>(), x.numel(), y.stride(0), y.stride(1));
}
// CHECK: strides.cpp:[[@LINE-2]]:19: warning: 'x' is accessed{{.*}}'stridesOfAnother'

//===- Shapes as lists, and axes of one element ---------------------------===//

#define CHECK_SHAPE(x, ...)                                                    \
  TORCH_CHECK(x.sizes() == at::IntArrayRef({__VA_ARGS__}), #x " has no shape")

// An axis of one element may have any stride.
void bias(const Tensor &x, int n) {
  TORCH_CHECK(x.stride(-1) == 1 || x.size(-1) == 1);
  CHECK_SHAPE(x, n);
  launch(x.data_ptr<float>(), n);
}
void biasThatMayBeMissing(const at::optional<Tensor> &bias, int n) {
  if (bias.has_value()) {
    auto x = bias.value();
    CHECK_SHAPE(x, n);
    TORCH_CHECK(x.size(0) <= 1 || x.stride(0) == 1);
  }
  launch(bias.has_value() ? bias.value().data_ptr<float>() : nullptr, n);
}
void listsOfStrides(const Tensor &x, int n) {
  TORCH_CHECK(x.sizes() == at::IntArrayRef({n, 4}) &&
              x.strides().equals({4, 1}));
  launch(x.data_ptr<float>(), n);
}
// Not dense, but the numbers are there.
void otherStrides(const Tensor &x, int n) {
  TORCH_CHECK(x.sizes() == at::IntArrayRef({n, 4}) &&
              x.strides().equals({5, 1}));
  launch(x.data_ptr<float>(), n);
}
void twoAxes(const Tensor &x, int n, int m) {
  TORCH_CHECK(x.stride(-1) == 1 || x.size(-1) == 1);
  CHECK_SHAPE(x, n, m);
  launch(x.data_ptr<float>(), n);
}
// CHECK: strides.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'twoAxes'
void anotherAxis(const Tensor &x, int n, int m) {
  TORCH_CHECK(x.stride(1) == 1 || x.size(0) == 1);
  CHECK_SHAPE(x, n, m);
  launchRows(x.data_ptr<float>(), n, x.stride(0));
}
// CHECK: strides.cpp:[[@LINE-2]]:16: warning: 'x' is accessed{{.*}}'anotherAxis'
void anyShapeButOne(const Tensor &x, int n) {
  TORCH_CHECK(x.stride(-1) == 1 && x.sizes() != at::IntArrayRef({n}));
  launch(x.data_ptr<float>(), n);
}
// CHECK: strides.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'anyShapeButOne'

//===- Idiom 13: a struct of parameters -----------------------------------===//

struct Params {
  const float *q_ptr;
  const float *k_ptr;
  int64_t q_row_stride, q_head_stride;
  int64_t n;
};
void launchParams(const Params &params);

void parameters(const Tensor &q) {
  TORCH_CHECK(q.dim() == 3 && q.stride(-1) == 1);
  Params params;
  params.q_ptr = q.data_ptr<float>();
  params.q_row_stride = q.stride(-3);
  params.q_head_stride = q.stride(-2);
  launchParams(params);
}
static void setParams(Params &params, const Tensor &q) {
  params = {};
  params.q_ptr = q.data_ptr<float>();
  params.q_row_stride = q.stride(0);
  params.q_head_stride = q.stride(1);
}
void parametersSetElsewhere(const Tensor &q) {
  TORCH_CHECK(q.dim() == 3 && q.stride(-1) == 1);
  Params params;
  setParams(params, q);
  launchParams(params);
}
// Each is judged by what its callers check beside the strides that it takes.
template <class T> struct Heads {
  const T *q_ptr;
  int q_stride_0, q_stride_1, q_stride_2, n;
};
void launchHeads(const Heads<float> &heads);
template <class T> void setHeads(Heads<T> &heads, const Tensor q) {
  heads.q_ptr = q.data_ptr<T>();
  heads.q_stride_0 = (int)q.stride(0);
  heads.q_stride_1 = (int)q.stride(1);
  heads.q_stride_2 = (int)q.stride(2);
  heads.n = q.size(3);
}
void checkedHeads(const Tensor q) {
  TORCH_CHECK(q.stride(3) == 1);
  Heads<float> heads;
  setHeads(heads, q);
  launchHeads(heads);
}
template <class T> void setRows(Heads<T> &heads, const Tensor rows) {
  heads.q_ptr = rows.data_ptr<T>();
  heads.q_stride_0 = (int)rows.stride(0);
  heads.n = rows.size(1);
}
// CHECK: strides.cpp:[[@LINE-4]]:22: warning: 'q' is accessed{{.*}}'checkedOtherAxis'
void checkedRows(const Tensor q) {
  TORCH_CHECK(q.dim() == 2 && q.stride(1) == 1);
  Heads<float> heads;
  setRows(heads, q);
  launchHeads(heads);
}
void checkedOtherAxis(const Tensor q) {
  TORCH_CHECK(q.dim() == 2 && q.stride(0) == 1);
  Heads<float> heads;
  setRows(heads, q);
  launchHeads(heads);
}
void parametersOfOne(const Tensor &q, const Tensor &k) {
  TORCH_CHECK(q.dim() == 3 && q.stride(-1) == 1);
  Params params;
  params.q_ptr = q.data_ptr<float>();
  params.k_ptr = k.data_ptr<float>();
  params.q_row_stride = q.stride(0);
  params.q_head_stride = q.stride(1);
  params.n = q.numel();
  launchParams(params);
}
// CHECK: strides.cpp:[[@LINE-6]]:20: warning: 'k' is accessed{{.*}}'parametersOfOne'

//===- Idiom 15: memory formats -------------------------------------------===//

void channelsLast(const Tensor &x) {
  TORCH_CHECK(x.is_contiguous(at::MemoryFormat::ChannelsLast));
  launch(x.data_ptr<float>(), x.numel());
}
void eitherFormat(const Tensor &x) {
  TORCH_CHECK(x.is_contiguous() ||
              x.is_contiguous(at::MemoryFormat::ChannelsLast));
  launch(x.data_ptr<float>(), x.numel());
}
void suggested(const Tensor &x) {
  TORCH_CHECK(x.is_contiguous(x.suggest_memory_format()));
  launch(x.data_ptr<float>(), x.numel());
}
void suggestedCopy(const Tensor &x) {
  auto format = x.suggest_memory_format();
  auto y = x.contiguous(format);
  launch(y.data_ptr<float>(), x.numel());
}
void onlySuggested(const Tensor &x) {
  auto format = x.suggest_memory_format();
  if (format == at::MemoryFormat::ChannelsLast)
    launch(x.data_ptr<float>(), x.numel());
}
// CHECK: strides.cpp:[[@LINE-2]]:14: warning: 'x' is accessed{{.*}}'onlySuggested'
// Walked in any order on purpose.
void dense(const Tensor &x) {
  TORCH_CHECK(x.is_non_overlapping_and_dense());
  launch(x.data_ptr<float>(), x.numel());
}
// The callee is told.
void answerGoesAlong(const Tensor &x) {
  launchEither(x.data_ptr<float>(), x.numel(), x.is_contiguous());
}
// Walked elementwise together with one of the same layout.
void sameLayout(const Tensor &x, const Tensor &y) {
  TORCH_CHECK(x.sizes() == y.sizes() && x.strides() == y.strides());
  TORCH_CHECK(x.is_contiguous());
  launch(y.data_ptr<float>(), y.numel());
}

//===- One element --------------------------------------------------------===//

float scaleOf(const Tensor &scale) { return *scale.data_ptr<float>(); }
float scaleAt(const Tensor &scale) { return scale.data_ptr<float>()[0]; }
float secondOf(const Tensor &scale) { return scale.data_ptr<float>()[1]; }
// CHECK: strides.cpp:[[@LINE-1]]:52: warning: 'scale' is accessed{{.*}}'secondOf'
bool aligned(const Tensor &x) {
  return reinterpret_cast<uintptr_t>(x.data_ptr<float>()) % 16 == 0;
}
void checkedScale(const Tensor &scale) {
  TORCH_CHECK(scale.numel() == 1);
  launch(scale.data_ptr<float>(), scale.numel());
}
void twoElements(const Tensor &scale) {
  TORCH_CHECK(scale.numel() == 2);
  launch(scale.data_ptr<float>(), scale.numel());
}
// CHECK: strides.cpp:[[@LINE-2]]:16: warning: 'scale' is accessed{{.*}}'twoElements'
void printed(const Tensor &x) {
  printf("%p of %d\n", (void *)x.data_ptr<float>(), (int)x.dim());
}
bool same(const Tensor &x, const Tensor &y) {
  return x.data_ptr<float>() == y.data_ptr<float>();
}

TORCH_LIBRARY(strides, m) {
  m.def("accessed", &accessed);
  m.def("packed", &packed);
  m.def("accessorBesideAPointer", &accessorBesideAPointer);
  m.def("iterated", &iterated);
  m.def("allStrides", &allStrides);
  m.def("stridesAsAList", &stridesAsAList);
  m.def("stridesInLocals", &stridesInLocals);
  m.def("onlyTheRow", &onlyTheRow);
  m.def("onlyTheRowBySizes", &onlyTheRowBySizes);
  m.def("rowAndInnerCheck", &rowAndInnerCheck);
  m.def("rowAndInnerMacro", &rowAndInnerMacro);
  m.def("onlyTheInnerCheck", &onlyTheInnerCheck);
  m.def("innerCheckOfUnknownRank", &innerCheckOfUnknownRank);
  m.def("firstCheckOfUnknownRank", &firstCheckOfUnknownRank);
  m.def("firstCheckOfTwo", &firstCheckOfTwo);
  m.def("innerCheckOfOneDimension", &innerCheckOfOneDimension);
  m.def("attention", &attention);
  m.def("attentionForgets", &attentionForgets);
  m.def("stridesOfAnother", &stridesOfAnother);
  m.def("parameters", &parameters);
  m.def("parametersSetElsewhere", &parametersSetElsewhere);
  m.def("parametersOfOne", &parametersOfOne);
  m.def("bias", &bias);
  m.def("biasThatMayBeMissing", &biasThatMayBeMissing);
  m.def("listsOfStrides", &listsOfStrides);
  m.def("otherStrides", &otherStrides);
  m.def("twoAxes", &twoAxes);
  m.def("anotherAxis", &anotherAxis);
  m.def("anyShapeButOne", &anyShapeButOne);
  m.def("checkedHeads", &checkedHeads);
  m.def("checkedRows", &checkedRows);
  m.def("checkedOtherAxis", &checkedOtherAxis);
  m.def("channelsLast", &channelsLast);
  m.def("eitherFormat", &eitherFormat);
  m.def("suggested", &suggested);
  m.def("suggestedCopy", &suggestedCopy);
  m.def("onlySuggested", &onlySuggested);
  m.def("dense", &dense);
  m.def("answerGoesAlong", &answerGoesAlong);
  m.def("sameLayout", &sameLayout);
  m.def("scaleOf", &scaleOf);
  m.def("scaleAt", &scaleAt);
  m.def("secondOf", &secondOf);
  m.def("aligned", &aligned);
  m.def("checkedScale", &checkedScale);
  m.def("twoElements", &twoElements);
  m.def("printed", &printed);
  m.def("same", &same);
}
