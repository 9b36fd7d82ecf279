// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

// Functions with a name that is known, and other parameters than are expected.

#include <torch/extension.h>

void launch(const float *data, int64_t count);

struct Row {
  void push_back();
  void push_back(void *a, void *b);
  void swap();
  void set_value(...);
};
struct Line {
  void push_back(...);
};
struct Any {
  Any(...);
};
struct Number {
  Number(int n = 0, ...);
};

void appended(at::Tensor x, int n) {
  Row row;
  row.push_back();
  row.push_back(&n, &n);
  Line line;
  line.push_back();
  line.push_back(n, n, n);
  row.swap();
  row.set_value();
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: odd-signatures.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'appended' establishes it

// An object of whatever is no test of it.
void asked(at::Tensor x) {
  Any any(x.is_contiguous());
  Any none;
  Any more(x.is_contiguous(), x.dim());
  Number number(x.is_contiguous());
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: odd-signatures.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'asked' establishes it

// Silent: checked.
void checked(at::Tensor x, int n) {
  Row row;
  row.push_back();
  Any any(x.is_contiguous());
  TORCH_CHECK(x.is_contiguous());
  launch(x.data_ptr<float>(), x.numel());
}

PYBIND11_MODULE(ext, m) {
  m.def("appended", &appended);
  m.def("asked", &asked);
  m.def("checked", &checked);
}
