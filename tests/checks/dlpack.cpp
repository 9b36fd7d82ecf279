// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensors that are plain structs, and TVM's views of them: questions are
// fields, and what is without strides is row-major.
//
// RUN: %clang_tidy -checks='-*,tensor-*' %s -- -std=c++17 \
// RUN:   -I%inputs/dlpack-mock -I%inputs/tvm-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <dlpack/dlpack.h>
#include <tvm/ffi/container/tensor.h>

#include <stdexcept>

using tvm::ffi::TensorView;

void launch(const float *data, int64_t count);
void launchStrided(const float *data, const int64_t *shape,
                   const int64_t *strides, int ndim);
void launchRows(const float *data, int64_t rows, int64_t columns,
                int64_t pitch);
int64_t countOf(const DLTensor *t);
void setStrides(int64_t *strides);

//===- DLTensor ----------------------------------------------------------===//

void unguarded(const DLTensor *x) {
  launch(static_cast<float *>(x->data), x->shape[0] * x->shape[1]);
}
// CHECK: dlpack.cpp:[[@LINE-2]]:34: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'unguarded' establishes it
// CHECK: note: check in 'unguarded' that 'x' is contiguous, or pass the strides on
void withoutStrides(const DLTensor *x) {
  if (x->strides != nullptr)
    throw std::invalid_argument("strided");
  launch(static_cast<float *>(x->data), x->shape[0] * x->shape[1]);
}
void eitherWay(const DLTensor *x) {
  if (x->strides && !tvm::ffi::IsContiguous(*x))
    throw std::invalid_argument("strided");
  launch(static_cast<float *>(x->data), x->shape[0] * x->shape[1]);
}
// Strides that are there may say anything.
void withStrides(const DLTensor *x) {
  if (!x->strides)
    return;
  launch(static_cast<float *>(x->data), x->shape[0] * x->shape[1]);
}
// CHECK: dlpack.cpp:[[@LINE-2]]:34: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'withStrides' establishes it
void stridesTravel(const DLTensor *x) {
  launchStrided(static_cast<float *>(x->data), x->shape, x->strides, x->ndim);
}
void stridesTravelByName(const DLTensor *x) {
  const int64_t *shape = x->shape;
  const int64_t *strides = x->strides;
  launchStrided(static_cast<float *>(x->data), shape, strides, x->ndim);
}
void byValue(DLTensor x) {
  launch(static_cast<float *>(x.data) + x.byte_offset / 4, countOf(&x));
}
// CHECK: dlpack.cpp:[[@LINE-2]]:33: warning: 'x' is accessed through a raw pointer
// A field that is set ends what was known.
void changed(DLTensor *x, int64_t *strides) {
  if (x->strides != nullptr)
    return;
  x->strides = strides;
  launch(static_cast<float *>(x->data), x->shape[0] * x->shape[1]);
}
void changedItem(DLTensor *x) {
  if (!tvm::ffi::IsContiguous(*x))
    return;
  x->shape[0] = 1;
  setStrides(x->strides);
  launch(static_cast<float *>(x->data), x->shape[0] * x->shape[1]);
}
// The second of an array is another one.
void second(const DLTensor *x) {
  if (!tvm::ffi::IsContiguous(x[1]))
    return;
  launch(static_cast<float *>(x->data), x->shape[0] * x->shape[1]);
}
// CHECK: dlpack.cpp:[[@LINE-2]]:34: warning: 'x' is accessed through a raw pointer
void first(const DLTensor *x) {
  if (!tvm::ffi::IsContiguous(x[0]))
    return;
  launch(static_cast<float *>(x->data), x->shape[0] * x->shape[1]);
}

//===- tvm::ffi ----------------------------------------------------------===//

void view(TensorView x) {
  launch(static_cast<float *>(x.data_ptr()), x.numel());
}
// CHECK: dlpack.cpp:[[@LINE-2]]:33: warning: 'x' is accessed through a raw pointer
// FIX: void view(TensorView x) {
// FIX-NEXT: {{^}}  TVM_FFI_ICHECK(x.IsContiguous()) << "x must be contiguous";
void viewGuarded(TensorView x) {
  TVM_FFI_ICHECK(x.IsContiguous()) << "x must be contiguous";
  launch(static_cast<float *>(x.data_ptr()), x.numel());
}
void viewOfRows(TensorView x) {
  TVM_FFI_ICHECK(x.ndim() == 2 && x.stride(1) == 1);
  launchRows(static_cast<float *>(x.data_ptr()), x.size(0), x.size(1),
             x.strides()[0]);
}
// The inner stride is not known.
void viewOfRowsHalf(TensorView x) {
  TVM_FFI_ICHECK(x.ndim() == 2);
  launchRows(static_cast<float *>(x.data_ptr()), x.size(0), x.size(1),
             x.strides()[0]);
}
// CHECK: dlpack.cpp:[[@LINE-3]]:37: warning: 'x' is accessed through a raw pointer
void through(const tvm::ffi::Tensor &x) {
  launch(static_cast<float *>(x->data), x.numel());
}
// CHECK: dlpack.cpp:[[@LINE-2]]:34: warning: 'x' is accessed through a raw pointer
void throughGuarded(const tvm::ffi::Tensor &x) {
  TVM_FFI_ICHECK(x.IsContiguous());
  launch(static_cast<float *>(x.GetDLTensorPtr()->data), x->shape[0]);
}

void registerAll() {
  tvm::ffi::reflection::GlobalDef()
      .def("unguarded", unguarded)
      .def("withoutStrides", withoutStrides)
      .def("eitherWay", eitherWay)
      .def("withStrides", withStrides)
      .def("stridesTravel", stridesTravel)
      .def("stridesTravelByName", stridesTravelByName)
      .def("byValue", byValue)
      .def("changed", changed)
      .def("changedItem", changedItem)
      .def("second", second)
      .def("first", first)
      .def("view", view)
      .def("viewGuarded", viewGuarded)
      .def("viewOfRows", viewOfRows)
      .def("viewOfRowsHalf", viewOfRowsHalf)
      .def("through", through)
      .def("throughGuarded", throughGuarded);
}
