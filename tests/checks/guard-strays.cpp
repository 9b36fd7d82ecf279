// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What callers establish of a parameter says nothing of what is made of it.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <torch/extension.h>

using at::Tensor;

void launch(const float *data, int64_t count);
void launchWithRows(const float *data, int64_t count, int64_t row);

static void transposed(const Tensor &x) {
  TORCH_CHECK(x.dim() == 2);
  Tensor y = x.transpose(0, 1);
  launch(y.data_ptr<float>(), y.numel());
}
// CHECK: guard-strays.cpp:[[@LINE-2]]:12: warning: 'y' is accessed through a raw pointer as if contiguous, but {{.*}} [tensor-missing-contiguity-guard]
// CHECK: guard-strays.cpp:[[@LINE-4]]:16: note: 'y' gets its strides here, by transpose(0, 1)

static void walks(const Tensor &y) { launch(y.data_ptr<float>(), y.numel()); }
static void handsOn(const Tensor &x) {
  TORCH_CHECK(x.dim() == 2);
  walks(x.slice(1, 0, -1));
}
// CHECK: guard-strays.cpp:[[@LINE-5]]:47: warning: 'y' is accessed through a raw pointer as if contiguous, but nothing in 'walks' establishes it
// CHECK: guard-strays.cpp:[[@LINE-3]]:3: note: called here by 'handsOn'

// Silent: contiguous where the parameter is, or the strides go along.
static void keepsOrder(const Tensor &x, const Tensor &z) {
  TORCH_CHECK(x.dim() == 2 && z.dim() == 2);
  Tensor row = x[0], rows = x.narrow(0, 0, 2), flat = x.view({-1});
  launch(row.data_ptr<float>(), row.numel());
  launch(rows.data_ptr<float>(), rows.numel());
  launch(flat.data_ptr<float>(), flat.numel());
  Tensor columns = z.narrow(1, 0, 2);
  launchWithRows(columns.data_ptr<float>(), columns.numel(), columns.stride(0));
}

void entry(Tensor x) {
  transposed(x.contiguous());
  handsOn(x.contiguous());
  keepsOrder(x.contiguous(), x.contiguous());
}
PYBIND11_MODULE(strays, m) { m.def("entry", &entry); }
