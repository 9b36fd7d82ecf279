// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is rare: coroutines, recursion through lambdas, packs, statement
// expressions, jumps of asm and of addresses, pointers to pointers, classes
// with operators and get<> of their own. Nothing is invented: what no comment
// expects is right as it stands.

// RUN: %clang_tidy -checks='-*,tensor-*,-tensor-discarded-result' %s -- \
// RUN:   -std=c++20 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// --implicit-check-not=error:

#include <ATen/ATen.h>

#include <coroutine>
#include <functional>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

using at::Tensor;

static Tensor columns() { return at::zeros({4, 6}).transpose(0, 1); }
static Tensor rows() { return at::zeros({4, 6}); }
Tensor other();

// coroutine
struct Task {
  struct promise_type {
    Task get_return_object();
    std::suspend_never initial_suspend() noexcept;
    std::suspend_never final_suspend() noexcept;
    void return_value(Tensor);
    void unhandled_exception();
    std::suspend_always yield_value(Tensor);
  };
  bool await_ready();
  void await_suspend(std::coroutine_handle<>);
  Tensor await_resume();
};
Task co() {
  Tensor x = columns();
  co_yield x;
  Tensor y = co_await Task();
  x = x.contiguous();
  co_return x.view({-1});
}
Task co2() {
  Tensor x = columns();
  co_return x.view({-1});
}
// CHECK: constructs-odd.cpp:[[@LINE-2]]:15: warning: 'x' cannot be viewed as [24]:
// mutual recursion
Tensor b(Tensor x, int n);
Tensor a(Tensor x, int n) { return n ? b(x.t(), n - 1) : x.view({-1}); }
Tensor b(Tensor x, int n) { return a(x.t(), n - 1); }
Tensor ab() { return a(rows(), 3); }
Tensor selfLambda() {
  std::function<Tensor(Tensor, int)> f = [&](Tensor x, int n) -> Tensor {
    return n ? f(x.t(), n - 1) : x;
  };
  return f(rows(), 3).view({-1});
}
Tensor mutualLambdas() {
  std::function<Tensor(Tensor, int)> f, g;
  f = [&](Tensor x, int n) { return n ? g(x.t(), n - 1) : x; };
  g = [&](Tensor x, int n) { return f(x.t(), n); };
  return f(rows(), 3).view({-1});
}
Tensor yLambda() {
  auto f = [](auto self, Tensor x, int n) -> Tensor {
    return n ? self(self, x.t(), n - 1) : x;
  };
  return f(f, rows(), 3).view({-1});
}
// templates
template <int N> Tensor rec(Tensor x) {
  if constexpr (N == 0)
    return x;
  else
    return rec<N - 1>(x.t());
}
Tensor recs() { return rec<3>(rows()).view({-1}); }
// CHECK: constructs-odd.cpp:[[@LINE-1]]:39: warning: 'rec<3>(rows())' cannot be viewed as [24]:
template <class... Ts> Tensor pack(const Ts &...ts) {
  Tensor r;
  ((r = ts.contiguous()), ...);
  return r.view({-1});
}
Tensor packs() { return pack(columns(), rows()); }
template <class... Ts> Tensor pack2(const Ts &...ts) {
  return (ts + ...).view({-1});
}
Tensor packs2() { return pack2(rows(), rows()); }
template <class... Ts> std::vector<Tensor> pack3(Ts &&...ts) {
  return {std::forward<Ts>(ts).contiguous()...};
}
Tensor packs3() { return pack3(columns(), columns())[1].view({-1}); }
// macros that hide returns
#define RETURN_UNLESS(c)                                                       \
  if (!(c))                                                                    \
  return other()
Tensor hidden() {
  Tensor x = columns();
  RETURN_UNLESS(x.is_contiguous());
  return x.view({-1});
}
// statement expressions
Tensor stmtexpr() {
  Tensor x = columns();
  Tensor y = ({
    Tensor z = x.contiguous();
    z;
  });
  return y.view({-1});
}
Tensor stmtexpr2() {
  Tensor x = columns();
  Tensor y = ({
    if (x.dim() == 2)
      return x;
    x;
  });
  return y;
}
#define CHECKED(x)                                                             \
  ({                                                                           \
    auto _t = (x);                                                             \
    if (!_t.is_contiguous())                                                   \
      return _t;                                                               \
    _t;                                                                        \
  })
