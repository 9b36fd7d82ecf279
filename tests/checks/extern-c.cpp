// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

// What has C's linkage is found by its name, whoever looks for it: an entry,
// unless the program calls it.

#include <torch/extension.h>

void launch(const float *data, int64_t count);

extern "C" void scale(const at::Tensor &x) {
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: extern-c.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'scale' establishes it
extern "C" {
void scaleAll(at::Tensor x) { launch(x.data_ptr<float>(), x.numel()); }
}
// CHECK: extern-c.cpp:[[@LINE-2]]:40: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'scaleAll' establishes it

// Silent: checked, here or by all who call it.
extern "C" void checked(const at::Tensor &x) {
  TORCH_CHECK(x.is_contiguous());
  launch(x.data_ptr<float>(), x.numel());
}
extern "C" void called(const at::Tensor &x) {
  launch(x.data_ptr<float>(), x.numel());
}
void caller(const at::Tensor &x) {
  TORCH_CHECK(x.is_contiguous());
  called(x);
}

// Silent: no other library sees it; and C++ functions need more to be entries.
extern "C" __attribute__((visibility("hidden"))) void
hidden(const at::Tensor &x) {
  launch(x.data_ptr<float>(), x.numel());
}
void plain(const at::Tensor &x) { launch(x.data_ptr<float>(), x.numel()); }
