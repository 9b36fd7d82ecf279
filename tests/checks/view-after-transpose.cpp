// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-view-after-transpose' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: sed -e 's,// CHECK.*,,' %s > %t.cpp
// RUN: %clang_tidy -checks='-*,tensor-view-after-transpose' --fix %t.cpp -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock > %t.log 2>&1
// RUN: FileCheck %s --input-file=%t.cpp --check-prefix=CHECK-FIXES

#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor mergesHeads(at::Tensor q, int64_t heads) {
  auto B = q.size(0), N = q.size(1), C = q.size(2);
  auto x = at::zeros({B, N, heads, C / heads});
  auto out = x.transpose(1, 2);
  return out.view({B, N, C});
}
// CHECK: view-after-transpose.cpp:[[@LINE-2]]:14: warning: 'out' cannot be viewed as [B, N, C]: dimensions 1 and 2 were exchanged and cannot be merged; this throws [tensor-view-after-transpose]
// CHECK: view-after-transpose.cpp:[[@LINE-5]]:12: note: 'x' is row-major here, by at::zeros({B, N, heads, C / heads})
// CHECK: view-after-transpose.cpp:[[@LINE-5]]:16: note: 'out' gets strides [N*C, (C/heads), C, 1] here, by transpose(1, 2)
// CHECK-FIXES: return out.reshape({B, N, C});

at::Tensor insideALambda(int64_t B, int64_t N) {
  auto x = at::zeros({B, N}).t();
  return [&] { return x.view({-1}); }();
}
// CHECK: view-after-transpose.cpp:[[@LINE-2]]:25: warning: 'x' cannot be viewed as [B*N]
// CHECK-FIXES: return [&] { return x.reshape({-1}); }();

template <class T> at::Tensor uninstantiated(int64_t B, int64_t N) {
  return at::zeros({B, N}).t().view({-1});
}
// CHECK: view-after-transpose.cpp:[[@LINE-2]]:32: warning: 'at::zeros({B, N}).t()' cannot be viewed as [B*N]

// Reported once for all instantiations.
template <class T> at::Tensor instantiated(int64_t B, int64_t N) {
  return at::zeros({B, N}).t().view({-1});
}
template at::Tensor instantiated<int>(int64_t, int64_t);
template at::Tensor instantiated<float>(int64_t, int64_t);
// CHECK: view-after-transpose.cpp:[[@LINE-4]]:32: warning: 'at::zeros({B, N}).t()' cannot be viewed as [B*N]

// What a macro's body spells is shown where it is expanded, and not edited.
#define FLAT(t) t.view({-1})
at::Tensor inAMacro(int64_t B, int64_t N) {
  return FLAT(at::zeros({B, N}).t());
}
// CHECK: view-after-transpose.cpp:[[@LINE-2]]:10: warning: 'at::zeros({B, N}).t()' cannot be viewed as [B*N]
// CHECK-FIXES: return FLAT(at::zeros({B, N}).t());

// Silent: contiguous() has made a copy in the new order.
at::Tensor copied(int64_t B, int64_t N, int64_t C) {
  auto x = at::zeros({B, N, C}).transpose(0, 1).contiguous();
  return x.view({N * B, C});
}

// Silent: the second exchange undoes the first.
at::Tensor thereAndBack(int64_t B, int64_t N, int64_t C) {
  auto x = at::zeros({B, N, C}).transpose(0, 1).transpose(0, 1);
  return x.view({B * N, C});
}

// Silent: splitting a dimension merges nothing.
at::Tensor split(int64_t B, int64_t N) {
  return at::zeros({B, N * 4}).t().view({N, 4, B});
}

// Silent: checked.
at::Tensor guarded(at::Tensor x) {
  TORCH_CHECK(x.is_contiguous(), "x must be contiguous");
  return x.view({-1});
}

// Silent: the branch is taken for contiguous tensors only.
at::Tensor branch(at::Tensor x) {
  auto y = x.contiguous().transpose(0, 1);
  if (y.is_contiguous())
    return y.view({-1});
  return y;
}

