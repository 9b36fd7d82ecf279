// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What unsafeGetTensorImpl() gives is the tensor, by another handle.
//
// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <torch/extension.h>

void launch(const void *data, int64_t count);

void unguarded(at::Tensor x) {
  launch(x.unsafeGetTensorImpl()->data(), x.numel());
}
// CHECK: tensor-impl.cpp:[[@LINE-2]]:35: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'unguarded' establishes it
void guarded(at::Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  launch(x.unsafeGetTensorImpl()->data(), x.numel());
}
void guardedByTheOther(at::Tensor x) {
  TORCH_CHECK(x.unsafeGetTensorImpl()->is_contiguous());
  launch(x.data_ptr<float>(), x.numel());
}

PYBIND11_MODULE(ext, m) {
  m.def("unguarded", &unguarded);
  m.def("guarded", &guarded);
  m.def("guardedByTheOther", &guardedByTheOther);
}
