// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

// Pointers that the storage of a tensor, or what its handle refers to, gives.

#include <torch/extension.h>

void launch(const void *data, int64_t count);

void ofStorage(at::Tensor x) { launch(x.storage().data(), x.numel()); }
// CHECK: storage-pointers.cpp:[[@LINE-1]]:51: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'ofStorage' establishes it
void ofDataPtr(at::Tensor x) {
  launch(x.storage().data_ptr().get(), x.numel());
}
// CHECK: storage-pointers.cpp:[[@LINE-2]]:33: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'ofDataPtr' establishes it
void ofNamedStorage(at::Tensor x) {
  const auto &storage = x.storage();
  auto *impl = storage.unsafeGetStorageImpl();
  launch(impl->mutable_data(), x.numel());
}
// CHECK: storage-pointers.cpp:[[@LINE-2]]:16: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'ofNamedStorage' establishes it
void ofImpl(at::Tensor x) {
  auto *impl = x.unsafeGetTensorImpl();
  launch(impl->data(), x.numel());
}
// CHECK: storage-pointers.cpp:[[@LINE-2]]:16: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'ofImpl' establishes it

// Silent: checked, through one handle or the other.
void checked(at::Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  launch(x.storage().data(), x.numel());
}
void checkedImpl(at::Tensor x) {
  auto *impl = x.unsafeGetTensorImpl();
  TORCH_CHECK(impl->is_contiguous());
  launch(impl->mutable_data(), x.numel());
}

// Silent: asked for its size; and a storage has no strides of its own.
int64_t bytes(at::Tensor x) { return x.storage().nbytes(); }
void plain(const c10::Storage &s) { launch(s.data(), s.nbytes()); }

PYBIND11_MODULE(ext, m) {
  m.def("ofStorage", &ofStorage);
  m.def("ofDataPtr", &ofDataPtr);
  m.def("ofNamedStorage", &ofNamedStorage);
  m.def("ofImpl", &ofImpl);
  m.def("checked", &checked);
  m.def("checkedImpl", &checkedImpl);
  m.def("bytes", &bytes);
  m.def("plain", &plain);
}
