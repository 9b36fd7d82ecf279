// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Changes that reach a variable by another way than its name. Each function
// is correct as it stands: nothing may be said of it.

// RUN: %clang_tidy -checks='-*,tensor-*,-tensor-discarded-result' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --allow-empty

#include <ATen/ATen.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <tuple>
#include <utility>
#include <memory>
#include <vector>

using at::Tensor;

static Tensor rows() { return at::zeros({4, 6}); }
static Tensor columns() { return at::zeros({4, 6}).transpose(0, 1); }

// The callee writes the number through its reference.
static void total(const Tensor &x, int64_t &n) { n = x.size(0) * x.size(1); }
int numberByReference() {
  Tensor x = columns();
  int64_t n = 5;
  total(x, n);
  if (n != 5)
    x = x.contiguous();
  x.view({-1});
  return 0;
}
int numberByReferenceOfALambda() {
  Tensor x = columns();
  int64_t n = 5;
  auto set = [](int64_t &m) { m = 6; };
  set(n);
  if (n == 6)
    x = x.contiguous();
  x.view({-1});
  return 0;
}
static void denseFirst(std::tuple<Tensor, int64_t> &t) {
  std::get<0>(t) = std::get<0>(t).contiguous();
}
Tensor tupleByReference() {
  std::tuple<Tensor, int64_t> t{columns(), 1};
  denseFirst(t);
  return std::get<0>(t).view({-1});
}

// The callee changes its own copy of a flag and of a list.
static Tensor flat(const Tensor &x, bool fix) {
  Tensor y = x;
  fix = !y.is_contiguous();
  int64_t first = fix ? 1 : 0;
  return y.permute({first, 1 - first}).view({-1});
}
Tensor flagByValue() { return flat(columns(), false); }
static Tensor permuted(const Tensor &x, std::vector<int64_t> p) {
  std::swap(p[0], p[1]);
  return x.permute(p).view({-1});
}
Tensor listByValue() { return permuted(columns(), {0, 1}); }

// Through pointers, kept or handed over.
static void fix(Tensor *t) { *t = t->contiguous(); }
Tensor pointerHandedOver() {
  Tensor y = columns();
  fix(&y);
  return y.view({-1});
}
Tensor pointerKept() {
  Tensor y = columns();
  Tensor *p = &y;
  *p = y.contiguous();
  return y.view({-1});
}
Tensor pointerRead() {
  Tensor y = columns();
  Tensor *p = &y;
  y = y.contiguous();
  return p->view({-1});
}
Tensor pointerToNumber() {
  int64_t n = 0;
  int64_t *p = &n;
  *p = 1;
  return columns().permute({n, 1 - n}).view({-1});
}
struct Node {
  Tensor t;
  void go() { t = t.contiguous(); }
};
Tensor pointerToRecord(Node s) {
  Node *p = &s;
  s.t = columns();
  p->t = p->t.contiguous();
  return s.t.view({-1});
}
Tensor methodThroughPointer(Node s) {
  Node *p = &s;
  s.t = columns();
  p->go();
  return s.t.view({-1});
}
struct Module {
  Tensor w;
  void dense();
  Tensor run() {
    w = columns();
    auto *self = this;
    self->dense();
    return w.view({-1});
  }
  Tensor runHere() {
    auto *self = this;
    w = columns();
    self->w = w.contiguous();
    return w.view({-1});
  }
};

// A copy of a record is another record.
Tensor recordCopied() {
  Node a{rows()};
  Node b = a;
  b.t = b.t.transpose(0, 1);
  return a.t.view({-1});
}
static Tensor turned(Node h) {
  h.t = h.t.transpose(0, 1);
  return h.t;
}
Tensor recordByValue() {
  Node a{rows()};
  turned(a);
  return a.t.view({-1});
}

