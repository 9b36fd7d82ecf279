// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Memory of the host that is read before it has arrived, or changed or freed
// before it has been copied.

// RUN: %clang_tidy -checks='-*,tensor-blocking-transfer' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>
#include <ATen/ATen.h>
#include <algorithm>
#include <string.h>

__global__ void kernel(float *p);
void use(const at::Tensor &);

at::Tensor pinnedMemory(int64_t n) {
  return at::empty({n}, at::TensorOptions().pinned_memory(true));
}

// ATen, to the host.

float intoPinned(const at::Tensor &x, int64_t n) {
  auto pinned = at::empty({n}, at::TensorOptions().pinned_memory(true));
  pinned.copy_(x.cuda(), true);
  return pinned.data_ptr<float>()[0];
}
// CHECK: transfers-in-flight.cu:[[@LINE-3]]:10: warning: 'pinned' may not have arrived when it is read: nothing waits for the transfer [tensor-blocking-transfer]
// CHECK: transfers-in-flight.cu:[[@LINE-3]]:{{[0-9]+}}: note: it is read here
// CHECK: note: synchronise the stream before the host touches it, or leave non_blocking out

at::Tensor computes(const at::Tensor &x) {
  auto h = x.cuda().to(at::kCPU, true);
  return h.add(h);
}
// CHECK: transfers-in-flight.cu:[[@LINE-3]]:21: warning: '{{.*}}' may not have arrived when it is read
// CHECK: transfers-in-flight.cu:[[@LINE-3]]:12: note: it is read here

float element(const at::Tensor &x) {
  auto h = x.cuda().to(at::kCPU, true);
  return h[0].item<float>();
}
// CHECK: transfers-in-flight.cu:[[@LINE-3]]:21: warning: '{{.*}}' may not have arrived when it is read

void overwritten(const at::Tensor &x) {
  auto h = x.cuda().to(at::kCPU, true);
  h.zero_();
  use(h);
}
// CHECK: transfers-in-flight.cu:[[@LINE-4]]:21: warning: '{{.*}}' may arrive after it is written

// ATen, to the device.

at::Tensor refilled(const at::Tensor &x, int64_t n) {
  auto pinned = at::empty({n}, at::TensorOptions().pinned_memory(true));
  auto d = pinned.to(at::kCUDA, true);
  pinned.zero_();
  return d;
}
// CHECK: transfers-in-flight.cu:[[@LINE-4]]:19: warning: 'pinned' is written before it has been moved
// CHECK: transfers-in-flight.cu:[[@LINE-4]]:10: note: it is written here

// CUDA's runtime, from tensors.

void tensorChanged(float *d, cudaStream_t s, int64_t n) {
  at::Tensor pin = at::empty({n}, at::TensorOptions().pinned_memory(true));
  cudaMemcpyAsync(d, pin.data_ptr<float>(), n * 4, cudaMemcpyHostToDevice, s);
  pin.zero_();
}
// CHECK: transfers-in-flight.cu:[[@LINE-3]]:3: warning: 'pin' is written before anything waits for the copy from it
// CHECK: transfers-in-flight.cu:[[@LINE-3]]:7: note: it is done here

float tensorRead(const float *d, cudaStream_t s, int64_t n) {
  at::Tensor pin = at::zeros({n}).pin_memory();
  float *p = pin.data_ptr<float>();
  cudaMemcpyAsync(p, d, n * 4, cudaMemcpyDeviceToHost, s);
  return p[0];
}
// CHECK: transfers-in-flight.cu:[[@LINE-3]]:3: warning: 'pin' is read before anything waits for the copy to it

// Functions that fill memory.

void filled(float *d, cudaStream_t s, int n) {
  float *h, *g;
  cudaMallocHost((void **)&h, n * 4);
  cudaMallocHost((void **)&g, n * 4);
  cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, s);
  memset(h, 0, n * 4);
  cudaStreamSynchronize(s);
  cudaMemcpyAsync(d, g, n * 4, cudaMemcpyHostToDevice, s);
  std::fill(g, g + n, 0.f);
  cudaStreamSynchronize(s);
}
// CHECK: transfers-in-flight.cu:[[@LINE-7]]:3: warning: 'h' is written before anything waits for the copy from it
// CHECK: transfers-in-flight.cu:[[@LINE-7]]:{{[0-9]+}}: note: it is done here
// CHECK: transfers-in-flight.cu:[[@LINE-6]]:3: warning: 'g' is written before anything waits for the copy from it

// Silent: something waits, or may; only sizes are asked; a copy in the same
// stream; what is moved is only read; what is not known to be pinned, of which
// ATen makes a copy first.
at::Tensor waited(const at::Tensor &x, const at::Tensor &unknown, float *d,
                  cudaStream_t s, int64_t n, bool again) {
  auto pinned = at::empty({n}, at::TensorOptions().pinned_memory(true));
  auto y = x.cuda();
  pinned.copy_(y, true);
  cudaStreamSynchronize(s);
  float first = pinned.data_ptr<float>()[0];
  auto h = y.to(at::kCPU, true);
  auto like = at::empty_like(h);
  first += h.numel() + h.view({n}).size(0);
  auto back = h.to(at::kCUDA, true);
  use(h);
  first += h.data_ptr<float>()[0];
  auto k = y.to(at::kCPU, true);
  first += y.sum(0).item<float>();
  k.add_(k);
  auto moved = pinned.to(at::kCUDA, true);
  auto sum = pinned.add(pinned);
  cudaDeviceSynchronize();
  pinned.zero_();
  cudaMemcpyAsync(d, pinned.data_ptr<float>(), n * 4, cudaMemcpyHostToDevice,
                  s);
  cudaMemcpyAsync(pinned.data_ptr<float>(), d, n * 4, cudaMemcpyDeviceToHost,
                  s);
  cudaStreamSynchronize(s);
  auto host = at::zeros({n});
  host.copy_(y, true);
  host.zero_();
  auto there = unknown.to(at::kCUDA, true);
  unknown.zero_();
  auto late = y.to(at::kCPU, true);
  if (again)
    cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i)
    late.add_(sum);
  return first > 0 ? like.add(moved) : back.add(there);
}

at::Tensor otherMemory(const at::Tensor &x, int64_t n) {
  auto pinned = pinnedMemory(n);
  auto d = pinned.to(at::kCUDA, true);
  auto other = at::empty({n}, at::TensorOptions().pinned_memory(true));
  other.zero_();
  return d;
}
