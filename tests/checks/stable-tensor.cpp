// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// torch::stable::Tensor: the stable interface of libtorch.
//
// RUN: %clang_tidy -checks='-*,tensor-*' %s -- -std=c++17 \
// RUN:   -I%inputs/stable-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <torch/csrc/stable/ops.h>
#include <torch/csrc/stable/tensor.h>

#include <type_traits>

#include <torch/csrc/stable/library.h>

using torch::stable::Tensor;
using IntList = torch::headeronly::IntHeaderOnlyArrayRef;

void launch(const float *data, int64_t count);
void launchStrided(const float *data, int64_t count, int64_t stride0,
                   int64_t stride1);
void fill(float *data, int64_t count);

//===- tensor-view-after-transpose ---------------------------------------===//

Tensor merged(Tensor x) {
  STD_TORCH_CHECK(x.dim() == 3 && x.is_contiguous(), "rank");
  Tensor t = torch::stable::transpose(x, 1, 2);
  return torch::stable::view(t, {x.size(0), -1});
}
// CHECK: stable-tensor.cpp:[[@LINE-2]]:10: warning: 't' cannot be viewed as {{.*}}; this throws [tensor-view-after-transpose]
Tensor mergedCopy(Tensor x) {
  STD_TORCH_CHECK(x.dim() == 3 && x.is_contiguous(), "rank");
  Tensor t = torch::stable::contiguous(torch::stable::transpose(x, 1, 2));
  return torch::stable::view(t, {x.size(0), -1});
}

//===- tensor-hidden-copy ------------------------------------------------===//

Tensor reshaped(Tensor x) {
  STD_TORCH_CHECK(x.dim() == 3 && x.is_contiguous(), "rank");
  return torch::stable::reshape(torch::stable::transpose(x, 0, 1), {-1});
}
// CHECK: stable-tensor.cpp:[[@LINE-2]]:10: warning: {{.*}}copies{{.*}} [tensor-hidden-copy]
Tensor reshapedView(Tensor x) {
  STD_TORCH_CHECK(x.dim() == 3 && x.is_contiguous(), "rank");
  return torch::stable::reshape(x, {-1});
}

//===- tensor-missing-contiguity-guard -----------------------------------===//

void unguarded(const Tensor x) {
  launch(x.const_data_ptr<float>(), x.numel());
}
// CHECK: stable-tensor.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'unguarded' establishes it
void guarded(const Tensor x) {
  STD_TORCH_CHECK(x.is_contiguous(), "contiguous");
  launch(x.const_data_ptr<float>(), x.numel());
}
void copied(const Tensor x) {
  Tensor dense = torch::stable::contiguous(x);
  launch(dense.const_data_ptr<float>(), dense.numel());
}
void strided(const Tensor x) {
  STD_TORCH_CHECK(x.dim() == 2, "rank");
  launchStrided(x.const_data_ptr<float>(), x.numel(), x.stride(0),
                x.strides()[1]);
}
void allocated(const Tensor x) {
  Tensor out = torch::stable::new_empty(x, {x.size(0), 4});
  fill(out.mutable_data_ptr<float>(), out.numel());
}
// What is written gets the library's own check.
void written(Tensor out) {
  fill(static_cast<float *>(out.data_ptr()), out.numel());
}
// CHECK: stable-tensor.cpp:[[@LINE-2]]:33: warning: 'out' is accessed through a raw pointer
// FIX: void written(Tensor out) {
// FIX-NEXT: {{^}}  STD_TORCH_CHECK(out.is_contiguous(), "out must be contiguous");

STABLE_TORCH_LIBRARY_IMPL(mine, CUDA, m) {
  m.impl("unguarded", TORCH_BOX(&unguarded));
  m.impl("guarded", TORCH_BOX(&guarded));
  m.impl("copied", TORCH_BOX(&copied));
  m.impl("strided", TORCH_BOX(&strided));
  m.impl("allocated", TORCH_BOX(&allocated));
  m.impl("written", TORCH_BOX(&written));
}
