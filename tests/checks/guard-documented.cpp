// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Assertions that a release build leaves out: what they say of a parameter is
// asked of the callers.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <torch/extension.h>

using at::Tensor;

#define ASSERT_IN_DEBUG(...) while (false) TORCH_CHECK(__VA_ARGS__)

void launch(const float *data, int64_t count);

// Silent: the callers' business.
void documented(const Tensor &x, const Tensor &y) {
  ASSERT_IN_DEBUG(x.is_contiguous() && y.is_contiguous(), "must be dense");
  launch(x.data_ptr<float>(), x.numel());
  launch(y.data_ptr<float>(), y.numel());
}

void passesAnything(Tensor a, Tensor b) { documented(a, b.contiguous()); }
// CHECK: guard-documented.cpp:[[@LINE-1]]:43: warning: 'a' is passed to 'documented', which takes it to be contiguous, but nothing in 'passesAnything' establishes it [tensor-missing-contiguity-guard]
// CHECK: guard-documented.cpp:[[@LINE-8]]:6: note: its assertion is left out of this build

static void inBetween(Tensor a, Tensor b) { documented(a, b); }
void passesTransposed(Tensor a) {
  TORCH_CHECK(a.dim() == 2);
  Tensor b = a.contiguous();
  inBetween(b, b.t());
}
// CHECK: guard-documented.cpp:[[@LINE-6]]:45: warning: 'b' is passed to 'documented'
// CHECK: guard-documented.cpp:[[@LINE-3]]:3: note: called here by 'passesTransposed'

// Silent: checked, or documented again.
void passesContiguous(Tensor a, Tensor b) {
  TORCH_CHECK(b.is_contiguous());
  documented(a.contiguous(), b);
}
void documentedToo(Tensor a, Tensor b) {
  ASSERT_IN_DEBUG(a.is_contiguous());
  ASSERT_IN_DEBUG(b.is_contiguous());
  documented(a, b);
}

// No such assertion.
void ofAnotherKind(Tensor x) {
  ASSERT_IN_DEBUG(x.dim() == 2);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-documented.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer
void ofTheOpposite(Tensor x) {
  ASSERT_IN_DEBUG(!x.is_contiguous());
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-documented.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer
void isNoAssertion(Tensor x) {
  while (false)
    TORCH_CHECK(x.is_contiguous());
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-documented.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer

PYBIND11_MODULE(documented, m) {
  m.def("documented", &documented);
  m.def("passes_anything", &passesAnything);
  m.def("passes_transposed", &passesTransposed);
  m.def("passes_contiguous", &passesContiguous);
  m.def("documented_too", &documentedToo);
  m.def("of_another_kind", &ofAnotherKind);
  m.def("of_the_opposite", &ofTheOpposite);
  m.def("is_no_assertion", &isNoAssertion);
}
