// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// All numbers that a function waits for make one finding. Numbers on the CPU
// are not waited for: those of a function that says so, and what it was given.
// Nor is it likely of several that travel in one tensor.

// RUN: %clang_tidy -checks='-*,tensor-blocking-transfer' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

#include <torch/extension.h>

using at::Tensor;

Tensor cumsum_cpu(const Tensor &x);
Tensor cumsum_anywhere(const Tensor &x);

int64_t several_forward(const Tensor &x, const Tensor &y) {
  const auto a = x[0].item<int64_t>();
  const auto b = y.sum().item<int64_t>();
  return a + b + y.sum().item<int64_t>();
}
// CHECK: waits-of-a-function.cpp:[[@LINE-4]]:{{.*}}: warning: item waits for 'x[0]' and 'y.sum()', if they are on a device
// CHECK: waits-of-a-function.cpp:[[@LINE-4]]:{{.*}}: note: it waits for 'y.sum()' here
// CHECK: waits-of-a-function.cpp:[[@LINE-4]]:{{.*}}: note: it waits for 'y.sum()' here
// CHECK: note: a number that the host knows already

int64_t many_forward(const Tensor &a, const Tensor &b, const Tensor &c,
                     const Tensor &d, const Tensor &e, const Tensor &f) {
  return a.item<int64_t>() + b.item<int64_t>() + c.item<int64_t>() +
         d.item<int64_t>() + e.item<int64_t>() + f.item<int64_t>();
}
// CHECK: warning: item waits for 'a', 'b', 'c', 'd' and 2 more, if they are on a device

int64_t unknown_forward(const Tensor &x) {
  auto offsets = cumsum_anywhere(x);
  return offsets[-1].item<int64_t>();
}
// CHECK: waits-of-a-function.cpp:[[@LINE-2]]:{{.*}}: warning: item waits for 'offsets[-1]'

int64_t moved_forward(const Tensor &x, const Tensor &like) {
  auto offsets = cumsum_cpu(x);
  offsets = offsets.to(like.device(), at::kLong);
  return offsets[-1].item<int64_t>();
}
// CHECK: waits-of-a-function.cpp:[[@LINE-2]]:{{.*}}: warning: item waits for 'offsets[-1]'

int64_t eitherWay_forward(const Tensor &n) {
  if (n.dim() == 1)
    return n.item<int64_t>();
  auto sums = cumsum_cpu(n);
  return 0;
}
// CHECK: waits-of-a-function.cpp:[[@LINE-4]]:{{.*}}: warning: item waits for 'n'

int64_t onDevice_forward(const Tensor &n) {
  if (n.is_cpu()) {
    auto sums = cumsum_cpu(n);
    return 0;
  }
  return n.item<int64_t>();
}
// CHECK: waits-of-a-function.cpp:[[@LINE-2]]:{{.*}}: warning: item waits for 'n'{{ }}

Tensor from_cpu_to_device(const Tensor &x);
Tensor copy_to_cpu(const Tensor &x);
int64_t otherNames_forward(const Tensor &n) {
  auto copy = copy_to_cpu(n);
  auto there = from_cpu_to_device(copy);
  return there.item<int64_t>() + n.item<int64_t>();
}
// CHECK: waits-of-a-function.cpp:[[@LINE-2]]:{{.*}}: warning: item waits for 'there' and 'n', if they are on a device

Tensor sumOnCpu(const Tensor &x);
int64_t otherWords_forward(const Tensor &n) {
  return sumOnCpu(n).item<int64_t>();
}
// CHECK: waits-of-a-function.cpp:[[@LINE-2]]:{{.*}}: warning: item waits for 'sumOnCpu(n)'

// Silent.
int64_t result_forward(const Tensor &x, const Tensor &like) {
  auto offsets = cumsum_cpu(x);
  const auto last = offsets[-1].item<int64_t>();
  offsets = offsets.to(like.device(), at::kLong);
  return last;
}
Tensor vector_cpu(const Tensor &x);
Tensor rowsCPU(const Tensor &x);
int64_t words_forward(const Tensor &x) {
  return vector_cpu(x).item<int64_t>() + rowsCPU(x).item<int64_t>();
}
int64_t given_forward(const Tensor &rows) {
  const auto most = rows.sum().item<int64_t>();
  const auto counts = rows;
  auto offsets = cumsum_cpu(counts);
  return most;
}
int64_t pieces_forward(const Tensor &numbers) {
  return numbers[0].item<int64_t>() + numbers[1].item<int64_t>();
}