// What a callee returns is its argument, by reference.
static Tensor &pick(Tensor &t) { return t; }
Tensor assignedThroughResult() {
  Tensor y = columns();
  pick(y) = y.contiguous();
  return y.view({-1});
}
Tensor boundToResult() {
  Tensor y = columns();
  Tensor &r = pick(y);
  r = r.contiguous();
  return y.view({-1});
}
struct Holder {
  Tensor held;
  Tensor &get() { return held; }
  Tensor &same(Tensor &t) { return t; }
  void fix(Tensor &t) {
    Tensor &r = t;
    r = r.contiguous();
  }
  void fixInLambda(Tensor &t) {
    auto f = [&t] { t = t.contiguous(); };
    f();
  }
  Tensor run() {
    held = columns();
    get() = held.contiguous();
    return held.view({-1});
  }
};
Tensor methodGivesItsArgument(Holder h) {
  Tensor y = columns();
  h.same(y) = y.contiguous();
  return y.view({-1});
}

// A reference is another name.
Tensor anotherName() {
  Tensor y = rows();
  bool c = y.is_contiguous();
  Tensor &r = y;
  r = r.transpose(0, 1);
  if (c)
    r = r.contiguous();
  return y.view({-1});
}
Tensor methodWithAnotherName(Holder h) {
  Tensor y = columns();
  h.fix(y);
  return y.view({-1});
}
Tensor methodWithALambda(Holder h) {
  Tensor y = columns();
  h.fixInLambda(y);
  return y.view({-1});
}
Tensor anotherNameOfALambda() {
  Tensor y = columns();
  bool c = y.is_contiguous();
  auto f = [&r = y] { r = r.contiguous(); };
  f();
  if (!c)
    y = y.transpose(0, 1).contiguous();
  return y.view({-1});
}

// The elements of a list of numbers change.
Tensor reversed() {
  std::vector<int64_t> p{0, 1};
  std::reverse(p.begin(), p.end());
  return columns().permute(p).view({-1});
}
Tensor elementsInALoop() {
  std::vector<int64_t> p{0, 1};
  for (auto &d : p)
    d = 1 - d;
  return columns().permute(p).view({-1});
}
Tensor elementsByName() {
  std::vector<int64_t> p{0, 1};
  auto &d = p[0];
  auto &e = p[1];
  d = 1;
  e = 0;
  return columns().permute(p).view({-1});
}

// The tensors in a container change.
Tensor assignedList() {
  std::vector<Tensor> v{columns()};
  v.assign(1, rows());
  return v[0].view({-1});
}
Tensor pushedInFront() {
  std::deque<Tensor> d;
  d.push_back(columns());
  d.push_front(rows());
  return d.front().view({-1});
}
Tensor filledList() {
  std::vector<Tensor> v{columns()};
  std::fill(v.begin(), v.end(), rows());
  return v[0].view({-1});
}
Tensor swappedList() {
  std::vector<Tensor> v{columns()}, w{rows()};
  v.swap(w);
  return v[0].view({-1});
}
Tensor listInALoop() {
  std::vector<Tensor> v{columns()};
  for (auto &t : v)
    t = t.contiguous();
  return v[0].view({-1});
}

// A function that gets nothing may change what stands outside.
static Tensor Shared;
static int64_t Number;
void relayout();
Tensor changedOutside() {
  Shared = columns();
  relayout();
  return Shared.view({-1});
}
Tensor numberChangedOutside() {
  Number = 0;
  relayout();
  return columns().permute({Number, 1 - Number}).view({-1});
}

// A lambda that captures a copy has what was there at its beginning.
Tensor capturedCopy() {
  Tensor y = rows();
  auto f = [y] { return y.view({-1}); };
  y = y.transpose(0, 1);
  return f();
}
// Lambdas that are kept may run at any time.
struct Later {
  std::function<void()> f;
};
Tensor lambdaInARecord() {
  Tensor y = columns();
  Later l{[&] { y = y.contiguous(); }};
  l.f();
  return y.view({-1});
}
Tensor lambdaInAList() {
  Tensor y;
  std::vector<std::function<void()>> v;
  v.push_back([&] { y = y.contiguous(); });
  y = columns();
  v[0]();
  return y.view({-1});
}
void keepForLater(std::function<void()> f);
Tensor lambdaHandedOver() {
  Tensor y;
  keepForLater([&] { y = y.contiguous(); });
  y = columns();
  relayout();
  return y.view({-1});
}

Tensor lambdaWithAName() {
  Tensor y;
  auto f = [&] { y = y.contiguous(); };
  std::vector<std::function<void()>> v;
  v.push_back(f);
  y = columns();
  v[0]();
  return y.view({-1});
}

