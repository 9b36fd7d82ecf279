// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

// Strides that go along in an object inside another one, and in one that a
// function gives.

#include <torch/extension.h>

struct RowMajor {
  int64_t leading;
  RowMajor(int64_t leading) : leading(leading) {}
};
class Opaque {
public:
  Opaque(int64_t leading);
};
struct Operand {
  const float *data;
  RowMajor layout;
};
class OpaqueOperand {
public:
  OpaqueOperand(const float *data, const Opaque &layout);
};
struct Arguments {
  int64_t m, n;
  Operand a, b;
};
class OpaqueArguments {
public:
  OpaqueArguments(int64_t m, int64_t n, OpaqueOperand a, OpaqueOperand b);
};
void gemm(const Arguments &arguments);
void gemm(const OpaqueArguments &arguments);
int64_t roundUp(int64_t n);
Opaque layoutOf(int64_t leading);

#define CHECK_ROWS(x) TORCH_CHECK(x.dim() == 2 && x.stride(1) == 1)

// Silent: the stride of the rows is in the layout of each operand.
void nested(at::Tensor x, at::Tensor y) {
  CHECK_ROWS(x);
  CHECK_ROWS(y);
  Arguments arguments{x.size(0),
                      x.size(1),
                      {x.data_ptr<float>(), RowMajor(x.stride(0))},
                      {y.data_ptr<float>(), y.stride(0)}};
  gemm(arguments);
}
void constructed(at::Tensor x, at::Tensor y) {
  CHECK_ROWS(x);
  CHECK_ROWS(y);
  OpaqueArguments arguments(x.size(0), x.size(1),
                            {x.data_ptr<float>(), Opaque(x.stride(0))},
                            {y.data_ptr<float>(), layoutOf(y.stride(0))});
  gemm(arguments);
}
void named(at::Tensor x) {
  CHECK_ROWS(x);
  Opaque layout(roundUp(x.stride(0)));
  OpaqueOperand operand(x.data_ptr<float>(), layout);
  gemm({x.size(0), x.size(1), operand, operand});
}

// Columns, where the rows' stride is meant.
void wrong(at::Tensor x, at::Tensor y) {
  CHECK_ROWS(x);
  CHECK_ROWS(y);
  Arguments arguments{x.size(0),
                      x.size(1),
                      {x.data_ptr<float>(), RowMajor(x.size(1))},
                      {y.data_ptr<float>(), y.stride(0)}};
  gemm(arguments);
}
// CHECK: packed-strides.cpp:[[@LINE-4]]:26: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'wrong' establishes it
void wrongConstructed(at::Tensor x, at::Tensor y) {
  CHECK_ROWS(x);
  CHECK_ROWS(y);
  OpaqueArguments arguments(x.size(0), x.size(1),
                            {x.data_ptr<float>(), Opaque(x.size(1))},
                            {y.data_ptr<float>(), layoutOf(y.size(1))});
  gemm(arguments);
}
// CHECK: packed-strides.cpp:[[@LINE-4]]:32: warning: 'x' and 'y' are accessed through raw pointers as if contiguous, but nothing in 'wrongConstructed' establishes it

PYBIND11_MODULE(ext, m) {
  m.def("nested", &nested);
  m.def("constructed", &constructed);
  m.def("named", &named);
  m.def("wrong", &wrong);
  m.def("wrongConstructed", &wrongConstructed);
}