Tensor stmtexpr3() {
  Tensor x = columns();
  Tensor y = CHECKED(x);
  return y.view({-1});
}
// asm goto, computed goto
Tensor asmgoto(Tensor x) {
  x = x.transpose(0, 1);
  asm goto("" : : : : dense);
  return x;
dense:
  x = x.contiguous();
  return x.view({-1});
}
Tensor asmgoto2() {
  Tensor x = columns();
  asm goto("" : : : : out);
  x = x.contiguous();
out:
  return x.view({-1});
}
// CHECK: constructs-odd.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [24] on some paths:
Tensor computed2(int i) {
  Tensor x = columns();
  void *l = i ? &&one : &&two;
  if (i > 4)
    x = x.contiguous();
  goto *l;
one:
  return x;
two:
  x = x.contiguous();
  return x.view({-1});
}
// VLA, designated
double vla(int n) {
  Tensor x = rows();
  float *p[n];
  p[0] = x.data_ptr<float>();
  float buf[n][4];
  buf[1][2] = 1;
  double s = 0;
  for (int j = 0; j < 24; ++j)
    s += p[0][j];
  return s;
}
struct D {
  Tensor a, b;
  int n = 0;
};
Tensor desig() {
  D d{.a = columns(), .b = rows()};
  return d.b.view({-1});
}
Tensor desig2() {
  D d{.b = columns()};
  return d.b.view({-1});
}
// CHECK: constructs-odd.cpp:[[@LINE-2]]:14: warning: 'd.b' cannot be viewed as [24]:
Tensor desig3() {
  D d{.a = rows(), .n = 3};
  return d.a.view({d.n, -1});
}
// tuple-like
struct TL {
  Tensor x, y;
  template <size_t I> Tensor get() const {
    if constexpr (I == 0)
      return y;
    else
      return x;
  }
};
namespace std {
template <> struct tuple_size<TL> : integral_constant<size_t, 2> {};
template <size_t I> struct tuple_element<I, TL> {
  using type = Tensor;
};
} // namespace std
Tensor tuplelike() {
  TL t{columns(), rows()};
  auto [p, q] = t;
  return p.view({-1});
}
Tensor tuplelike2() {
  TL t{columns(), rows()};
  auto &&[p, q] = t;
  return p.view({-1});
}
// ranges
Tensor rng() {
  std::vector<Tensor> v{columns()};
  for (auto &&t :
       v | std::views::transform([](Tensor x) { return x.contiguous(); }))
    return t.view({-1});
  return other();
}
Tensor spans() {
  std::vector<Tensor> v{columns()};
  for (auto &t : std::span<Tensor>(v))
    t = t.contiguous();
  return v[0].view({-1});
}
// odd control flow
Tensor duff(int n) {
  Tensor x = columns();
  switch (n) {
    do {
    case 0:
      x = x.contiguous();
    case 1:
      x = x.contiguous();
    } while (n-- > 0);
  default:;
  }
  return x;
}
Tensor swinit() {
  Tensor x = columns();
  switch (int m = x.dim(); m) {
  case 2 ... 4:
    x = x.contiguous();
    break;
  default:
    throw 1;
  }
  return x.view({-1});
}
Tensor swnull(int m) {
  Tensor x = rows();
  switch (m)
    ;
  switch (m)
    x = x.t();
  return x.view({-1});
}
Tensor ifinit() {
  if (Tensor x = columns(); !x.is_contiguous())
    return x;
  else
    return x.view({-1});
}
Tensor nested() {
  struct L {
    Tensor t;
    Tensor f() { return t.contiguous().view({-1}); }
  };
  L l{columns()};
  return l.f();
}
Tensor trycatch() try {
  Tensor x = columns();
  if (!x.is_contiguous())
    throw 1;
  return x.view({-1});
} catch (...) {
  return other();
}
Tensor commas() {
  Tensor x = columns(), y;
  y = (x = x.contiguous(), x);
  return y.view({-1});
}
Tensor assignexpr() {
  Tensor x = columns(), y;
  (y = x) = x.contiguous();
  return y.view({-1});
}
Tensor condassign(bool c) {
  Tensor x = columns();
  if ((x = x.contiguous()).defined())
    return x.view({-1});
  return x;
}
Tensor gnuelvis(Tensor *p) {
  Tensor x = columns();
  Tensor *q = p ?: &x;
  *q = x.contiguous();
  return x.view({-1});
}
Tensor ptrptr() {
  Tensor x = columns();
  Tensor *p = &x;
  Tensor **pp = &p;
  **pp = x.contiguous();
  return x.view({-1});
}
Tensor ptrptr2() {
  Tensor x = columns(), y = rows();
  Tensor *p = &x;
  Tensor **pp = &p;
  *pp = &y;
  return p->view({-1});
}
Tensor ptrcopy() {
  Tensor x = columns();
  Tensor *p = &x;
  Tensor *q = p;
  *q = x.contiguous();
  return x.view({-1});
}
Tensor ptrcond(bool c) {
  Tensor x = columns(), y = columns();
  const Tensor *p = c ? &x : &y;
  x = rows();
  y = rows();
  return p->view({-1});
}
Tensor ptrlater() {
  Tensor x = columns(), y = rows();
  Tensor *p;
  p = &x;
  p = &y;
  return p->view({-1});
}
Tensor ptrlam() {
  Tensor x = columns();
  Tensor *p = &x;
  auto f = [p] { *p = p->contiguous(); };
  f();
  return x.view({-1});
}
Tensor ptrlam2() {
  Tensor x = columns();
  Tensor *p = &x;
  std::function<void()> f = [p] { *p = p->contiguous(); };
  std::function<void()> g = f;
  g();
  return x.view({-1});
}
struct Reg {
  Tensor *t;
  Reg(Tensor *p) : t(p) {}
  void go() { *t = t->contiguous(); }
};
Tensor ptrkept() {
  Tensor x = columns();
  Reg r(&x);
  r.go();
  return x.view({-1});
}
struct Reg2 {
  Tensor &t;
  Reg2(Tensor &p) : t(p) {}
  void go() { t = t.contiguous(); }
};
Tensor refkept() {
  Tensor x = columns();
  Reg2 r(x);
  r.go();
  return x.view({-1});
}
struct Base {
  Tensor t;
  Base(Tensor x) : t(x) {}
  virtual void fix() {}
  void dense() { t = t.contiguous(); }
};
struct Der : Base {
  Der(Tensor x) : Base(x) { dense(); }
  void fix() override { t = t.contiguous(); }
};
Tensor der() {
  Der d(columns());
  return d.t.view({-1});
}
Tensor der2() {
  Base d(columns());
  return d.t.view({-1});
}
// CHECK: constructs-odd.cpp:[[@LINE-2]]:14: warning: 'd.t' cannot be viewed as [24]:
Tensor der3(Base &r) {
  r.t = columns();
  r.fix();
  return r.t.view({-1});
}
struct Shadow : Base {
  Tensor t;
  Shadow(Tensor x, Tensor y) : Base(x), t(y) {}
};
Tensor shadow() {
  Shadow s(columns(), rows());
  s.Base::t = columns();
  return s.t.view({-1});
}
struct Cp {
  Tensor t;
  Cp(Tensor x) : t(x) {}
  Cp(const Cp &o) : t(o.t.contiguous()) {}
  Cp &operator=(const Cp &o) {
    t = o.t.contiguous();
    return *this;
  }
};
Tensor cps() {
  Cp a(columns());
  Cp b = a;
  return b.t.view({-1});
}
Tensor cpa() {
  Cp a(columns()), b(rows());
  b = a;
  return b.t.view({-1});
}
Tensor cpv() {
  Cp a(columns());
  return [](Cp c) { return c.t.view({-1}); }(a);
}
struct Chain {
  Tensor t;
  Chain &dense() {
    t = t.contiguous();
    return *this;
  }
  Chain &set(Tensor x) {
    t = x;
    return *this;
  }
};
Tensor chain() {
  Chain c{columns()};
  c.dense();
  return c.t.view({-1});
}
Tensor chain2() {
  Chain c{columns()};
  c.set(columns()).dense();
  return c.t.view({-1});
}
Tensor chain3() {
  Chain c{columns()};
  Chain &d = c.set(columns());
  d.t = rows();
  return c.t.view({-1});
}
struct SelfReg {
  Tensor t;
  static SelfReg *last;
  SelfReg(Tensor x) : t(x) { last = this; }
};
void relayout();
Tensor selfreg() {
  SelfReg s(columns());
  SelfReg::last->t = rows();
  return s.t.view({-1});
}
Tensor recassign(bool c) {
  D p{rows(), rows()}, q{columns(), columns()};
  if (c)
    p = q;
  if (!c)
    return p.a.view({-1});
  return other();
}
Tensor recassign2(D p, bool c) {
  D q{columns(), columns()};
  if (c)
    p = q;
  return p.a.view({-1});
}
// CHECK: constructs-odd.cpp:[[@LINE-2]]:14: warning: 'p.a' cannot be viewed as [24] on some paths:
Tensor recassign3(D p, bool c) {
  D q{columns(), columns()};
  if (c) {
    p = q;
    return other();
  }
  return p.a.view({-1});
}
Tensor thrice(int mode) {
  Tensor x = rows();
  switch (mode) {
  case 1:
    x = x.t();
    [[fallthrough]];
  case 2:
    x = x.contiguous();
  }
  return x.view({-1});
}
Tensor swapself() {
  Tensor x = columns();
  std::swap(x, x);
  return x.view({-1});
}
// CHECK: constructs-odd.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [24]:
Tensor moveself() {
  Tensor x = rows();
  x = std::move(x);
  return x.view({-1});
}
Tensor movearg() {
  Tensor x = columns();
  std::vector<Tensor> v;
  v.push_back(std::move(x));
  x = rows();
  return x.view({-1});
}
Tensor moveloop(int n) {
  Tensor x = columns();
  for (int i = 0; i < n; ++i) {
    Tensor y = std::move(x);
    x = y.contiguous();
  }
  return x;
}
Tensor optmove() {
  c10::optional<Tensor> o = columns();
  c10::optional<Tensor> p = std::move(o);
  if (o.has_value())
    return other();
  return p->view({-1});
}
// CHECK: constructs-odd.cpp:[[@LINE-2]]:13: warning: 'p->' cannot be viewed as [24]:
int modeLoop(int n) {
  Tensor x = rows();
  int state = 0;
  for (int i = 0; i < n; ++i) {
    if (state == 0) {
      x = x.t();
      state = 1;
    } else {
      x = x.contiguous();
      state = 0;
    }
  }
  if (state == 0)
    x.view({-1});
  return 0;
}
int modeUninit(bool c) {
  int m;
  Tensor x = columns();
  if (c)
    m = 1;
  else
    m = 2;
  if (m == 1)
    x = x.contiguous();
  if (m == 1)
    x.view({-1});
  return 0;
}
int modeParam(int m, bool c) {
  Tensor x = columns();
  if (c)
    m = 1;
  if (m == 1)
    return 0;
  if (m == 2)
    x = x.contiguous();
  if (m != 2)
    return 0;
  x.view({-1});
  return 1;
}
int modeRef(int m) {
  Tensor x = rows();
  int &r = m;
  if (m == 0)
    x = x.t();
  r = 1;
  if (m == 0)
    return 0;
  x.view({-1});
  return 1;
}
// CHECK: constructs-odd.cpp:[[@LINE-3]]:5: warning: 'x' cannot be viewed as [24] on some paths:
int modeRef2(int m) {
  Tensor x = rows();
  int *r = &m;
  if (m == 0)
    x = x.t();
  *r = 1;
  if (m == 0)
    return 0;
  x.view({-1});
  return 1;
}
// CHECK: constructs-odd.cpp:[[@LINE-3]]:5: warning: 'x' cannot be viewed as [24] on some paths:
