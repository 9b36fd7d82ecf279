// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Of tensors of one dimension, offsets, workspaces and the like are rarely
// strided: each is made by a call of its own. Lengths and values are columns of
// something else often enough. Where the function checks or copies another
// argument, the one that was forgotten counts whatever it is.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

#include <torch/extension.h>

using at::Tensor;

void packed(const float *X, const int64_t *Lengths, float *Y, int64_t N);

void copies(Tensor x, Tensor lengths) {
  TORCH_CHECK(lengths.dim() == 1);
  Tensor y = at::empty({x.numel()});
  Tensor copy = x.contiguous();
  packed(copy.data_ptr<float>(), lengths.data_ptr<int64_t>(),
         y.data_ptr<float>(), x.numel());
}
// CHECK: guard-partial.cpp:[[@LINE-3]]:{{.*}}: warning: 'lengths' is accessed through a raw pointer as if contiguous, but nothing in 'copies' establishes it

void borrows(Tensor x, Tensor lengths) {
  TORCH_CHECK(lengths.dim() == 1);
  Tensor y = at::empty({x.numel()});
  auto copy = x.expect_contiguous();
  packed(copy->data_ptr<float>(), lengths.data_ptr<int64_t>(),
         y.data_ptr<float>(), x.numel());
}
// CHECK: guard-partial.cpp:[[@LINE-3]]:{{.*}}: warning: 'lengths' is

void checks(Tensor x, Tensor lengths) {
  TORCH_CHECK(lengths.dim() == 1);
  TORCH_CHECK(x.is_contiguous());
  Tensor y = at::empty({x.numel()});
  packed(x.data_ptr<float>(), lengths.data_ptr<int64_t>(),
         y.data_ptr<float>(), x.numel());
}
// CHECK: guard-partial.cpp:[[@LINE-3]]:{{.*}}: warning: 'lengths' is

void checksOffsets(Tensor x, Tensor offsets) {
  TORCH_CHECK(offsets.dim() == 1);
  TORCH_CHECK(x.is_contiguous());
  Tensor y = at::empty({x.numel()});
  packed(x.data_ptr<float>(), offsets.data_ptr<int64_t>(),
         y.data_ptr<float>(), x.numel());
}
// CHECK: guard-partial.cpp:[[@LINE-3]]:{{.*}}: warning: 'offsets' is

void noneOfLengths(Tensor lengths) {
  TORCH_CHECK(lengths.dim() == 1);
  Tensor x = at::empty({lengths.numel()}), y = at::empty({lengths.numel()});
  packed(x.data_ptr<float>(), lengths.data_ptr<int64_t>(),
         y.data_ptr<float>(), x.numel());
}
// CHECK: guard-partial.cpp:[[@LINE-3]]:{{.*}}: warning: 'lengths' is

// Silent: nothing says that strided tensors are expected.
void none(Tensor cu_seqlens, Tensor row_offsets, Tensor workspace) {
  TORCH_CHECK(cu_seqlens.dim() == 1);
  TORCH_CHECK(row_offsets.dim() == 1);
  TORCH_CHECK(workspace.dim() == 1);
  Tensor x = at::empty({row_offsets.numel()});
  packed(x.data_ptr<float>(), row_offsets.data_ptr<int64_t>(),
         workspace.data_ptr<float>(), x.numel());
  packed(x.data_ptr<float>(), cu_seqlens.data_ptr<int64_t>(),
         workspace.data_ptr<float>(), x.numel());
}

// Silent: both.
void both(Tensor x, Tensor lengths) {
  TORCH_CHECK(lengths.dim() == 1);
  Tensor y = at::empty({x.numel()});
  Tensor copy = x.contiguous(), numbers = lengths.contiguous();
  packed(copy.data_ptr<float>(), numbers.data_ptr<int64_t>(),
         y.data_ptr<float>(), x.numel());
}

PYBIND11_MODULE(ext, m) {
  m.def("copies", &copies);
  m.def("borrows", &borrows);
  m.def("checks", &checks);
  m.def("checksOffsets", &checksOffsets);
  m.def("noneOfLengths", &noneOfLengths);
  m.def("none", &none);
  m.def("both", &both);
}
