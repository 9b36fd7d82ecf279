// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

// Strides that go along in a vector or as the elements of a tensor.

#include <torch/extension.h>
#include <vector>

void launch(const float *data, int64_t count, const int64_t *strides);
void launch(const float *data, int64_t count, std::vector<int64_t> &strides);

// Silent.
void inAVector(at::Tensor x) {
  auto strides = x.strides().vec();
  launch(x.data_ptr<float>(), x.numel(), strides.data());
}
void inACopy(at::Tensor x) {
  std::vector<int64_t> strides(x.strides().begin(), x.strides().end());
  launch(x.data_ptr<float>(), x.numel(), strides);
}
void inATensor(at::Tensor x) {
  auto strides = torch::tensor(x.strides().vec());
  launch(x.data_ptr<float>(), x.numel(), strides.data_ptr<int64_t>());
}

// Sizes say nothing of strides; a tensor that is made with them has its own.
void sizesInAVector(at::Tensor x) {
  auto sizes = x.sizes().vec();
  launch(x.data_ptr<float>(), x.numel(), sizes.data());
}
// CHECK: strides-handed-over.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'sizesInAVector' establishes it
void sizesInATensor(at::Tensor x) {
  auto sizes = torch::tensor(x.sizes().vec());
  launch(x.data_ptr<float>(), x.numel(), sizes.data_ptr<int64_t>());
}
// CHECK: strides-handed-over.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'sizesInATensor' establishes it
void ofAnotherTensor(at::Tensor x, at::Tensor y) {
  auto strides = torch::tensor(y.strides().vec());
  launch(x.data_ptr<float>(), x.numel(), strides.data_ptr<int64_t>());
}
// CHECK: strides-handed-over.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'ofAnotherTensor' establishes it

PYBIND11_MODULE(ext, m) {
  m.def("inAVector", &inAVector);
  m.def("inACopy", &inACopy);
  m.def("inATensor", &inATensor);
  m.def("sizesInAVector", &sizesInAVector);
  m.def("sizesInATensor", &sizesInATensor);
  m.def("ofAnotherTensor", &ofAnotherTensor);
}
