// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies between host and device by CUDA's runtime: memory that is pageable,
// changed too early, or moves by itself.

// RUN: %clang_tidy -checks='-*,tensor-blocking-transfer' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %clang_tidy -checks='-*,tensor-blocking-transfer' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,POSSIBLE \
// RUN:     --implicit-check-not=warning: --implicit-check-not=error:

#include <ATen/ATen.h>
#include <cuda_runtime.h>
#include <string.h>
#include <string>
#include <vector>

__global__ void kernel(float *p);
void unseen();

// Every kind of pageable memory.

void containers(float *d, const std::vector<float> &v, std::string &s,
                cudaStream_t stream, int n) {
  for (int i = 0; i < n; ++i) {
    cudaMemcpyAsync(d, v.data(), v.size() * 4, cudaMemcpyHostToDevice, stream);
    kernel<<<1, 1, 0, stream>>>(d);
    cudaMemcpyAsync(&s[0], d, 8, cudaMemcpyDeviceToHost, stream);
    kernel<<<1, 1, 0, stream>>>(d);
  }
}
// CHECK: runtime-copies.cu:[[@LINE-6]]:5: warning: cudaMemcpyAsync is not asynchronous: 'v' (std::vector) is in pageable memory [tensor-blocking-transfer]
// CHECK: note: it returns when all of it went through a buffer of the driver
// CHECK: runtime-copies.cu:[[@LINE-6]]:5: warning: cudaMemcpyAsync is not asynchronous: 's' (std::string) is in pageable memory
// CHECK: note: it returns when the copy has ended; page-locked memory

void heap(float *d, cudaStream_t stream, int n) {
  float *a = new float[n];
  float *b = static_cast<float *>(malloc(n * 4));
  float c[8];
  float *e = c;
  for (int i = 0; i < n; ++i) {
    cudaMemcpyAsync(d, a, n * 4, cudaMemcpyHostToDevice, stream);
    kernel<<<1, 1, 0, stream>>>(d);
    cudaMemcpyAsync(d, b + i, n * 4, cudaMemcpyHostToDevice, stream);
    kernel<<<1, 1, 0, stream>>>(d);
    cudaMemcpyAsync(e + 1, d, 4, cudaMemcpyDeviceToHost, stream);
    kernel<<<1, 1, 0, stream>>>(d);
  }
  free(b);
  delete[] a;
}
// CHECK: runtime-copies.cu:[[@LINE-10]]:5: warning: cudaMemcpyAsync is not asynchronous: 'a' (new) is in pageable memory
// CHECK: runtime-copies.cu:[[@LINE-3]]:12: note: page-locked memory must not change here before the stream is synchronised
// CHECK: runtime-copies.cu:[[@LINE-10]]:5: warning: cudaMemcpyAsync is not asynchronous: 'b' (malloc) is in pageable memory
// CHECK: runtime-copies.cu:[[@LINE-9]]:5: warning: cudaMemcpyAsync is not asynchronous: 'c' (an array) is in pageable memory

void tensors(float *d, cudaStream_t stream, int n) {
  at::Tensor host = at::zeros({1024, 1024});
  for (int i = 0; i < n; ++i) {
    cudaMemcpyAsync(d, host.data_ptr<float>(), host.numel() * 4,
                    cudaMemcpyHostToDevice, stream);
    kernel<<<1, 1, 0, stream>>>(d);
  }
}
// CHECK: runtime-copies.cu:[[@LINE-5]]:5: warning: cudaMemcpyAsync is not asynchronous: 'host' (a tensor of the CPU that is not pinned) is in pageable memory

// Members of the object own memory, too, and a copy on the CPU is pageable.
struct Uploader {
  std::vector<float> staged, locked;
  float plain[8];
  Uploader(int n) : staged(n), locked(n) {
    cudaHostRegister(locked.data(), n * 4, 0);
  }
  void upload(float *d, cudaStream_t stream, int n) {
    for (int i = 0; i < n; ++i) {
      cudaMemcpyAsync(d, staged.data(), n * 4, cudaMemcpyHostToDevice, stream);
      kernel<<<1, 1, 0, stream>>>(d);
      staged[0] = i;
    }
  }
  // Silent: page-locked elsewhere, or where the object is.
  void other(float *d, cudaStream_t stream, int n) {
    for (int i = 0; i < n; ++i) {
      cudaMemcpyAsync(d, locked.data(), n * 4, cudaMemcpyHostToDevice, stream);
      cudaMemcpyAsync(d, plain, n * 4, cudaMemcpyHostToDevice, stream);
      kernel<<<1, 1, 0, stream>>>(d);
    }
  }
};
// CHECK: runtime-copies.cu:[[@LINE-14]]:7: warning: cudaMemcpyAsync is not asynchronous: 'staged' (std::vector) is in pageable memory
// CHECK: runtime-copies.cu:[[@LINE-13]]:{{[0-9]+}}: note: page-locked memory must not change here before the stream is synchronised

