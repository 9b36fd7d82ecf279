// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies by CUDA's runtime of a tensor that is not contiguous: how many bytes,
// and which pitch.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <ATen/ATen.h>
#include <cuda_runtime.h>

void all(float *d, const at::Tensor &x) {
  at::Tensor t = x.t();
  cudaMemcpy(d, t.data_ptr<float>(), t.numel() * sizeof(float),
             cudaMemcpyHostToDevice);
}
// CHECK: runtime-strides.cu:[[@LINE-3]]:19: warning: 'x' is accessed through a raw pointer as if contiguous

void rows(float *d, const at::Tensor &x) {
  at::Tensor half = x.narrow(1, 0, x.size(1) / 2);
  cudaMemcpy2D(d, half.size(1) * 4, half.data_ptr<float>(), half.size(1) * 4,
               half.size(1) * 4, half.size(0), cudaMemcpyHostToDevice);
}
// CHECK: runtime-strides.cu:[[@LINE-3]]:42: warning: 'x' is accessed through a raw pointer as if contiguous

// Silent: contiguous, or the pitch is the tensor's.
void fine(float *d, const at::Tensor &x) {
  at::Tensor t = x.t().contiguous();
  cudaMemcpy(d, t.data_ptr<float>(), t.numel() * sizeof(float),
             cudaMemcpyHostToDevice);
  at::Tensor half = x.contiguous().narrow(1, 0, x.size(1) / 2);
  cudaMemcpy2D(d, half.size(1) * 4, half.data_ptr<float>(),
               half.stride(0) * sizeof(float), half.size(1) * 4, half.size(0),
               cudaMemcpyHostToDevice);
}
