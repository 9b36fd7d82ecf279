// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What waits for the device in loops, in functions without a tensor.

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
#include <vector>

__global__ void kernel(float *p);
__global__ void step();

static void run(float *p, int n) {
  for (int i = 0; i < n; ++i) {
    kernel<<<1, 1>>>(p);
    cudaDeviceSynchronize();
  }
}
void call(at::Tensor x, int n) { run(x.data_ptr<float>(), n); }
// CHECK: runtime-loops.cu:[[@LINE-4]]:5: warning: cudaDeviceSynchronize stops the host in every iteration [tensor-blocking-transfer]
// CHECK: runtime-loops.cu:[[@LINE-7]]:3: note: the loop is here

void withoutArguments(int n) {
  for (int i = 0; i < n; ++i) {
    step<<<1, 1>>>();
    cudaDeviceSynchronize();
  }
}
// CHECK: runtime-loops.cu:[[@LINE-3]]:5: warning: cudaDeviceSynchronize stops the host in every iteration

void again(int n) {
  for (int i = 0; i < n; ++i) {
    float *p;
    cudaMalloc((void **)&p, n * 4);
    kernel<<<1, 1>>>(p);
    cudaFree(p);
  }
}
// CHECK: runtime-loops.cu:[[@LINE-5]]:5: warning: cudaMalloc makes the device wait in every iteration
// CHECK: runtime-loops.cu:[[@LINE-4]]:5: warning: cudaFree makes the device wait in every iteration

struct Solver {
  float *p;
  void solve(int n) {
    auto iterate = [=] {
      for (int i = 0; i < n; ++i) {
        kernel<<<1, 1>>>(p);
        cudaDeviceSynchronize();
      }
    };
    iterate();
  }
};
// CHECK: runtime-loops.cu:[[@LINE-6]]:9: warning: cudaDeviceSynchronize stops the host in every iteration

// Only possible: several buffers, each allocated and freed once.
void several(std::vector<float *> &all, int n) {
  for (float *&each : all)
    cudaMalloc((void **)&each, n * 4);
  kernel<<<1, 1>>>(all[0]);
  cudaDeviceSynchronize();
  for (float *each : all)
    cudaFree(each);
}
// POSSIBLE: runtime-loops.cu:[[@LINE-6]]:5: warning: cudaMalloc makes the device wait in every iteration
// POSSIBLE: runtime-loops.cu:[[@LINE-3]]:5: warning: cudaFree makes the device wait in every iteration

// Silent: for each device; for all that was started before; before the time is
// read; once.
void devices(std::vector<float *> &all, int n) {
  for (int i = 0; i < n; ++i) {
    cudaSetDevice(i);
    cudaMalloc((void **)&all[i], n * 4);
    kernel<<<1, 1>>>(all[i]);
    cudaDeviceSynchronize();
    cudaFree(all[i]);
  }
}
void events(std::vector<struct cudaEvent *> &all, float *p) {
  for (struct cudaEvent *each : all) {
    kernel<<<1, 1>>>(p);
    cudaEventRecord(each, 0);
  }
  for (struct cudaEvent *each : all)
    cudaEventSynchronize(each);
}
float measured(float *p, struct cudaEvent *from, struct cudaEvent *to, int n) {
  float total = 0, now;
  for (int i = 0; i < n; ++i) {
    cudaEventRecord(from, 0);
    kernel<<<1, 1>>>(p);
    cudaEventRecord(to, 0);
    cudaEventSynchronize(to);
    cudaEventElapsedTime(&now, from, to);
    total += now;
  }
  return total;
}
void once(float *p, int n) {
  float *scratch;
  cudaMalloc((void **)&scratch, n * 4);
  for (int i = 0; i < n; ++i)
    kernel<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  cudaFree(scratch);
}
