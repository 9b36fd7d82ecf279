// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What autograd copies when it gives a gradient the strides of its tensor.
// tests/copies/operators.cpp executes such code.

// RUN: %clang_tidy -checks='-*,tensor-hidden-copy' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>

at::Tensor reordered() {
  auto w = at::zeros({64, 48}).requires_grad_();
  return w.t().contiguous();
}
// CHECK: gradients-copied.cpp:[[@LINE-2]]:16: warning: autograd copies the gradient of 'w' (about 3072 elements) when contiguous has copied 'w.t()' into another layout: the gradient comes in that one [tensor-hidden-copy]
// CHECK: gradients-copied.cpp:[[@LINE-3]]:16: note: the first gradient since gradients were cleared is copied into the tensor's own strides; where 'w' is kept in the order of axes in which it is read, neither copy is made

at::Tensor byOptions(int64_t N, int64_t C) {
  auto w = at::zeros({N, C}, at::TensorOptions().requires_grad(true));
  return w.permute({1, 0}).contiguous();
}
// CHECK: gradients-copied.cpp:[[@LINE-2]]:28: warning: autograd copies the gradient of 'w' (about N*C elements)

at::Tensor afterwards() {
  auto w = at::zeros({64, 48});
  w.requires_grad_();
  return w.t().contiguous();
}
// CHECK: gradients-copied.cpp:[[@LINE-2]]:16: warning: autograd copies the gradient of 'w'

// What is hidden already says so.
at::Tensor flattened() {
  auto w = at::zeros({64, 48}).requires_grad_();
  return w.t().reshape({-1});
}
// CHECK: gradients-copied.cpp:[[@LINE-2]]:16: warning: reshape copies 'w.t()'
// CHECK: gradients-copied.cpp:[[@LINE-3]]:16: note: the gradient of 'w' comes in the layout that reshape reads, and autograd copies it into the tensor's own when it is the first one since gradients were cleared

// A member may be trained or not.
struct Layer {
  at::Tensor weight;
  at::Tensor forward(at::Tensor x) {
    x = x.contiguous(at::MemoryFormat::ChannelsLast);
    return at::conv2d(x, weight);
  }
};
// CHECK: gradients-copied.cpp:[[@LINE-3]]:12: warning: conv2d copies 'weight'
// CHECK: gradients-copied.cpp:[[@LINE-4]]:12: note: if 'weight' is trained, its gradient comes in the layout that conv2d reads
// CHECK: gradients-copied.cpp:[[@LINE-5]]:12: note: 'weight' in channels-last, made once before, saves the copy on every call

// Silent: in the tensor's own order; a part, whose gradient is written into
// zeros; a gradient that nobody wants; another format, in which its gradient
// need not come.
at::Tensor inOrder() {
  auto w = at::zeros({64, 48}).requires_grad_();
  return w.contiguous();
}
at::Tensor part() {
  auto w = at::zeros({64, 48}).requires_grad_();
  return w.narrow(1, 0, 8).contiguous();
}
at::Tensor untrained() {
  auto w = at::zeros({64, 48});
  return w.t().contiguous();
}
at::Tensor noLonger() {
  auto w = at::zeros({64, 48}).requires_grad_(false);
  return w.t().contiguous();
}
at::Tensor inFormat() {
  auto w = at::zeros({2, 4, 8, 8}).requires_grad_();
  return w.contiguous(at::MemoryFormat::ChannelsLast);
}
at::Tensor cutOff() {
  auto w = at::zeros({64, 48}).requires_grad_();
  return w.detach().t().contiguous();
}
namespace at {
struct NoGradGuard {
  NoGradGuard();
  ~NoGradGuard();
};
} // namespace at
at::Tensor withoutGradients() {
  at::NoGradGuard guard;
  auto w = at::zeros({64, 48}).requires_grad_();
  return w.t().contiguous();
}

// Silent: this file makes it channels-last.
struct Formatted {
  at::Tensor weight;
  Formatted(const at::Tensor &w)
      : weight(w.contiguous(at::MemoryFormat::ChannelsLast)) {}
  at::Tensor forward(at::Tensor x) {
    x = x.contiguous(at::MemoryFormat::ChannelsLast);
    return at::conv2d(x, weight);
  }
};