// Silent: the comment says so.
at::Tensor silenced(int64_t B, int64_t N) {
  return at::zeros({B, N}).t().view({-1}); // NOLINT(tensor-view-after-transpose)
}

// What follows a counted loop is reached: a count is not a dimension.
at::Tensor afterALoop(int64_t A, int64_t B, int64_t n) {
  auto x = at::zeros({A, B}).transpose(0, 1);
  at::Tensor sum = at::zeros({3});
  while (n-- > 0)
    sum += x;
  return x.view({-1});
}
// CHECK: view-after-transpose.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [A*B]

at::Tensor onOneBranch(int64_t A, int64_t B, int64_t n) {
  auto x = at::zeros({A, B});
  if (n > 0)
    x = x.transpose(0, 1);
  return x.view({-1});
}
// CHECK: view-after-transpose.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [A*B] on some paths:

// The fix would lose the write.
void written(int64_t A, int64_t B) {
  auto x = at::zeros({A, B}).transpose(0, 1);
  x.view({-1}).zero_();
}
// CHECK: view-after-transpose.cpp:[[@LINE-2]]:5: warning: 'x' cannot be viewed as [A*B]
// CHECK-FIXES: x.view({-1}).zero_();

// Who calls an operator is free to hand over a slice.
at::Tensor registered(at::Tensor x, at::Tensor row) {
  TORCH_CHECK(x.dim() == 3 && row.dim() == 1);
  auto checked = row.view({2, -1});
  return x.view({-1, x.size(2)}) + checked;
}
// CHECK: view-after-transpose.cpp:[[@LINE-2]]:12: warning: 'x' may not be viewable as [x.size(0)*x.size(1), x.size(2)]: nothing in 'registered' establishes its strides; this throws if they do not allow it
at::Tensor registeredChecked(at::Tensor x) {
  TORCH_CHECK(x.dim() == 3 && x.is_contiguous());
  return x.view({-1, x.size(2)});
}
// Sizes from elsewhere may be those that it has, or split its only axis.
at::Tensor registeredSizes(at::Tensor x, int64_t rows, int64_t columns) {
  return x.view({rows, columns}) + x.view({rows, -1});
}
at::Tensor notRegistered(at::Tensor x) { return x.view({-1, x.size(1)}); }
TORCH_LIBRARY(views, m) {
  m.def("registered", registered);
  m.def("registered_checked", registeredChecked);
  m.def("registered_sizes", registeredSizes);
}

// As elements of another type.
at::Tensor asHalves(int64_t B, int64_t N) {
  auto x = at::zeros({B, N}, at::kFloat).t();
  return x.view(at::kHalf);
}
// CHECK: view-after-transpose.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as 'view(at::kHalf)' asks: its last stride is not 1: its strides are [1, N]; this throws
// CHECK: view-after-transpose.cpp:[[@LINE-3]]:12: note: the copy that contiguous() makes has a last stride of 1
at::Tensor beginsWithinOne(int64_t B) {
  auto x = at::zeros({B, 8}, at::kHalf).narrow(1, 1, 4);
  return x.view(at::kFloat);
}
// CHECK: view-after-transpose.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as 'view(at::kFloat)' asks: its last stride is not 1, or not all of its last size, other strides and offset are multiples of 2

// Silent: elements of the same size, whole ones, or a copy of its own.
void readable(int64_t B, int64_t N, const at::Tensor &given) {
  at::zeros({B, N}, at::kFloat).t().view(at::kInt);
  at::zeros({B, 8}, at::kHalf).narrow(1, 2, 4).view(at::kFloat);
  at::zeros({B, 8}, at::kHalf).narrow(1, 1, 4).contiguous().view(at::kFloat);
  at::zeros({B, N}, at::kFloat).view(at::kHalf).view(at::kFloat);
  given.view(at::kFloat);
}