// A wrapped reference.
void keepWrapped(std::reference_wrapper<Tensor> r);
Tensor wrapped() {
  Tensor y = columns();
  keepWrapped(std::ref(y));
  return y.view({-1});
}

// A reference to a copy is no name of the original.
Tensor referenceToACopy() {
  Tensor y = rows();
  const Tensor &z = Tensor(y);
  y = y.transpose(0, 1);
  return z.view({-1});
}
Tensor referenceToAPair() {
  Tensor y = rows();
  const auto &p = std::make_pair(y, 1);
  y = y.transpose(0, 1);
  return p.first.view({-1});
}

// Either of two is assigned.
Tensor eitherAssigned(bool c) {
  Tensor x = columns(), y = x;
  (c ? x : y) = rows();
  (c ? y : x) = rows();
  return x.view({-1});
}

// The parameter keeps the temporary that it refers to: one of the two paths
// is right.
Tensor temporaryOfAParameter(bool c) {
  Tensor x = rows();
  auto f = [&](const Tensor &a) {
    Tensor b = a;
    Tensor r = c ? a : x.transpose(0, 1);
    return r.view({-1});
  };
  return f(at::zeros({4, 6}));
}
// CHECK: soundness.cpp:[[@LINE-4]]:14: warning: 'r' cannot be viewed as [24] on some paths

// A record holds a reference.
struct Reference {
  Tensor &t;
  void fix() { t = t.contiguous(); }
};
Tensor referenceInARecord() {
  Tensor y = columns();
  Reference r{y};
  r.t = r.t.contiguous();
  return y.view({-1});
}

// An exception leaves what was done before it.
Tensor turnedBeforeAnException() {
  Tensor y = columns();
  Tensor z = y;
  try {
    z.transpose_(0, 1);
    throw 1;
  } catch (...) {
    return y.view({-1});
  }
  return y;
}

// 256 does not fit into eight bits.
Tensor narrowNumber() {
  uint8_t n = at::zeros({257}).size(0) - 1;
  return rows().permute({n / 256, 1 - n / 256}).view({-1});
}

// The second half of the condition changes what the first half read.
Tensor conditionWithEffects() {
  Tensor x = columns();
  int n = 1;
  if (n == 1 && (n = 2, true)) {
    if (n == 2)
      x = x.contiguous();
  }
  return x.view({-1});
}

// Every call has labels of its own.
static Tensor denseUnless(const Tensor &x, bool c) {
  Tensor y = x;
  if (c)
    goto out;
  y = y.contiguous();
out:
  return y;
}
Tensor labels(bool c) {
  Tensor a = denseUnless(columns(), true);
  Tensor b = denseUnless(rows(), c);
  return b.view({-1});
}
static void look(const Tensor &y, bool c) {
  if (c)
    goto out;
out:
  y.dim();
}
Tensor labelsOfTwoCalls(bool c) {
  Tensor x = columns();
  look(x, c);
  x = x.contiguous();
  look(x, c);
  return x.view({-1});
}

// Changed behind a std::function, a function pointer, a tuple of references, a
// reference_wrapper, an address, a pointer to member, an array's pointer.
Tensor behindAFunction() {
  Tensor y = columns();
  std::function<void()> f = [&] { y = y.contiguous(); };
  f();
  return y.view({-1});
}
static void makeDense(Tensor &y) { y = y.contiguous(); }
Tensor behindAPointer() {
  Tensor y = columns();
  void (*f)(Tensor &) = makeDense;
  f(y);
  return y.view({-1});
}
Tensor behindATuple() {
  Tensor y = columns();
  auto both = std::tie(y);
  std::get<0>(both) = y.contiguous();
  return y.view({-1});
}
Tensor behindAWrapper() {
  Tensor y = columns();
  std::reference_wrapper<Tensor> r = y;
  r.get() = r.get().contiguous();
  return y.view({-1});
}
Tensor behindAnAddress() {
  Tensor y = columns();
  Tensor *p;
  p = std::addressof(y);
  *p = p->contiguous();
  return y.view({-1});
}
struct Two {
  Tensor a, b;
};
Tensor behindAMember() {
  Tensor Two::*m = &Two::a;
  Two s{columns(), rows()};
  s.*m = s.b;
  return s.a.view({-1});
}
Tensor behindAnArray() {
  Tensor all[1] = {columns()};
  Tensor *p = all;
  *p = rows();
  return all[0].view({-1});
}

