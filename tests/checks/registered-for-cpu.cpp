// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Nothing waits for a tensor that is on the CPU: by a check of the function's
// own, or because the function is registered for the CPU alone.

// RUN: %clang_tidy -checks='-*,tensor-blocking-transfer' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <torch/extension.h>
#include <torch/library.h>

using at::Tensor;

#define CHECK_ON_CPU(x) TORCH_CHECK(x.is_cpu())

int64_t anywhere(const Tensor &lengths) {
  int64_t sum = 0;
  for (int64_t i = 0; i < lengths.size(0); ++i)
    sum += lengths[i].item<int64_t>();
  return sum;
}
// CHECK: registered-for-cpu.cpp:[[@LINE-3]]:{{[0-9]+}}: warning: item reads 'lengths[i]'

int64_t notThere(const Tensor &lengths) {
  TORCH_CHECK(!lengths.is_cpu());
  int64_t sum = 0;
  for (int64_t i = 0; i < lengths.size(0); ++i)
    sum += lengths[i].item<int64_t>();
  return sum;
}
// CHECK: registered-for-cpu.cpp:[[@LINE-3]]:{{[0-9]+}}: warning: item reads 'lengths[i]'

int64_t forBoth(const Tensor &lengths) {
  int64_t sum = 0;
  for (int64_t i = 0; i < lengths.size(0); ++i)
    sum += lengths[i].item<int64_t>();
  return sum;
}
// CHECK: registered-for-cpu.cpp:[[@LINE-3]]:{{[0-9]+}}: warning: item reads 'lengths[i]'

int64_t onEither(const Tensor &lengths) {
  TORCH_CHECK(lengths.is_cpu() || lengths.dim() == 1);
  int64_t sum = 0;
  for (int64_t i = 0; i < lengths.size(0); ++i)
    sum += lengths[i].item<int64_t>();
  return sum;
}
// CHECK: registered-for-cpu.cpp:[[@LINE-3]]:{{[0-9]+}}: warning: item reads 'lengths[i]'

int64_t onDevice(const Tensor &lengths) {
  TORCH_CHECK(lengths.device() == at::kCUDA);
  int64_t sum = 0;
  for (int64_t i = 0; i < lengths.size(0); ++i)
    sum += lengths[i].item<int64_t>();
  return sum;
}
// CHECK: registered-for-cpu.cpp:[[@LINE-3]]:{{[0-9]+}}: warning: item reads 'lengths[i]' by itself in every iteration and waits for it

// Silent.
int64_t byDevice(const Tensor &lengths) {
  TORCH_CHECK(lengths.device().is_cpu());
  int64_t sum = 0;
  for (int64_t i = 0; i < lengths.size(0); ++i)
    sum += lengths[i].item<int64_t>();
  return sum;
}
int64_t byComparison(const Tensor &lengths) {
  TORCH_CHECK(lengths.device() == at::kCPU);
  int64_t sum = 0;
  for (int64_t i = 0; i < lengths.size(0); ++i)
    sum += lengths[i].item<int64_t>();
  return sum;
}
int64_t byType(const Tensor &lengths) {
  if (lengths.device().type() != at::kCPU)
    return 0;
  int64_t sum = 0;
  for (int64_t i = 0; i < lengths.size(0); ++i)
    sum += lengths[i].item<int64_t>();
  return sum;
}
int64_t leaves(const Tensor &lengths) {
  if (!lengths.is_cpu())
    return 0;
  auto numbers = lengths.contiguous();
  int64_t sum = 0;
  for (int64_t i = 0; i < numbers.size(0); ++i)
    sum += numbers[i].item<int64_t>();
  return sum;
}
int64_t checked(const Tensor &lengths) {
  CHECK_ON_CPU(lengths);
  int64_t sum = 0;
  for (int64_t i = 0; i < lengths.size(0); ++i)
    sum += lengths[i].item<int64_t>();
  return sum;
}
int64_t forCpu(const Tensor &lengths) {
  int64_t sum = 0;
  for (int64_t i = 0; i < lengths.size(0); ++i)
    sum += lengths[i].item<int64_t>();
  return sum;
}

TORCH_LIBRARY_IMPL(ns, CPU, m) {
  m.impl("for_cpu", &forCpu);
  m.impl("for_both", &forBoth);
}
TORCH_LIBRARY_IMPL(ns, CUDA, m) { m.impl("for_both", &forBoth); }