void broughtBack(const at::Tensor &x, float *d, cudaStream_t stream, int n) {
  for (int i = 0; i < n; ++i) {
    at::Tensor host = x.cpu();
    cudaMemcpyAsync(d, host.data_ptr<float>(), host.numel() * 4,
                    cudaMemcpyHostToDevice, stream);
    kernel<<<1, 1, 0, stream>>>(d);
  }
}
// CHECK: runtime-copies.cu:[[@LINE-6]]:25: warning: cpu waits for 'x' in every iteration, if it is on a device
// CHECK: runtime-copies.cu:[[@LINE-6]]:5: warning: cudaMemcpyAsync is not asynchronous: 'host' (a tensor of the CPU that is not pinned) is in pageable memory

// Silent: to() of a device with non_blocking gives page-locked memory, and of a
// pinned tensor cpu() gives that.
void broughtPinned(const at::Tensor &x, float *d, cudaStream_t stream, int n) {
  at::Tensor pinned = at::zeros({1024, 1024}).pin_memory();
  for (int i = 0; i < n; ++i) {
    at::Tensor host = x.to(at::kCPU, true);
    at::Tensor same = pinned.cpu();
    cudaStreamSynchronize(stream);
    cudaMemcpyAsync(d, host.data_ptr<float>(), host.numel() * 4,
                    cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(d, same.data_ptr<float>(), same.numel() * 4,
                    cudaMemcpyHostToDevice, stream);
    kernel<<<1, 1, 0, stream>>>(d);
  }
}
// POSSIBLE: runtime-copies.cu:[[@LINE-8]]:5: warning: cudaStreamSynchronize stops the host in every iteration

// Silent: pinned, on the device, not known, small enough for the driver to
// take over at once, or waited for right away.
void notPageable(float *d, float *unknown, cudaStream_t stream, int n) {
  float *pinned = nullptr, *device = nullptr;
  cudaMallocHost((void **)&pinned, n * 4);
  cudaMalloc((void **)&device, n * 4);
  std::vector<float> v(n), registered(n);
  cudaHostRegister(registered.data(), n * 4, 0);
  at::Tensor host = at::zeros({1024}).pin_memory();
  float few[4] = {};
  for (int i = 0; i < n; ++i) {
    cudaMemcpyAsync(d, pinned, n * 4, cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(d, device, n * 4, cudaMemcpyDeviceToDevice, stream);
    cudaMemcpyAsync(d, unknown, n * 4, cudaMemcpyHostToDevice, stream);
    cudaMemcpyAsync(d, registered.data(), n * 4, cudaMemcpyHostToDevice,
                    stream);
    cudaMemcpyAsync(d, host.data_ptr<float>(), 4096, cudaMemcpyHostToDevice,
                    stream);
    cudaMemcpyAsync(d, few, sizeof(few), cudaMemcpyHostToDevice, stream);
    kernel<<<1, 1, 0, stream>>>(d);
  }
  cudaMemcpyAsync(v.data(), d, n * 4, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  unknown[0] = v[0];
}

// What is in flight and changes, or is read before it has arrived.

void changed(float *d, cudaStream_t stream, int n) {
  float *h;
  cudaMallocHost((void **)&h, n * 4);
  cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, stream);
  h[0] = 1;
  cudaStreamSynchronize(stream);
}
// CHECK: runtime-copies.cu:[[@LINE-4]]:3: warning: 'h' is written before anything waits for the copy from it
// CHECK: runtime-copies.cu:[[@LINE-4]]:3: note: it is done here

void filledAgain(float *d, const float *from, cudaStream_t stream, int n) {
  float *h;
  cudaMallocHost((void **)&h, n * 4);
  for (int i = 0; i < n; ++i) {
    memcpy(h, from + i, n * 4);
    cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, stream);
    kernel<<<1, 1, 0, stream>>>(d);
  }
}
// CHECK: runtime-copies.cu:[[@LINE-4]]:5: warning: 'h' is written before anything waits for the copy from it
// CHECK: runtime-copies.cu:[[@LINE-6]]:12: note: it is done here

float readEarly(const float *d, cudaStream_t stream) {
  float *h;
  cudaMallocHost((void **)&h, 4);
  cudaMemcpyAsync(h, d, 4, cudaMemcpyDeviceToHost, stream);
  return *h;
}
// CHECK: runtime-copies.cu:[[@LINE-3]]:3: warning: 'h' is read before anything waits for the copy to it

void freedEarly(float *d, cudaStream_t stream, int n) {
  float *h = new float[n];
  cudaHostRegister(h, n * 4, 0);
  cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, stream);
  delete[] h;
}
// CHECK: runtime-copies.cu:[[@LINE-3]]:3: warning: 'h' is freed before anything waits for the copy from it

