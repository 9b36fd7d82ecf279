// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

// Arguments of a kernel in an array, which is filled at once or one by one, and
// pointers as numbers.

#include <cuda.h>
#include <cuda_runtime.h>
#include <torch/extension.h>
#include <vector>

__global__ void kernel(float *p, int64_t n);

void atOnce(at::Tensor x) {
  float *p = x.data_ptr<float>();
  int64_t n = x.numel();
  void *arguments[] = {&p, &n};
  cudaLaunchKernel((const void *)kernel, dim3(1), dim3(1), arguments, 0, 0);
}
// CHECK: argument-arrays.cu:[[@LINE-5]]:16: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'atOnce' establishes it
void oneByOne(at::Tensor x) {
  float *p = x.data_ptr<float>();
  int64_t n = x.numel();
  void *arguments[2];
  arguments[0] = &p;
  arguments[1] = &n;
  cudaLaunchKernel((const void *)kernel, dim3(1), dim3(1), arguments, 0, 0);
}
// CHECK: argument-arrays.cu:[[@LINE-7]]:16: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'oneByOne' establishes it
void inAVector(at::Tensor x) {
  float *p = x.data_ptr<float>();
  int64_t n = x.numel();
  std::vector<void *> arguments;
  arguments.push_back(&p);
  arguments.push_back(&n);
  cudaLaunchConfig_t config{dim3(1), dim3(1), 0, 0};
  cudaLaunchKernelExC(&config, (const void *)kernel, arguments.data());
}
// CHECK: argument-arrays.cu:[[@LINE-8]]:16: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'inAVector' establishes it
void cooperative(at::Tensor x) {
  float *p = x.data_ptr<float>();
  int64_t n = x.numel();
  void *arguments[] = {&p, &n};
  cudaLaunchCooperativeKernel((const void *)kernel, dim3(1), dim3(1), arguments,
                              0, 0);
}
// CHECK: argument-arrays.cu:[[@LINE-6]]:16: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'cooperative' establishes it

void asNumber(at::Tensor x, CUfunction f) {
  CUdeviceptr p = (CUdeviceptr)x.data_ptr();
  int64_t n = x.numel();
  void *arguments[] = {&p, &n};
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, arguments, nullptr);
}
// CHECK: argument-arrays.cu:[[@LINE-5]]:34: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'asNumber' establishes it
void asNumberOneByOne(at::Tensor x, CUfunction f) {
  CUdeviceptr p;
  p = reinterpret_cast<CUdeviceptr>(x.data_ptr<float>());
  int64_t n = x.numel();
  void *arguments[2];
  arguments[0] = &p;
  arguments[1] = &n;
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, arguments, nullptr);
}
// CHECK: argument-arrays.cu:[[@LINE-7]]:39: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'asNumberOneByOne' establishes it

// Silent: checked; the strides are among the arguments; of an address only the
// alignment is looked at.
void checked(at::Tensor x, CUfunction f) {
  TORCH_CHECK(x.is_contiguous());
  CUdeviceptr p = (CUdeviceptr)x.data_ptr();
  int64_t n = x.numel();
  void *arguments[2];
  arguments[0] = &p;
  arguments[1] = &n;
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, arguments, nullptr);
}
void strided(at::Tensor x, CUfunction f) {
  TORCH_CHECK(x.dim() == 1);
  CUdeviceptr p = (CUdeviceptr)x.data_ptr();
  int64_t n = x.numel(), stride = x.stride(0);
  void *arguments[3];
  arguments[0] = &p;
  arguments[1] = &n;
  arguments[2] = &stride;
  cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, arguments, nullptr);
}
static bool isAligned(uint64_t address) { return address % 16 == 0; }
bool aligned(at::Tensor x) {
  uint64_t address = (uint64_t)x.data_ptr();
  return isAligned(address) && x.numel() % 4 == 0;
}

PYBIND11_MODULE(ext, m) {
  m.def("atOnce", &atOnce);
  m.def("oneByOne", &oneByOne);
  m.def("inAVector", &inAVector);
  m.def("cooperative", &cooperative);
  m.def("asNumber", &asNumber);
  m.def("asNumberOneByOne", &asNumberOneByOne);
  m.def("checked", &checked);
  m.def("strided", &strided);
  m.def("aligned", &aligned);
}
