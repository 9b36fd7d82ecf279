// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-blocking-transfer' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <ATen/ATen.h>
#include <cuda_runtime.h>

unsigned levels(const at::Tensor &sums, int n) {
  const unsigned *p = (unsigned *)sums.data_ptr<int>();
  unsigned sum = 0, now;
  for (int i = 0; i < n; ++i) {
    cudaMemcpy(&now, p + i, sizeof(unsigned), cudaMemcpyDeviceToHost);
    sum += now;
    void *scratch;
    cudaMalloc(&scratch, now);
    cudaFree(scratch);
  }
  return sum;
}
// CHECK: blocking-transfer-cuda.cu:[[@LINE-8]]:5: warning: cudaMemcpy waits for its copy in every iteration [tensor-blocking-transfer]
// CHECK: blocking-transfer-cuda.cu:[[@LINE-10]]:3: note: the loop is here
// CHECK: blocking-transfer-cuda.cu:[[@LINE-7]]:5: warning: cudaMalloc makes the device wait in every iteration
// CHECK: blocking-transfer-cuda.cu:[[@LINE-7]]:5: warning: cudaFree makes the device wait in every iteration

__global__ void kernel(float *p);
float launches(const at::Tensor &x, int n) {
  kernel<<<1, 1>>>(x.data_ptr<float>());
  float most = 0;
  for (int i = 0; i < n; ++i)
    most += x.add(x[i]).item<float>();
  return most;
}
// CHECK: blocking-transfer-cuda.cu:[[@LINE-3]]:25: warning: item waits for 'x.add(x[i])' in every iteration, if it is on a device

// Silent: what only the host reads, while kernels get others, is the host's.
void lengthsOfEach(const at::Tensor &x, const at::Tensor &lengths) {
  float *p = x.data_ptr<float>();
  for (int i = 0; i < lengths.size(0); ++i) {
    kernel<<<1, 1>>>(p);
    p += lengths[i].item<int>();
  }
}
void lengthsForBoth(const at::Tensor &x, const at::Tensor &lengths) {
  float *p = x.data_ptr<float>();
  kernel<<<1, 1>>>(lengths.data_ptr<float>());
  for (int i = 0; i < lengths.size(0); ++i) {
    kernel<<<1, 1>>>(p);
    p += lengths[i].item<int>();
    // CHECK: blocking-transfer-cuda.cu:[[@LINE-1]]:21: warning: item reads 'lengths[i]' by itself in every iteration
  }
}

// Silent: the time until the device has done its work is measured.
namespace std {
namespace chrono {
struct steady_clock {
  static long now() noexcept;
};
} // namespace chrono
} // namespace std
long measured(const at::Tensor &x, bool onDevice, int n) {
  long total = 0;
  for (int i = 0; i < n; ++i) {
    if (onDevice)
      cudaDeviceSynchronize();
    const long start = std::chrono::steady_clock::now();
    kernel<<<1, 1>>>(x.data_ptr<float>());
    cudaDeviceSynchronize();
    total += std::chrono::steady_clock::now() - start;
  }
  return total;
}
void waits(const at::Tensor &x, int n) {
  for (int i = 0; i < n; ++i) {
    kernel<<<1, 1>>>(x.data_ptr<float>());
    cudaDeviceSynchronize();
    // CHECK: blocking-transfer-cuda.cu:[[@LINE-1]]:5: warning: cudaDeviceSynchronize stops the host in every iteration
  }
}

namespace c10 {
namespace cuda {
struct CUDAStream {};
CUDAStream getCurrentCUDAStream();
CUDAStream anotherOne();
} // namespace cuda
} // namespace c10
void launcher(const float *p, c10::cuda::CUDAStream stream);

// Who asks for a stream works on the device.
int onStream(const at::Tensor &x, const at::Tensor &counts) {
  launcher(x.data_ptr<float>(), c10::cuda::getCurrentCUDAStream());
  return counts[0].item<int>();
}
// CHECK: blocking-transfer-cuda.cu:[[@LINE-2]]:20: warning: item waits for 'counts[0]', if it is on a device

// Silent: not known to.
int elsewhere(const at::Tensor &x, const at::Tensor &counts) {
  launcher(x.data_ptr<float>(), c10::cuda::anotherOne());
  return counts[0].item<int>();
}

// Silent: once, between tensors.
unsigned fine(const at::Tensor &sums, at::Tensor &to, int n) {
  const int *p = sums.data_ptr<int>();
  int *q = to.data_ptr<int>();
  unsigned now;
  cudaMemcpy(&now, p, sizeof(unsigned), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    cudaMemcpy(q + i, p + i, sizeof(int), cudaMemcpyDeviceToDevice);
  }
  return now;
}
