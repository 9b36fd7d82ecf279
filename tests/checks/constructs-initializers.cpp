// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is evaluated outside of a body: initialisers of variables, members and
// static locals, default arguments.

// RUN: %clang_tidy -checks='-*,tensor-*,-tensor-discarded-result' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// --implicit-check-not=error:

#include <ATen/ATen.h>

using at::Tensor;

static Tensor columns() { return at::zeros({4, 6}).transpose(0, 1); }
static Tensor rows() { return at::zeros({4, 6}); }
Tensor other();

struct Mem {
  Tensor t = columns().view({-1});
// CHECK: constructs-initializers.cpp:[[@LINE-1]]:24: warning: 'columns()' cannot be viewed as [24]:
  Tensor u = rows().view({-1});
  int64_t n = 3;
};
Tensor Global = columns().view({-1});
// CHECK: constructs-initializers.cpp:[[@LINE-1]]:27: warning: 'columns()' cannot be viewed as [24]:
Tensor Fine = rows().view({-1});
static Tensor Lam = [] { return columns().view({-1}); }();
// CHECK: constructs-initializers.cpp:[[@LINE-1]]:43: warning: 'columns()' cannot be viewed as [24]:
static auto LamStored = [](Tensor x) {
  return x.contiguous().transpose(0, 1).view({-1});
};
// CHECK: constructs-initializers.cpp:[[@LINE-2]]:41: warning: 'x.contiguous().transpose(0, 1)' cannot be viewed as
struct Stat {
  static Tensor s;
};
Tensor Stat::s = columns().view({-1});
// CHECK: constructs-initializers.cpp:[[@LINE-1]]:28: warning: 'columns()' cannot be viewed as [24]:
inline Tensor defarg(Tensor x = columns().view({-1})) { return x; }
// CHECK: constructs-initializers.cpp:[[@LINE-1]]:43: warning: 'columns()' cannot be viewed as [24]:
struct Ctor {
  Tensor t, u;
  Ctor() : t(columns().view({-1})) {}
// CHECK: constructs-initializers.cpp:[[@LINE-1]]:24: warning: 'columns()' cannot be viewed as [24]:
  Ctor(int) {}
};
struct Ctor2 {
  Tensor t = columns();
  Tensor u;
  Ctor2() { u = t.view({-1}); }
};
// CHECK: constructs-initializers.cpp:[[@LINE-2]]:19: warning: 't' cannot be viewed as [24]:
struct Ctor3 {
  Tensor t = columns();
  Tensor u;
  Ctor3() : t(rows()) { u = t.view({-1}); }
};
Tensor wrongStatic() {
  static Tensor t = columns().view({-1});
  return t;
}
// CHECK: constructs-initializers.cpp:[[@LINE-3]]:31: warning: 'columns()' cannot be viewed as [24]:
template <class T> struct TM {
  Tensor t = columns().view({-1});
};
// CHECK: constructs-initializers.cpp:[[@LINE-2]]:24: warning: 'columns()' cannot be viewed as [24]:
thread_local Tensor TL = columns().view({-1});
// CHECK: constructs-initializers.cpp:[[@LINE-1]]:36: warning: 'columns()' cannot be viewed as [24]:
