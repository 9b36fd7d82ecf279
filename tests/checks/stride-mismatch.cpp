// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pointer of a contiguous copy goes with the strides of the original.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

#include <torch/extension.h>

using at::Tensor;

void strided(const float *X, int64_t N, int64_t S0, int64_t S1);
void both(const float *X, const float *Copy, int64_t S0, int64_t S1);

void temporary(Tensor grad) {
  TORCH_CHECK(grad.dim() == 2);
  int s0 = grad.stride(0);
  int s1 = grad.stride(1);
  strided(grad.contiguous().data_ptr<float>(), grad.numel(), s0, s1);
}
// CHECK: stride-mismatch.cpp:[[@LINE-2]]:29: warning: the strides of 'grad' go with the pointer of its contiguous copy

void named(Tensor x) {
  TORCH_CHECK(x.dim() == 2);
  Tensor copy = x.contiguous();
  strided(copy.data_ptr<float>(), x.numel(), x.stride(0), x.stride(1));
}
// CHECK: stride-mismatch.cpp:[[@LINE-2]]:16: warning: the strides of 'x' go with the pointer of its contiguous copy

// Silent: its own strides.
void own(Tensor x) {
  Tensor copy = x.contiguous();
  strided(copy.data_ptr<float>(), x.numel(), copy.stride(0), copy.stride(1));
}

// Silent: the strides are those of the other pointer.
void two(Tensor x) {
  TORCH_CHECK(x.dim() == 2);
  Tensor copy = x.contiguous();
  both(x.data_ptr<float>(), copy.data_ptr<float>(), x.stride(0), x.stride(1));
}

// Silent: the original is contiguous, too.
void checked(Tensor x) {
  TORCH_CHECK(x.dim() == 2 && x.is_contiguous());
  Tensor copy = x.contiguous();
  strided(copy.data_ptr<float>(), x.numel(), x.stride(0), x.stride(1));
}

PYBIND11_MODULE(ext, m) {
  m.def("temporary", &temporary);
  m.def("named", &named);
  m.def("own", &own);
  m.def("two", &two);
  m.def("checked", &checked);
}
