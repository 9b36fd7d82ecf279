// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elements that are objects, as half-precision numbers and vectors are: their
// pointers in variables are those of the tensor.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <torch/extension.h>

struct half_t {
  unsigned short bits;
  half_t(float);
};
struct float4 {
  float x, y, z, w;
};
void launch(const half_t *x, int64_t n);

void inAVariable(at::Tensor x) {
  auto *p = reinterpret_cast<half_t *>(x.data_ptr());
  launch(p, x.numel());
  // CHECK: pointer-records.cpp:[[@LINE-2]]:42: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'inAVariable' establishes it
}
float indexed(at::Tensor x, int64_t i) {
  const float4 *v = (const float4 *)x.data_ptr<float>();
  return v[i].x;
  // CHECK: pointer-records.cpp:[[@LINE-2]]:39: warning: 'x' is accessed through a raw pointer as if contiguous
}

// Silent: checked; another pointer by the time it is used; an object's.
void checked(at::Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  auto *p = reinterpret_cast<half_t *>(x.data_ptr());
  launch(p, x.numel());
}
void again(at::Tensor x, half_t *other) {
  auto *p = reinterpret_cast<half_t *>(x.data_ptr());
  p = other;
  launch(p, x.numel());
}
struct Task {
  at::Tensor x;
};
Task *next();
void ofAnObject() {
  Task *task = next();
  launch((const half_t *)task->x.contiguous().data_ptr(), task->x.numel());
}

PYBIND11_MODULE(ext, m) {
  m.def("in_a_variable", &inAVariable);
  m.def("indexed", &indexed);
  m.def("checked", &checked);
  m.def("again", [](at::Tensor x) { again(x, nullptr); });
}