// Conditions that were true when they were asked.
Tensor beforeInPlace(Tensor x) {
  bool ok = x.is_contiguous();
  x.transpose_(0, 1);
  if (ok)
    return x.transpose(0, 1).view({-1});
  return x;
}
Tensor beforeInPlaceOfAnAlias(int64_t n) {
  Tensor x = at::zeros({4, n});
  bool ok = x.is_contiguous();
  Tensor same = x;
  same.transpose_(0, 1);
  if (ok)
    return x.transpose(0, 1).view({-1});
  return x;
}
Tensor sizeBeforeInPlace(int64_t n) {
  Tensor x = at::zeros({4, n});
  Tensor same = x;
  bool isFour = x.size(0) == 4;
  same.transpose_(0, 1);
  if (isFour)
    return at::zeros({4, 6}).view({-1});
  return columns().view({-1});
}

// On the path that does not change it a parameter is what the caller gave.
Tensor changedOnOnePath(int mode) {
  Tensor x = columns();
  if (mode == 1)
    mode = 2;
  if (mode <= 0)
    x = x.contiguous();
  return x.view({-1});
}
// CHECK: soundness.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [24] on some paths

// The case that is wrong, so that this file cannot be silent for another
// reason.
Tensor wrong() {
  Tensor y = columns();
  return y.view({-1});
}
// CHECK: soundness.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed

// What is changed in place is one part, which one is not known: proven of the
// part itself, not of another.
Tensor changedPart() {
  std::vector<Tensor> parts = at::zeros({4, 3, 5}).chunk(2, 0);
  Tensor other = parts[0], part = parts[1];
  part.transpose_(1, 2);
  if (part.is_contiguous())
    return other;
  return other.view({30});
}
// CHECK: soundness.cpp:[[@LINE-2]]:16: warning: 'other' cannot be viewed as [30] on some paths

// The parts of 5 are 3 and 2: what a view teaches of one of them is not true
// of the other, so the rest is reached.
Tensor afterOtherParts() {
  std::vector<Tensor> parts = at::zeros({2, 2, 5}).chunk(2, 2);
  parts[1].view({4, 2});
  if (parts[0].size(2) == 2)
    return parts[0];
  Tensor y = columns();
  return y.view({-1});
}
// CHECK: soundness.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed

// That one part is as it was says nothing of the other, which is not.
Tensor afterOneOfTheParts() {
  std::vector<Tensor> parts = at::zeros({6, 3, 4}).chunk(2, 2);
  parts[1].transpose_(0, 1);
  Tensor z = parts[0].reshape({3, 2, parts[0].size(1), parts[0].size(2)});
  if (parts[1].size(0) == 3) {
    Tensor y = columns();
    return y.view({-1});
  }
  return z;
}
// CHECK: soundness.cpp:[[@LINE-4]]:14: warning: 'y' cannot be viewed
Tensor afterAskingOneOfThem() {
  std::vector<Tensor> parts = at::zeros({6, 3, 4}).chunk(2, 2);
  parts[1].transpose_(0, 1);
  if (parts[0].size(0) == 6 && parts[1].size(0) == 3) {
    Tensor y = columns();
    return y.view({-1});
  }
  return parts[0];
}
// CHECK: soundness.cpp:[[@LINE-4]]:14: warning: 'y' cannot be viewed

// Copied into itself, an expanded tensor is left as it is.
void copiedIntoItself(at::Tensor x) {
  TORCH_CHECK(x.dim() == 1 && x.is_contiguous());
  at::Tensor wide = x.expand({2, -1});
  wide.copy_(wide);
  at::Tensor same = wide;
  wide.copy_(same);
}

// Unlike this.
void copiedFromAnother(at::Tensor x) {
  TORCH_CHECK(x.dim() == 1 && x.is_contiguous());
  at::Tensor wide = x.expand({2, -1});
  wide.copy_(x);
}
// CHECK: soundness.cpp:[[@LINE-2]]:8: warning: several elements of 'wide' are one in memory
