// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CUDA's driver: its addresses are numbers, and macros rename its functions.

// RUN: %clang_tidy -checks='-*,tensor-blocking-transfer' %s -- \
// RUN:   -std=c++17 -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %clang_tidy -checks='-*,tensor-blocking-transfer' %s -- \
// RUN:   -DCUDA_API_PER_THREAD_DEFAULT_STREAM \
// RUN:   -std=c++17 -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda.h>
#include <ATen/ATen.h>
#include <string.h>
#include <vector>

void launch(CUfunction f, CUdeviceptr d, CUstream s) {
  void *arguments[] = {&d};
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, s, arguments, 0);
}

void pageable(CUdeviceptr d, CUfunction f, CUstream s, int n) {
  std::vector<float> v(n);
  for (int i = 0; i < n; ++i) {
    cuMemcpyHtoDAsync(d, v.data(), v.size() * 4, s);
    launch(f, d, s);
    cuMemcpyDtoH(v.data(), d, 4);
  }
}
// CHECK: driver-copies.cpp:[[@LINE-5]]:5: warning: cuMemcpyHtoDAsync_v2{{.*}} is not asynchronous: 'v' (std::vector) is in pageable memory [tensor-blocking-transfer]
// CHECK: driver-copies.cpp:[[@LINE-4]]:5: warning: cuMemcpyDtoH_v2{{.*}} waits for its copy in every iteration

// Of two sides, the one that is a number is the device's: the other is not.
void unknownHost(const float *from, CUfunction f, CUstream s, int n) {
  CUdeviceptr d;
  cuMemAlloc(&d, n * 4);
  for (int i = 0; i < n; ++i) {
    cuMemcpyHtoD(d, from + i, 4);
    launch(f, d, s);
    cuCtxSynchronize();
  }
  cuMemFree(d);
}
// CHECK: driver-copies.cpp:[[@LINE-6]]:5: warning: cuMemcpyHtoD_v2{{.*}} waits for its copy in every iteration
// CHECK: driver-copies.cpp:[[@LINE-5]]:5: warning: cuCtxSynchronize stops the host in every iteration

void changed(CUdeviceptr d, CUstream s, int n) {
  float *h;
  cuMemAllocHost((void **)&h, n * 4);
  cuMemcpyHtoDAsync(d, h, n * 4, s);
  h[0] = 1;
  cuStreamSynchronize(s);
}
// CHECK: driver-copies.cpp:[[@LINE-4]]:3: warning: 'h' is written before anything waits for the copy from it

void allocates(CUfunction f, CUstream s, int n) {
  for (int i = 0; i < n; ++i) {
    CUdeviceptr d;
    cuMemAlloc(&d, n * 4);
    launch(f, d, s);
    cuMemFree(d);
  }
}
// CHECK: driver-copies.cpp:[[@LINE-5]]:5: warning: cuMemAlloc_v2 makes the device wait in every iteration
// CHECK: driver-copies.cpp:[[@LINE-4]]:5: warning: cuMemFree_v2 makes the device wait in every iteration

// Silent: pinned, not known, waited for, between two addresses, once.
float fine(CUdeviceptr d, CUdeviceptr e, const float *unknown, CUfunction f,
           CUstream s, CUevent done, int n) {
  float *h;
  cuMemAllocHost((void **)&h, n * 4);
  std::vector<float> registered(n);
  cuMemHostRegister(registered.data(), n * 4, 0);
  for (int i = 0; i < n; ++i) {
    cuMemcpyHtoDAsync(d, h, n * 4, s);
    cuMemcpyHtoDAsync(d, registered.data(), n * 4, s);
    cuMemcpyHtoDAsync(d, unknown, n * 4, s);
    cuMemcpyDtoD_v2(d, e, n * 4);
    cuMemcpy(d, e, n * 4);
    launch(f, d, s);
  }
  cuMemcpyHtoD(d, registered.data(), 4);
  cuMemcpyDtoHAsync(h, d, n * 4, s);
  cuEventRecord(done, s);
  cuEventSynchronize(done);
  return h[0];
}

// Silent: the address is a number, which the host may read and change.
void steps(CUdeviceptr d, float *unknown, CUstream s, int n) {
  for (int i = 0; i < n; ++i) {
    cuMemcpyHtoDAsync(d, unknown, 4, s);
    d += 4;
  }
}

// Silent: the time of the device is measured.
float measured(CUfunction f, CUdeviceptr d, CUstream s, CUevent from,
               CUevent to, int n) {
  float total = 0, once;
  for (int i = 0; i < n; ++i) {
    cuEventRecord(from, s);
    launch(f, d, s);
    cuEventRecord(to, s);
    cuEventSynchronize(to);
    cuEventElapsedTime(&once, from, to);
    total += once;
  }
  return total;
}