// Silent: something waits, or may; the copy only reads; it is freed by what
// waits.
float waited(float *d, cudaStream_t stream, cudaEvent *done, int n) {
  float *h, *r, *u;
  cudaMallocHost((void **)&h, n * 4);
  cudaMallocHost((void **)&r, n * 4);
  cudaMallocHost((void **)&u, n * 4);
  cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, stream);
  float first = h[0];
  cudaMemcpyAsync(r, d, n * 4, cudaMemcpyDeviceToHost, stream);
  cudaEventRecord(done, stream);
  cudaEventSynchronize(done);
  h[0] = r[0];
  cudaMemcpyAsync(u, d, n * 4, cudaMemcpyDeviceToHost, stream);
  unseen();
  first += u[0];
  cudaMemcpyAsync(d, h, n * 4, cudaMemcpyHostToDevice, stream);
  cudaFreeHost(h);
  return first;
}

// Waiting and copying in loops.

void loops(float *d, cudaStream_t stream, int n) {
  std::vector<float> v(n);
  for (int i = 0; i < n; ++i) {
    cudaMemcpy(d, v.data(), n * 4, cudaMemcpyHostToDevice);
    kernel<<<1, 1, 0, stream>>>(d);
    cudaDeviceSynchronize();
  }
  for (int i = 0; i < n; ++i) {
    kernel<<<1, 1, 0, stream>>>(d);
    cudaStreamSynchronize(stream);
  }
  cudaDeviceSynchronize();
}
// CHECK: runtime-copies.cu:[[@LINE-10]]:5: warning: cudaMemcpy waits for its copy in every iteration
// CHECK: runtime-copies.cu:[[@LINE-9]]:5: warning: cudaDeviceSynchronize stops the host in every iteration
// POSSIBLE: runtime-copies.cu:[[@LINE-6]]:5: warning: cudaStreamSynchronize stops the host in every iteration

void peers(float *d, const float *s, int n) {
  cudaMemcpyPeer(d, 0, s, 1, n * 4);
}
// POSSIBLE: runtime-copies.cu:[[@LINE-2]]:3: warning: cudaMemcpyPeer goes through the host unless the devices reach each other

// Silent: it asks.
void askedPeers(float *d, const float *s, int n) {
  int can = 0;
  cudaDeviceCanAccessPeer(&can, 0, 1);
  cudaMemcpyPeer(d, 0, s, 1, n * 4);
}

float managed(int n) {
  float *m, sum = 0;
  cudaMallocManaged((void **)&m, n * 4);
  for (int i = 0; i < n; ++i) {
    kernel<<<1, 1>>>(m);
    cudaDeviceSynchronize();
    sum += m[i];
  }
  return sum;
}
// CHECK: runtime-copies.cu:[[@LINE-5]]:5: warning: cudaDeviceSynchronize stops the host in every iteration
// CHECK: runtime-copies.cu:[[@LINE-5]]:12: warning: the pages of 'm' move to the host and back in every iteration
// CHECK: note: a kernel uses it here

// Silent: on one side in the loop, or prefetched.
float managedOnce(int n) {
  float *m, *p, sum = 0;
  cudaMallocManaged((void **)&m, n * 4);
  cudaMallocManaged((void **)&p, n * 4);
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1>>>(m);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i)
    sum += m[i];
  for (int i = 0; i < n; ++i) {
    p[0] = i;
    cudaMemPrefetchAsync(p, n * 4, 0);
    kernel<<<1, 1>>>(p);
  }
  return sum;
}
