// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A file in the middle of being typed: no crash, and only what stands before the
// first half function is sure.

// RUN: not %clang_tidy -checks='-*,tensor-*' %s -- -std=c++17 \
// RUN:   -ferror-limit=0 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>
#include <not/there.h>
using at::Tensor;
Tensor before() { Tensor x = at::zeros({4, 6}).transpose(0, 1); return x.view({-1}); }
// CHECK: half-typed.cpp:[[@LINE-1]]:{{.*}} warning: 'x' cannot be viewed as [24]:
Tensor halfTyped() { Tensor x = at::zeros({4, 6}).transpose(0, 1); x.
}
Tensor halfTyped2() { Tensor x = at::zeros({4, 6}).transpose(0, 1); x = undeclared(x); return x.view({-1}); }
Tensor halfTyped3() { Tensor x = at::zeros({4, 6}).transpose(0, 1); if (x.is_contiguous( return x.view({-1}); }
Tensor halfTyped4(Unknown u) { Tensor x = at::zeros({4, 6}).transpose(0, 1); u.fix(x); return x.view({-1}); }
struct Broken : Missing { Tensor t; Broken() : t(at::zeros({4, 6}).transpose(0, 1)), nothere(3) {} void go() { t = missing; t.view({-1}); } 
};
Tensor brokenUse() { Broken b; b.go(); return b.t.view({-1}); }
Tensor sw(int m) { Tensor x = at::zeros({4, 6}).transpose(0, 1); switch (m) { case Nope: x = x.contiguous(); break; default: x = x.contiguous(); } return x.view({-1}); }
Tensor lam() { Tensor x = at::zeros({4, 6}).transpose(0, 1); auto f = [&](auto y) { return y.nope(x = x.contiguous()); }; f(3); return x.view({-1}); }
Tensor bind() { auto [a, b] = nothing(); Tensor x = a; return x.view({-1}); }
Tensor bind2() { Tensor x = at::zeros({4, 6}).transpose(0, 1); auto &[a, b, c] = x; a = 1; return x; }
Tensor arr(int i) { Tensor x = at::zeros({4, 6}).transpose(0, 1); float *p[nope]; p[i] = x.data_ptr<float>(); return x; }
template <class T> Tensor tm(T t) { Tensor x = at::zeros({4, 6}).transpose(0, 1); x = t.template nope<int>(x; return x.view({-1}); }
Tensor after() { Tensor x = at::zeros({4, 6}).transpose(0, 1); return x.view({-1}); }
Tensor unfinished() { Tensor x = at::zeros({4, 6}).transpose(0, 1); for (int i = 0; i < 
