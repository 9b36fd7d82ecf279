// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What kernels' sources include of torch for CUDA; torch-cuda.test.in is the
// test.

#include <ATen/ATen.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

#include <optional>

template <class T> __global__ void copy(const T *x, T *y, int64_t n) {
  int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i];
}
template <class T>
__global__ void scale(const T *x, const T *weight, T *y, int64_t n) {
  int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = weight ? x[i] * weight[i] : x[i];
}

at::Tensor copied(const at::Tensor &x) {
  const c10::cuda::CUDAGuard guard(x.device());
  cudaStream_t stream = at::cuda::getCurrentCUDAStream();
  at::Tensor y = at::empty({x.numel()}, x.options());
  AT_DISPATCH_FLOATING_TYPES_AND2(
      at::kHalf, at::kBFloat16, x.scalar_type(), "copied", [&] {
        copy<scalar_t><<<1, 256, 0, stream>>>(
            x.const_data_ptr<scalar_t>(), y.mutable_data_ptr<scalar_t>(),
            x.numel());
      });
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return y;
}
// CHECK: torch-cuda.cu:[[@LINE-6]]:15: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'copied' establishes it
// CHECK: torch-cuda.cu:[[@LINE-8]]:9: note: 'x' is passed to 'copy' here without its strides

at::Tensor scaled(const at::Tensor &x,
                  const std::optional<at::Tensor> &weight) {
  TORCH_CHECK(x.is_cuda() && x.is_contiguous(), "x must be contiguous");
  const at::cuda::OptionalCUDAGuard guard(at::device_of(x));
  at::Tensor y = at::empty_like(x);
  scale<float><<<1, 256, 0, at::cuda::getCurrentCUDAStream()>>>(
      x.const_data_ptr<float>(),
      weight.has_value() ? weight->const_data_ptr<float>() : nullptr,
      y.mutable_data_ptr<float>(), x.numel());
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return y;
}
// CHECK: torch-cuda.cu:[[@LINE-5]]:{{[0-9]+}}: warning: 'weight' is accessed through a raw pointer as if contiguous, but nothing in 'scaled' establishes it
// CHECK: torch-cuda.cu:[[@LINE-8]]:3: note: 'weight' is passed to 'scale' here without its strides

at::Tensor checked(const at::Tensor &x) {
  TORCH_CHECK(x.is_contiguous());
  return copied(x);
}

TORCH_LIBRARY(cuda_of_torch, m) {
  m.def("copied", &copied);
  m.def("scaled", &scaled);
  m.def("checked", &checked);
}
