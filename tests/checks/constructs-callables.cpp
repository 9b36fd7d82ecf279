// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lambdas in place, stored and handed on, std::function, AT_DISPATCH bodies,
// templates and functions of the same file.

// RUN: %clang_tidy -checks='-*,tensor-*,-tensor-discarded-result' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// --implicit-check-not=error:

#include <ATen/ATen.h>

#include <torch/library.h>

#include <functional>

using at::Tensor;

static Tensor columns() { return at::zeros({4, 6}).transpose(0, 1); }
static Tensor rows() { return at::zeros({4, 6}); }
Tensor other();

Tensor wrongLam() {
  Tensor x = columns();
  auto f = [&] { return x.view({-1}); };
  return f();
}
// CHECK: constructs-callables.cpp:[[@LINE-3]]:27: warning: 'x' cannot be viewed as [24]:
Tensor wrongLam2() {
  Tensor x = columns();
  auto f = [x] { return x.view({-1}); };
  return f();
}
// CHECK: constructs-callables.cpp:[[@LINE-3]]:27: warning: 'x' cannot be viewed as [24]:
Tensor wrongLam3() {
  Tensor x = columns();
  auto f = [y = x.t().t()] { return y.view({-1}); };
  return f();
}
// CHECK: constructs-callables.cpp:[[@LINE-3]]:39: warning: 'y' cannot be viewed as [24]:
Tensor wrongLam4() {
  return [](Tensor x) { return x.view({-1}); }(columns());
}
// CHECK: constructs-callables.cpp:[[@LINE-2]]:34: warning: 'x' cannot be viewed as [24]:
Tensor wrongLam5() {
  auto f = [](const auto &x) { return x.view({-1}); };
  return f(columns());
}
// CHECK: constructs-callables.cpp:[[@LINE-3]]:41: warning: 'x' cannot be viewed as [24]:
Tensor wrongFun() {
  Tensor x = columns();
  std::function<Tensor()> f = [&] { return x.view({-1}); };
  return f();
}
// CHECK: constructs-callables.cpp:[[@LINE-3]]:46: warning: 'x' cannot be viewed as [24]:
Tensor wrongLamret() {
  auto f = [](Tensor x) { return x.t(); };
  return f(rows()).view({-1});
}
// CHECK: constructs-callables.cpp:[[@LINE-2]]:20: warning: 'f(rows())' cannot be viewed as [24]:
Tensor wrongFunret() {
  std::function<Tensor(Tensor)> f = [](Tensor x) { return x.t(); };
  return f(rows()).view({-1});
}
// CHECK: constructs-callables.cpp:[[@LINE-2]]:20: warning: 'f(rows())' cannot be viewed as [24]:
Tensor fineFunret() {
  std::function<Tensor(Tensor)> f = [](Tensor x) { return x.contiguous(); };
  return f(columns()).view({-1});
}
void wrongPar() {
  Tensor x = columns();
  float *p = x.data_ptr<float>();
  at::parallel_for(0, 24, 1, [&](int64_t b, int64_t e) {
    for (int64_t i = b; i < e; ++i)
      p[i] = 0;
  });
}
// CHECK: constructs-callables.cpp:[[@LINE-6]]:16: warning: 'x' is accessed through a raw pointer
void finePar() {
  Tensor x = rows();
  float *p = x.data_ptr<float>();
  at::parallel_for(0, 24, 1, [&](int64_t b, int64_t e) {
    for (int64_t i = b; i < e; ++i)
      p[i] = 0;
  });
}
double wrongDisp() {
  Tensor x = columns();
  double s = 0;
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "x", [&] {
    const scalar_t *p = x.data_ptr<scalar_t>();
    for (int i = 0; i < 24; ++i)
      s += p[i];
  });
  return s;
}
// CHECK: constructs-callables.cpp:[[@LINE-6]]:27: warning: 'x' is accessed through a raw pointer
double fineDisp() {
  Tensor x = rows();
  double s = 0;
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "x", [&] {
    const scalar_t *p = x.data_ptr<scalar_t>();
    for (int i = 0; i < 24; ++i)
      s += p[i];
  });
  return s;
}
template <class T> Tensor wrongTmpl(const Tensor &x) {
  return x.contiguous().transpose(0, 1).view({-1});
}
// CHECK: constructs-callables.cpp:[[@LINE-2]]:41: warning: 'x.contiguous().transpose(0, 1)' cannot be viewed as
template <class T> Tensor wrongTmpl2(const T &x) {
  Tensor y = at::zeros({4, 6}).transpose(0, 1);
  return y.view({-1});
}
// CHECK: constructs-callables.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24]:
template <class T> Tensor wrongTmpl3(T x) { return x.view({-1}); }
// CHECK: constructs-callables.cpp:[[@LINE-1]]:54: warning: 'x' cannot be viewed as [24]:
Tensor call3() { return wrongTmpl3(columns()); }
static Tensor turned(const Tensor &x) { return x.t(); }
Tensor wrongCallee() { return turned(rows()).view({-1}); }
// CHECK: constructs-callables.cpp:[[@LINE-1]]:46: warning: 'turned(rows())' cannot be viewed as [24]:
static void turn(Tensor &x) { x = x.t(); }
Tensor wrongCallee2() {
  Tensor x = rows();
  turn(x);
  return x.view({-1});
}
// CHECK: constructs-callables.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [24]:
Tensor fineCallee2() {
  Tensor x = columns();
  turn(x);
  return x.view({-1});
}

Tensor fineCheckfn(Tensor x) {
  std::function<void(const Tensor &)> check = [](const Tensor &t) {
    TORCH_CHECK(t.is_contiguous());
  };
  Tensor y = x.contiguous().t();
  check(y);
  return y.view({-1});
}
double fineCheckfn2(Tensor x) {
  std::function<void(const Tensor &)> check = [](const Tensor &t) {
    TORCH_CHECK(t.is_contiguous());
  };
  check(x);
  const float *p = x.data_ptr<float>();
  double s = 0;
  for (int i = 0; i < x.numel(); ++i)
    s += p[i];
  return s;
}
double wrongCheckfn2(Tensor x) {
  std::function<void(const Tensor &)> check = [](const Tensor &t) {
    TORCH_CHECK(t.dim() == 2);
  };
  check(x);
  const float *p = x.data_ptr<float>();
  double s = 0;
  for (int i = 0; i < x.numel(); ++i)
    s += p[i];
  return s;
}
// CHECK: constructs-callables.cpp:[[@LINE-6]]:22: warning: 'x' is accessed through a raw pointer
TORCH_LIBRARY(callables, m) {
  m.def("a", &fineCheckfn2);
  m.def("b", &wrongCheckfn2);
}
