// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How a tensor gets from one name to another: chains, references, pointers,
// moves, optionals, tuples, bindings, containers, ternaries and loops over
// them. Each wrong function has a twin that is right.

// RUN: %clang_tidy -checks='-*,tensor-*,-tensor-discarded-result' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// --implicit-check-not=error:

#include <ATen/ATen.h>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

using at::Tensor;

static Tensor columns() { return at::zeros({4, 6}).transpose(0, 1); }
static Tensor rows() { return at::zeros({4, 6}); }
Tensor other();

Tensor wrongChain() {
  return at::zeros({4, 6}).add(rows()).transpose(0, 1).view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:56: warning: 'at::zeros({4, 6}).add(rows()).transpose(0, 1)' cannot be viewed as [24]:
Tensor fineChain() {
  return at::zeros({4, 6}).transpose(0, 1).transpose(0, 1).view({-1});
}
Tensor wrongFree() { return at::transpose(rows(), 0, 1).view({-1}); }
// CHECK: constructs-values.cpp:[[@LINE-1]]:57: warning: 'at::transpose(rows(), 0, 1)' cannot be viewed as [24]:
Tensor wrongAuto() {
  auto x = columns();
  auto y = x;
  return y.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24]:
Tensor wrongRef() {
  Tensor x = rows();
  Tensor &r = x;
  r = r.transpose(0, 1);
  return x.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [24]:
Tensor wrongCref() {
  Tensor x = columns();
  const Tensor &r = x;
  return r.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:12: warning: 'r' cannot be viewed as [24]:
Tensor wrongLife() {
  const Tensor &r = columns();
  return r.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:12: warning: 'r' cannot be viewed as [24]:
Tensor wrongPtr() {
  Tensor x = columns();
  Tensor *p = &x;
  return p->view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:13: warning: 'p' cannot be viewed as [24]:
Tensor wrongPtr2() {
  Tensor x = columns();
  const Tensor *p = &x;
  return (*p).view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:15: warning: '(*p)' cannot be viewed as [24]:
Tensor finePtr2() {
  Tensor x = rows();
  const Tensor *p = &x;
  return (*p).view({-1});
}
Tensor wrongMove() {
  Tensor x = columns();
  Tensor y = std::move(x);
  return y.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24]:
Tensor wrongMoveinto() {
  Tensor x = columns(), y = rows();
  y = std::move(x);
  return std::move(y).view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:23: warning: 'std::move(y)' cannot be viewed as [24]:
Tensor wrongOpt() {
  std::optional<Tensor> o = columns();
  return o->view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:13: warning: 'o->' cannot be viewed as [24]:
Tensor wrongOpt2() {
  c10::optional<Tensor> o;
  o = columns();
  return (*o).view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:15: warning: '(*o)' cannot be viewed as [24]:
Tensor wrongOpt3() {
  std::optional<Tensor> o;
  o.emplace(columns());
  return o.value().view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:20: warning: 'o.value()' cannot be viewed as [24]:
Tensor wrongOpt4() {
  auto o = std::make_optional(columns());
  if (o)
    return o->view({-1});
  return other();
}
// CHECK: constructs-values.cpp:[[@LINE-3]]:15: warning: 'o->' cannot be viewed as [24]:
Tensor fineOpt4() {
  auto o = std::make_optional(rows());
  if (o)
    return o->view({-1});
  return other();
}
Tensor wrongOpt5() {
  std::optional<Tensor> o{columns()};
  const Tensor &c = o.value_or(rows());
  return c.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:12: warning: 'c' cannot be viewed as [24] on some paths:
Tensor fineOptpay(const std::optional<Tensor> &o) {
  Tensor c;
  if (o.has_value()) {
    c = *o;
    TORCH_CHECK(c.is_contiguous());
  }
  const float *p = o ? c.data_ptr<float>() : nullptr;
  return p ? c.view({-1}) : c;
}
Tensor wrongOptpay() {
  std::optional<Tensor> o = columns();
  Tensor c;
  if (o.has_value())
    c = *o;
  return c.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:12: warning: 'c' cannot be viewed as [24]:
Tensor wrongOwned() {
  Tensor x = rows();
  auto c = x.expect_contiguous();
  return c->transpose(0, 1).view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:29: warning: 'c->transpose(0, 1)' cannot be viewed as [24]:
Tensor fineOwned() {
  Tensor x = columns();
  auto c = x.expect_contiguous();
  return c->view({-1});
}
Tensor wrongTie() {
  Tensor a, b;
  std::tie(a, b) = std::make_tuple(rows(), columns());
  return b.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:12: warning: 'b' cannot be viewed as [24]:
Tensor fineTie() {
  Tensor a, b;
  std::tie(a, b) = std::make_tuple(rows(), columns());
  return a.view({-1});
}
Tensor wrongSb() {
  auto [a, b] = std::make_tuple(rows(), columns());
  return b.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:12: warning: 'b' cannot be viewed as [24]:
Tensor wrongSbr() {
  auto t = std::make_tuple(rows(), columns());
  auto &[a, b] = t;
  a = b;
  return std::get<0>(t).view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:25: warning: 'std::get<0>(t)' cannot be viewed as [24]:
Tensor fineSbr() {
  auto t = std::make_tuple(columns(), rows());
  auto &[a, b] = t;
  a = b;
  return std::get<0>(t).view({-1});
}
struct Pair {
  Tensor a, b;
};
Tensor wrongSbs() {
  Pair p{rows(), columns()};
  auto [x, y] = p;
  return y.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24]:
Tensor fineSbs() {
  Pair p{rows(), columns()};
  auto [x, y] = p;
  return x.view({-1});
}
Tensor wrongSbsr() {
  Pair p{rows(), columns()};
  auto &[x, y] = p;
  x = y;
  return p.a.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:14: warning: 'p.a' cannot be viewed as [24]:
Tensor fineSbsr() {
  Pair p{columns(), rows()};
  auto &[x, y] = p;
  x = y;
  return p.a.view({-1});
}
Tensor wrongMax() {
  auto [v, i] = at::max(rows(), 0, true);
  return v.expand({4, 6}).transpose(0, 1).view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:43: warning: 'v.expand({4, 6}).transpose(0, 1)' cannot be viewed as [24]:
Tensor wrongVec() {
  std::vector<Tensor> v;
  v.push_back(columns());
  return v[0].view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:15: warning: 'v[0]' cannot be viewed as [24]:
Tensor wrongVec2() {
  std::vector<Tensor> v{columns(), columns()};
  return v.back().view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:19: warning: 'v.back()' cannot be viewed as [24]:
Tensor wrongVec3() {
  std::vector<Tensor> v{rows(), columns()};
  return v[1].view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:15: warning: 'v[1]' cannot be viewed as [24] on some paths:
Tensor fineVec() {
  std::vector<Tensor> v;
  v.push_back(rows());
  return v[0].view({-1});
}
Tensor wrongVec4() {
  std::vector<Tensor> v(2);
  v[0] = columns();
  return v[0].view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:15: warning: 'v[0]' cannot be viewed as [24]:
Tensor wrongArr() {
  std::array<Tensor, 2> v{columns(), columns()};
  return v[0].view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:15: warning: 'v[0]' cannot be viewed as [24]:
Tensor wrongCarr() {
  Tensor v[2] = {columns(), columns()};
  return v[0].view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:15: warning: 'v[0]' cannot be viewed as [24]:
Tensor wrongMap() {
  std::map<int, Tensor> v;
  v[3] = columns();
  return v[3].view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:15: warning: 'v[3]' cannot be viewed as [24]:
Tensor wrongUmap() {
  std::unordered_map<std::string, Tensor> v;
  v.emplace("a", columns());
  return v.at("a").view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:20: warning: 'v.at("a")' cannot be viewed as [24]:
Tensor wrongTl() {
  std::vector<Tensor> v{columns()};
  at::TensorList l = v;
  return l[0].view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:15: warning: 'l[0]' cannot be viewed as [24]:
Tensor wrongCond(bool b) {
  Tensor x = rows();
  Tensor y = b ? x.transpose(0, 1) : x.t();
  return y.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24]:
Tensor fineCond() {
  Tensor x = columns();
  Tensor y = x.is_contiguous() ? x : x.contiguous();
  return y.view({-1});
}
void wrongRange() {
  for (auto t : at::zeros({2, 4, 6}).transpose(1, 2).unbind(0))
    t.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:7: warning: 't' cannot be viewed as [24]:
void fineRange() {
  for (const auto &t : at::zeros({2, 4, 6}).unbind(0))
    t.view({-1});
}
struct M {
  Tensor w;
  Tensor s_;
  Tensor run() {
    w = columns();
    return w.view({-1});
  }
// CHECK: constructs-values.cpp:[[@LINE-2]]:14: warning: 'w' cannot be viewed as [24]:
  Tensor fine() {
    w = rows();
    return w.view({-1});
  }
};

// Exchanged, swapped and moved.
Tensor fineExch() {
  Tensor x = columns();
  Tensor old = std::exchange(x, rows());
  return x.view({-1});
}
Tensor wrongExch() {
  Tensor x = rows();
  Tensor old = std::exchange(x, columns());
  return x.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [24]:
Tensor wrongExch2() {
  Tensor x = columns();
  Tensor old = std::exchange(x, rows());
  return old.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:14: warning: 'old' cannot be viewed as [24]:
Tensor fineSwap() {
  Tensor x = columns(), y = rows();
  std::swap(x, y);
  return x.view({-1});
}
Tensor wrongSwap() {
  Tensor x = columns(), y = rows();
  std::swap(x, y);
  return y.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24]:
Tensor fineSwap2() {
  Tensor x = columns(), y = rows();
  using std::swap;
  swap(x, y);
  return x.view({-1});
}
Tensor fineOswap() {
  std::optional<Tensor> x = columns(), y = rows();
  x.swap(y);
  return x->view({-1});
}
Tensor wrongOswap() {
  std::optional<Tensor> x = columns(), y = rows();
  x.swap(y);
  return y->view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:13: warning: 'y->' cannot be viewed as [24]:
struct P {
  Tensor a, b;
};
Tensor fineFswap() {
  P p{columns(), rows()};
  std::swap(p.a, p.b);
  return p.a.view({-1});
}
Tensor wrongFswap() {
  P p{columns(), rows()};
  std::swap(p.a, p.b);
  return p.b.view({-1});
}
// CHECK: constructs-values.cpp:[[@LINE-2]]:14: warning: 'p.b' cannot be viewed as [24]:
Tensor fineRswap() {
  P p{columns(), rows()}, q{rows(), columns()};
  std::swap(p, q);
  return p.a.view({-1});
}
Tensor fineRexch() {
  P p{columns(), rows()}, q{rows(), columns()};
  P old = std::exchange(p, q);
  return p.a.view({-1});
}
Tensor fineMoved() {
  Tensor x = columns();
  Tensor y = std::move(x);
  x = rows();
  return x.view({-1});
}
Tensor fineMoved2() {
  Tensor x = columns();
  Tensor y = std::move(x);
  if (x.defined())
    return x.view({-1});
  return y;
}
