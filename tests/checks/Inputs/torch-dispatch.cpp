// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// AT_DISPATCH_V2, whose body is an argument of a macro of macros: pointers that
// are taken in it are followed as in a lambda that is called in place.

#include <ATen/ATen.h>
#include <ATen/Dispatch_v2.h>
#include <torch/library.h>

void copied(at::Tensor x, at::Tensor y) {
  TORCH_CHECK(x.is_contiguous() && x.dim() == 1);
  AT_DISPATCH_V2(x.scalar_type(), "copied", AT_WRAP([&] {
    auto *p = x.data_ptr<scalar_t>();
    auto *q = y.data_ptr<scalar_t>();
    for (int64_t i = 0; i < x.numel(); ++i)
      p[i] = q[i];
  }), AT_EXPAND(AT_FLOATING_TYPES), at::kHalf);
}
// CHECK: torch-dispatch.cpp:[[@LINE-5]]:17: warning: 'y' is accessed through a raw pointer as if contiguous, but nothing in 'copied' establishes it
// CHECK: torch-dispatch.cpp:[[@LINE-4]]:14: note: 'y' is indexed here without its strides

void copiedDense(at::Tensor x, at::Tensor y) {
  TORCH_CHECK(x.is_contiguous() && x.dim() == 1 && y.is_contiguous());
  AT_DISPATCH_V2(x.scalar_type(), "copied", AT_WRAP([&] {
    auto *p = x.data_ptr<scalar_t>();
    auto *q = y.data_ptr<scalar_t>();
    for (int64_t i = 0; i < x.numel(); ++i)
      p[i] = q[i];
  }), AT_EXPAND(AT_FLOATING_TYPES), at::kHalf);
}

// A layout that is made in the body stays when it is left.
at::Tensor chosen(const at::Tensor &x) {
  at::Tensor t = at::zeros({4, 6});
  AT_DISPATCH_V2(x.scalar_type(), "chosen", AT_WRAP([&] { t = t.t(); }),
                 at::kHalf, at::kFloat);
  return t.view({-1});
}
// CHECK: torch-dispatch.cpp:[[@LINE-2]]:12: warning: {{.*}} cannot be viewed as [24]: {{.*}}; this throws

TORCH_LIBRARY(dispatched, m) {
  m.def("copied", &copied);
  m.def("copiedDense", &copiedDense);
}
