// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A memory format in TensorOptions decides the layout of what is allocated.
//
// RUN: %clang_tidy -checks='-*,tensor-view-after-transpose' %s -- -std=c++17 \
// RUN:   -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <ATen/ATen.h>

using at::MemoryFormat;
using at::Tensor;

Tensor plain(int64_t n) {
  return at::empty({n, 3, 4, 5}, at::kFloat).view({-1});
}
Tensor chain(int64_t n) {
  auto options = at::TensorOptions(at::kFloat).dtype(at::kFloat);
  return at::empty({n, 3, 4, 5}, options).transpose(1, 2).view({-1});
}
// CHECK: tensor-options.cpp:[[@LINE-2]]:59: warning: {{.*}} cannot be viewed as {{.*}}; this throws
Tensor inOptions(int64_t n) {
  auto options = at::TensorOptions(at::kFloat)
                     .memory_format(MemoryFormat::ChannelsLast)
                     .dtype(at::kFloat);
  return at::empty({n, 3, 4, 5}, options).view({-1});
}
// CHECK: tensor-options.cpp:[[@LINE-2]]:43: warning: {{.*}} cannot be viewed as {{.*}}; this throws
Tensor inOptionsPermuted(int64_t n) {
  auto options =
      at::TensorOptions(at::kFloat).memory_format(MemoryFormat::ChannelsLast);
  return at::empty({n, 3, 4, 5}, options).permute({0, 2, 3, 1}).view({-1});
}
// The argument beside the options decides, and zeros() asks neither.
Tensor besides(int64_t n) {
  auto options = at::TensorOptions(at::kFloat);
  return at::empty({n, 3, 4, 5}, options, MemoryFormat::ChannelsLast)
      .permute({0, 2, 3, 1})
      .view({-1});
}
Tensor zeros(int64_t n) {
  auto options =
      at::TensorOptions(at::kFloat).memory_format(MemoryFormat::ChannelsLast);
  return at::zeros({n, 3, 4, 5}, options).view({-1});
}
// What somebody else's options say is not known.
Tensor given(int64_t n, at::TensorOptions options) {
  return at::empty({n, 3, 4, 5}, options).transpose(1, 2).view({-1});
}
Tensor changed(int64_t n, bool last) {
  auto options = at::TensorOptions(at::kFloat);
  if (last)
    options = options.memory_format(MemoryFormat::ChannelsLast);
  return at::empty({n, 3, 4, 5}, options).permute({0, 2, 3, 1}).view({-1});
}
