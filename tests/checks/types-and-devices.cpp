// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Whether to() gives the tensor itself, stepped as it is here, or a copy that is
// dense depends on its type and its device, which are followed.
//
// RUN: %clang_tidy -checks='-*,tensor-view-after-transpose' %s -- -std=c++17 \
// RUN:   -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <ATen/ATen.h>

using at::Tensor;

Tensor sameType(int64_t n) {
  auto x = at::empty({n, 6}, at::kHalf).slice(1, 0, 3);
  return x.to(at::kHalf).view({-1});
}
// CHECK: types-and-devices.cpp:[[@LINE-2]]:26: warning: 'x.to(at::kHalf)' cannot be viewed as {{.*}}; this throws
Tensor otherType(int64_t n) {
  auto x = at::empty({n, 6}, at::kFloat).slice(1, 0, 3);
  return x.to(at::kHalf).view({-1});
}
// What a tensor has goes on to its views and copies.
Tensor handedOn(int64_t n) {
  auto x = at::zeros_like(at::empty({6, n}, at::kHalf).t().contiguous());
  return x.slice(1, 0, 3).to(at::kHalf).view({-1});
}
// CHECK: types-and-devices.cpp:[[@LINE-2]]:41: warning: {{.*}} cannot be viewed as {{.*}}; this throws
Tensor converted(int64_t n) {
  auto x = at::empty({n, 6}, at::kHalf).to(at::kFloat);
  return x.slice(1, 0, 3).to(at::kHalf).view({-1});
}
// The type that is the default may have been changed.
Tensor byDefault(int64_t n) {
  auto x = at::empty({n, 6}).slice(1, 0, 3);
  return x.to(at::kFloat).view({-1});
}
Tensor ofTheCaller(const Tensor &y, int64_t n) {
  auto x = at::empty({n, 6}, y.options()).slice(1, 0, 3);
  return x.to(at::kFloat).view({-1});
}
Tensor inAVariable(int64_t n, bool half) {
  auto x = at::empty({n, 6}, at::kHalf).slice(1, 0, 3);
  auto type = at::kHalf;
  if (!half)
    type = at::kFloat;
  return x.to(type).view({-1});
}
Tensor joined(int64_t n, bool half) {
  auto x = at::empty({n, 6}, at::kHalf).slice(1, 0, 3);
  if (half)
    x = at::empty({n, 6}, at::kFloat).slice(1, 0, 3);
  return x.to(at::kHalf).view({-1});
}

// Without a device it is on the CPU.
Tensor sameDevice(int64_t n) {
  auto x = at::empty({n, 6}).slice(1, 0, 3);
  return x.to(at::TensorOptions(at::kCPU)).view({-1});
}
// CHECK: types-and-devices.cpp:[[@LINE-2]]:44: warning: {{.*}} cannot be viewed as {{.*}}; this throws
Tensor stays(int64_t n) {
  auto x = at::empty({n, 6}).slice(1, 0, 3);
  return x.cpu().view({-1});
}
// CHECK: types-and-devices.cpp:[[@LINE-2]]:18: warning: {{.*}} cannot be viewed as {{.*}}; this throws
Tensor moves(int64_t n) {
  auto x = at::empty({n, 6}).slice(1, 0, 3);
  return x.cuda().view({-1});
}
Tensor movesBack(int64_t n) {
  auto options = at::TensorOptions(at::kHalf).device(at::kCUDA);
  auto x = at::empty({n, 6}, options).slice(1, 0, 3);
  return x.cpu().view({-1});
}
// Which of the devices it is on is not known.
Tensor elsewhere(int64_t n) {
  auto x = at::empty({n, 6}, at::Device(at::kCUDA, 1)).slice(1, 0, 3);
  return x.cuda().view({-1});
}
Tensor typeAndDevice(int64_t n) {
  auto options = at::TensorOptions(at::kHalf).device(at::kCPU);
  auto x = at::empty({n, 6}, options).slice(1, 0, 3);
  return x.to(options).view({-1});
}
// CHECK: types-and-devices.cpp:[[@LINE-2]]:24: warning: {{.*}} cannot be viewed as {{.*}}; this throws
Tensor given(int64_t n, at::TensorOptions options) {
  auto x = at::empty({n, 6}, options).slice(1, 0, 3);
  return x.to(options).view({-1});
}
