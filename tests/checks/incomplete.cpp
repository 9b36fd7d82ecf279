// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Code as an editor has it while it is typed. A tensor that is named where an
// error is may have been checked or changed there; the rest is judged as ever.
//
// RUN: not %clang_tidy -checks='-*,tensor-*' %s -- -std=c++17 \
// RUN:   -ferror-limit=0 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <torch/extension.h>

void kernel(const float *data, int64_t n);

// Silent: what guards, or will when it is spelled right, has an error.
void misspelledGuard(at::Tensor x) {
  TORCH_CHECK(x.is_contiguos());
  kernel(x.data_ptr<float>(), x.numel());
}
void unknownGuard(at::Tensor x) {
  CHECK_INPUT(x)
  kernel(x.data_ptr<float>(), x.numel());
}
void misspelledCopy(at::Tensor x) {
  x = x.contiguos();
  kernel(x.data_ptr<float>(), x.numel());
}
at::Tensor changedByWhom(int64_t B, int64_t N) {
  auto x = at::zeros({B, N}).t();
  fix(x);
  return x.view({-1});
}
at::Tensor ofNoType(int64_t B, int64_t N) {
  Matrix x = at::zeros({B, N}).t();
  return x.view({-1});
}

// Another tensor's error is nothing to x.
void guardOfAnother(at::Tensor x, at::Tensor y) {
  TORCH_CHECK(y.is_contiguos());
  kernel(x.data_ptr<float>(), x.numel());
}
// CHECK: incomplete.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer

at::Tensor errorAfterwards(int64_t B, int64_t N) {
  auto x = at::zeros({B, N}).t();
  auto y = x.view({-1});
  return y.
}
// CHECK: incomplete.cpp:[[@LINE-3]]:14: warning: 'x' cannot be viewed

PYBIND11_MODULE(ext, m) {
  m.def("misspelledGuard", &misspelledGuard);
  m.def("unknownGuard", &unknownGuard);
  m.def("misspelledCopy", &misspelledCopy);
  m.def("guardOfAnother", &guardOfAnother);
}

// From here on hardly anything parses: no more than an end is asked for.
struct Half {
  at::Tensor x
  at::Tensor method() { return x.t().contiguous(.view({-1}); }
  Unknown y = x.view(;
};

template <class T at::Tensor brokenTemplate(T x) { return x.view({-1}); }

at::Tensor lambdas(at::Tensor x) {
  auto f = [&](at::Tensor y) { return y.view({; };
  for (auto z : f(x)) z.view({-1});
  switch (x.dim()) { case 1: return x.view({-1}) case 2: }
  return f(x.t(;
}

PYBIND11_MODULE(other, m) {
  m.def("nothing", &
}

at::Tensor unfinished(int64_t B, int64_t N) {
  if (B > 1) {
    auto x = at::zeros({B, N}).t();
    return x.view({-1
