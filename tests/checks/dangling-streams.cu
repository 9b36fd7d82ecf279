// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The memory of a temporary goes back to the current stream at the end of the
// statement; work on another one may not have read it by then.

// RUN: %clang_tidy -checks='-*,tensor-dangling-data-pointer' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/torch-mock -isystem %inputs/cuda-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

#include <ATen/ATen.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime.h>

__global__ void scale(const float *from, float *to);
void launch(const float *from, cudaStream_t on);

void pooled(const at::Tensor &x, float *to) {
  auto side = at::cuda::getStreamFromPool();
  scale<<<1, 32, 0, side>>>(x.contiguous().data_ptr<float>(), to);
  // CHECK: dangling-streams.cu:[[@LINE-1]]:44: warning: another stream may still read the tensor that contiguous() makes for some layouts when it is freed, at the end of the statement [tensor-dangling-data-pointer]
  // CHECK: dangling-streams.cu:[[@LINE-2]]:31: note: the tensor is made here
  // CHECK: dangling-streams.cu:[[@LINE-3]]:{{.*}} note: the pointer is used here
  // CHECK: dangling-streams.cu:[[@LINE-4]]:44: note: give the tensor a name, and record_stream() it
  cudaStream_t raw = side.stream();
  launch(x.contiguous().data_ptr<float>(), raw);
  // CHECK: dangling-streams.cu:[[@LINE-1]]:25: warning: another stream may still read the tensor
}
void made(const at::Tensor &x, float *to) {
  cudaStream_t side;
  cudaStreamCreate(&side);
  cudaMemcpyAsync(to, at::matmul(x, x).data_ptr<float>(), 64, cudaMemcpyDeviceToDevice, side);
  // CHECK: dangling-streams.cu:[[@LINE-1]]:40: warning: another stream may still read the tensor that at::matmul(x, x) makes when it is freed
}

// Silent: the current stream, and one that nobody knows.
void current(const at::Tensor &x, float *to, cudaStream_t given) {
  cudaStream_t now = at::cuda::getCurrentCUDAStream();
  scale<<<1, 32, 0, now>>>(x.contiguous().data_ptr<float>(), to);
  scale<<<1, 32, 0, given>>>(x.contiguous().data_ptr<float>(), to);
  scale<<<1, 32>>>(x.contiguous().data_ptr<float>(), to);
}
// Silent: it is waited for, or is the current one here.
void waited(const at::Tensor &x, float *to) {
  auto side = at::cuda::getStreamFromPool();
  scale<<<1, 32, 0, side>>>(x.contiguous().data_ptr<float>(), to);
  cudaStreamSynchronize(side);
}
void guarded(const at::Tensor &x, float *to) {
  auto side = at::cuda::getStreamFromPool();
  at::cuda::CUDAStreamGuard guard(side);
  scale<<<1, 32, 0, side>>>(x.contiguous().data_ptr<float>(), to);
}
// Silent: it has a name.
void named(const at::Tensor &x, float *to) {
  auto side = at::cuda::getStreamFromPool();
  auto c = x.contiguous();
  scale<<<1, 32, 0, side>>>(c.data_ptr<float>(), to);
}
