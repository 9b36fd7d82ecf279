// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A sum of bool or of small integers is one of int64, and the whole operand is
// made that first. Types are known from what computes them, from checks, and
// from pointers that every call that returns has taken.

// RUN: %clang_tidy -checks='-*,tensor-hidden-copy' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

#include <torch/extension.h>

using at::Tensor;

void use(const void *p);

Tensor ofComparison(const Tensor &x) { return (x > 0).sum(); }
// CHECK: converted-sums.cpp:[[@LINE-1]]:{{.*}}: warning: sum copies '(x > 0)' (about 8*x.numel() bytes): its elements are made int64 first
// CHECK: note: on the CPU, count_nonzero() counts without a copy

Tensor alongAnAxis(const Tensor &x) { return (x > 0).sum({1}, true); }
// CHECK: converted-sums.cpp:[[@LINE-1]]:{{.*}}: warning: sum copies '(x > 0)'

Tensor checkedByType(const Tensor &x) {
  TORCH_CHECK(x.scalar_type() == at::kInt);
  return x.cumsum(0);
}
// CHECK: converted-sums.cpp:[[@LINE-2]]:{{.*}}: warning: cumsum copies 'x' (about 8*x.numel() bytes): its elements are made int64 first
// CHECK: note: 'x' in the type that it is summed in, from where it is made on, is converted by no call

Tensor checkedByMeta(const Tensor &x) {
  TORCH_CHECK(at::kInt == x.scalar_type() && x.dim() > 0);
  if (x.dtype() != at::kInt)
    return x;
  return x.sum();
}
// CHECK: converted-sums.cpp:[[@LINE-2]]:{{.*}}: warning: sum copies 'x'

Tensor keptType(const Tensor &x) {
  const auto type = x.scalar_type();
  TORCH_CHECK(type == at::kBool);
  return x.sum();
}
// CHECK: converted-sums.cpp:[[@LINE-2]]:{{.*}}: warning: sum copies 'x'

Tensor asked(const Tensor &x) {
  TORCH_CHECK(x.dtype() == at::kFloat);
  return x.sum(at::kDouble);
}
// CHECK: converted-sums.cpp:[[@LINE-2]]:{{.*}}: warning: sum copies 'x' (about 8*x.numel() bytes): its elements are made the type asked for first

// The pointer comes later, but each call that returns has taken it.
int64_t byPointer(const Tensor &mask) {
  const Tensor count = mask.sum();
  auto copy = mask.expect_contiguous();
  const bool *p = copy->const_data_ptr<bool>();
  return count.item<int64_t>() + (p[0] ? 1 : 0);
}
// CHECK: converted-sums.cpp:[[@LINE-5]]:{{.*}}: warning: sum copies 'mask' (about 8*mask.numel() bytes)

// As a dispatch over types ends.
int64_t orThrows(const Tensor &mask, int kind) {
  const int64_t count = mask.sum().item<int64_t>();
  switch (kind) {
  case 0:
    return count + (mask.const_data_ptr<bool>()[0] ? 1 : 0);
  default:
    TORCH_CHECK(false);
  }
  return count;
}
// CHECK: converted-sums.cpp:[[@LINE-9]]:{{.*}}: warning: sum copies 'mask'

// A pointer of bytes may be one to a quantized tensor's: the branch lives.
Tensor quantized(const Tensor &x) {
  use(x.const_data_ptr<uint8_t>());
  if (x.scalar_type() == static_cast<at::ScalarType>(13))
    return (x > 0).sum();
  return x;
}
// CHECK: converted-sums.cpp:[[@LINE-3]]:{{.*}}: warning: sum copies '(x > 0)'

// Silent: nothing says which type, or it is the one that sums have.
Tensor unknown(const Tensor &x) { return x.sum(); }
Tensor floating(const Tensor &x) {
  TORCH_CHECK(x.dtype() == at::kFloat);
  return x.sum();
}
Tensor longs(const Tensor &x) {
  TORCH_CHECK(x.scalar_type() == at::kLong);
  return x.cumsum(0);
}
Tensor inPlace(const Tensor &x) {
  TORCH_CHECK(x.scalar_type() == at::kInt);
  return x.cumsum_(0);
}
Tensor elsewhere(const Tensor &x, const Tensor &y) {
  if (x.scalar_type() == at::kInt)
    return y;
  return x.sum();
}
Tensor otherType(Tensor x) {
  const auto type = x.scalar_type();
  x = x.to(at::kFloat);
  TORCH_CHECK(type == at::kBool);
  return x.sum();
}
int64_t onSomePaths(const Tensor &mask, bool wants) {
  const int64_t count = mask.sum().item<int64_t>();
  if (!wants)
    return count;
  return count + (mask.const_data_ptr<bool>()[0] ? 1 : 0);
}
int64_t ofTwoTypes(const Tensor &mask) {
  const int64_t count = mask.sum().item<int64_t>();
  if (mask.dim() == 1)
    return count + (mask.const_data_ptr<bool>()[0] ? 1 : 0);
  return count + mask.const_data_ptr<int64_t>()[0];
}
// One case of a dispatch over types is lowered for all.
#define DISPATCH(TYPE, ...)                                                    \
  [&] {                                                                        \
    switch (TYPE) {                                                            \
    case at::kInt: {                                                           \
      using scalar_t = int32_t;                                                \
      return __VA_ARGS__();                                                    \
    }                                                                          \
    case at::kLong: {                                                          \
      using scalar_t = int64_t;                                                \
      return __VA_ARGS__();                                                    \
    }                                                                          \
    default:                                                                   \
      TORCH_CHECK(false);                                                      \
    }                                                                          \
  }()
Tensor dispatched(const Tensor &x) {
  DISPATCH(x.scalar_type(), [&] { use(x.const_data_ptr<scalar_t>()); });
  return x.cumsum(0);
}
template <typename T> Tensor instantiated(const Tensor &x) {
  use(x.const_data_ptr<T>());
  return x.cumsum(0);
}
template Tensor instantiated<int32_t>(const Tensor &x);
template Tensor instantiated<int64_t>(const Tensor &x);
int64_t ofAnother(Tensor mask, const Tensor &x) {
  const int64_t count = mask.sum().item<int64_t>();
  mask = x > 0;
  return count + (mask.const_data_ptr<bool>()[0] ? 1 : 0);
}
