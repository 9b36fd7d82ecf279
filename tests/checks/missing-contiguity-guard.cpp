// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <torch/extension.h>

#define CHECK_CONTIGUOUS(x)                                                    \
  TORCH_CHECK((x).is_contiguous(), #x " must be contiguous")

void launch(const float *data, int64_t count);
void launchStrided(const float *data, int64_t stride);

void unguarded(at::Tensor x) {
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: missing-contiguity-guard.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'unguarded' establishes it [tensor-missing-contiguity-guard]
// CHECK: missing-contiguity-guard.cpp:[[@LINE-3]]:3: note: 'x' is passed to 'launch' here without its strides

// The lambdas of AT_DISPATCH are called in place: the guard of x holds there.
void dispatched(at::Tensor x, at::Tensor y) {
  TORCH_CHECK(x.is_contiguous() && x.dim() == 1);
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "dispatched", [&] {
    auto *p = x.data_ptr<scalar_t>();
    auto *q = y.data_ptr<scalar_t>();
    for (int64_t i = 0; i < x.numel(); ++i)
      p[i] = q[i];
  });
}
// CHECK: missing-contiguity-guard.cpp:[[@LINE-5]]:17: warning: 'y' is accessed through a raw pointer as if contiguous, but nothing in 'dispatched' establishes it
// CHECK: missing-contiguity-guard.cpp:[[@LINE-4]]:14: note: 'y' is indexed here without its strides

void transposed(int64_t n) {
  auto x = at::empty({n, 3}).t();
  launch(x.data_ptr<float>(), n * 3);
}
// CHECK: missing-contiguity-guard.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but its strides are [1, 3]

// Silent: checked, in a macro.
void guarded(at::Tensor x) {
  CHECK_CONTIGUOUS(x);
  launch(x.data_ptr<float>(), x.numel());
}

// Silent: a contiguous copy is passed.
void copied(at::Tensor x) {
  auto y = x.contiguous();
  launch(y.data_ptr<float>(), x.numel());
}

// Silent: made contiguous where it is not.
void mended(at::Tensor x) {
  if (!x.is_contiguous())
    x = x.contiguous();
  launch(x.data_ptr<float>(), x.numel());
}

// Silent: borrowed or copied, contiguous in any case.
void borrowed(at::Tensor x) {
  auto c = x.expect_contiguous();
  launch(c->data_ptr<float>(), x.numel());
}

// Silent: the strides go along.
void strided(at::Tensor x) {
  launchStrided(x.data_ptr<float>(), x.stride(0));
}

// Silent: freshly allocated.
void fresh(int64_t n) {
  auto x = at::empty({n});
  launch(x.data_ptr<float>(), n);
}

// Silent: an undefined tensor has no layout that could be wrong.
void optional(const c10::optional<at::Tensor> &weight) {
  at::Tensor w;
  if (weight.has_value()) {
    w = *weight;
    CHECK_CONTIGUOUS(w);
  }
  launch(w.defined() ? w.data_ptr<float>() : nullptr, 1);
}

// Silent: its only caller checks.
static void helper(const at::Tensor &x) {
  launch(x.data_ptr<float>(), x.numel());
}
void caller(at::Tensor x) {
  CHECK_CONTIGUOUS(x);
  helper(x);
}

// Silent by default: other files may call it, and may have checked.
void undecided(at::Tensor x) { launch(x.data_ptr<float>(), x.numel()); }

PYBIND11_MODULE(ext, m) {
  m.def("unguarded", &unguarded);
  m.def("dispatched", &dispatched);
  m.def("guarded", &guarded);
  m.def("copied", &copied);
  m.def("mended", &mended);
  m.def("borrowed", &borrowed);
  m.def("strided", &strided);
  m.def("optional", &optional);
  m.def("caller", &caller);
}

// Silent: on one path only the pointer is that of a transposed tensor.
double either(const double *q, bool c, int64_t n) {
  at::Tensor y = at::zeros({4, 6}).transpose(0, 1);
  const double *p = q;
  if (c)
    p = y.data_ptr<double>();
  double s = 0;
  for (int64_t i = 0; i < n; ++i)
    s += p[i];
  return s;
}
