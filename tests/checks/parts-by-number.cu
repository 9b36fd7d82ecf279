// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// numel() * sizeof from the pointer of a part that has a number for its length.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <ATen/ATen.h>
#include <cuda_runtime.h>

void checked(at::Tensor x, float *h) {
  TORCH_CHECK(x.is_contiguous());
  auto t = x.narrow(1, 0, 4);
  cudaMemcpy(h, t.data_ptr<float>(), t.numel() * sizeof(float),
             cudaMemcpyDeviceToHost);
}
// CHECK: parts-by-number.cu:[[@LINE-3]]:19: warning: 't' is accessed through a raw pointer as if contiguous, but {{.*}} [tensor-missing-contiguity-guard]

void copied(at::Tensor in, float *h) {
  auto x = in.contiguous();
  auto t = x.narrow(1, 0, 4);
  cudaMemcpy(h, t.data_ptr<float>(), t.numel() * sizeof(float),
             cudaMemcpyDeviceToHost);
}
// CHECK: parts-by-number.cu:[[@LINE-3]]:19: warning: 't' is accessed through a raw pointer as if contiguous, but

void made(int64_t n, int64_t m, float *h) {
  auto t = at::zeros({n, m}).narrow(1, 0, 4);
  cudaMemcpy(h, t.data_ptr<float>(), t.numel() * sizeof(float),
             cudaMemcpyDeviceToHost);
}
// CHECK: parts-by-number.cu:[[@LINE-3]]:19: warning: 't' is accessed through a raw pointer as if contiguous, but

// Silent: a part of the first axis, all of the axis, a length that may be all,
// with the strides, a copy.
void fine(at::Tensor in, int64_t n, int64_t m, float *h) {
  auto x = in.contiguous();
  auto first = x.narrow(0, 0, 4);
  cudaMemcpy(h, first.data_ptr<float>(), first.numel() * sizeof(float),
             cudaMemcpyDeviceToHost);
  auto whole = at::zeros({n, 4}).narrow(1, 0, 4);
  cudaMemcpy(h, whole.data_ptr<float>(), whole.numel() * sizeof(float),
             cudaMemcpyDeviceToHost);
  auto counted = x.narrow(1, 0, m);
  cudaMemcpy(h, counted.data_ptr<float>(), counted.numel() * sizeof(float),
             cudaMemcpyDeviceToHost);
  auto part = x.narrow(1, 0, 4);
  cudaMemcpy2D(h, 4 * sizeof(float), part.data_ptr<float>(),
               part.stride(0) * sizeof(float), 4 * sizeof(float), part.size(0),
               cudaMemcpyDeviceToHost);
  auto dense = x.narrow(1, 0, 4).contiguous();
  cudaMemcpy(h, dense.data_ptr<float>(), dense.numel() * sizeof(float),
             cudaMemcpyDeviceToHost);
}

void known(at::Tensor in, float *h) {
  TORCH_CHECK(in.is_contiguous());
  TORCH_CHECK(in.size(1) == 4);
  auto t = in.narrow(1, 0, 4);
  cudaMemcpy(h, t.data_ptr<float>(), t.numel() * sizeof(float),
             cudaMemcpyDeviceToHost);
}
