// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A volatile or atomic object may change between two reads: it decides nothing
// for good, so that nothing here is proven.

// RUN: %clang_tidy -checks='-*,tensor-*' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// --implicit-check-not=error:

#include <ATen/ATen.h>

#include <atomic>

using at::Tensor;

static Tensor columns() { return at::zeros({4, 6}).transpose(0, 1); }
static Tensor rows() { return at::zeros({4, 6}); }
Tensor other();

Tensor wrongVolref(volatile bool &stop) {
  Tensor y = rows();
  if (stop)
    y = y.t();
  return stop ? y.view({-1}) : y;
}
// CHECK: volatile.cpp:[[@LINE-2]]:19: warning: 'y' cannot be viewed as [24] on some paths:
Tensor wrongVol() {
  volatile bool stop = false;
  Tensor y = columns();
  if (stop)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
volatile bool Stop;
Tensor wrongVolg() {
  Tensor y = rows();
  if (Stop)
    y = y.t();
  return Stop ? y.view({-1}) : y;
}
// CHECK: volatile.cpp:[[@LINE-2]]:19: warning: 'y' cannot be viewed as [24] on some paths:
Tensor wrongAtom(std::atomic<bool> &stop) {
  Tensor y = rows();
  if (stop)
    y = y.t();
  return stop ? y.view({-1}) : y;
}
// CHECK: volatile.cpp:[[@LINE-2]]:19: warning: 'y' cannot be viewed as [24] on some paths:
Tensor wrongAtom2(std::atomic<int> &stop) {
  Tensor y = rows();
  if (stop == 1)
    y = y.t();
  return stop == 1 ? y.view({-1}) : y;
}
// CHECK: volatile.cpp:[[@LINE-2]]:24: warning: 'y' cannot be viewed as [24] on some paths:
Tensor wrongVoli(volatile int n) {
  Tensor y = rows();
  if (n == 1)
    y = y.t();
  return n == 1 ? y.view({-1}) : y;
}
// CHECK: volatile.cpp:[[@LINE-2]]:21: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterVolcond(volatile bool &stop) {
  Tensor y = columns();
  if (stop)
    y = y.contiguous();
  if (stop)
    return y;
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
static Tensor helper(volatile bool &stop, Tensor y) {
  if (stop)
    y = y.contiguous();
  if (stop)
    return y;
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterCall() {
  volatile bool s = true;
  return helper(s, columns());
}
Tensor afterCall2(bool z) {
  volatile bool &s = z;
  Tensor y = columns();
  if (s)
    y = y.contiguous();
  if (!s)
    return y;
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterCall3(bool z) {
  volatile bool &s = z;
  Tensor y = columns();
  s = false;
  if (z)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterCall4(bool z) {
  volatile bool &s = z;
  Tensor y = columns();
  s = true;
  if (z)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterLam(volatile bool &s) {
  auto f = [](const volatile bool &s) {
    Tensor y = columns();
    if (s)
      return y.contiguous();
    if (s)
      return y;
    return y.view({-1});
  };
  return f(s);
}
// Sure, whatever is read: each answer but two times no leads away.
// CHECK: volatile.cpp:[[@LINE-5]]:14: warning: 'y' cannot be viewed as [24]:
Tensor afterVolconst() {
  const volatile bool s = false;
  Tensor y = columns();
  if (s)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterVolconst1() {
  static const volatile bool s = false;
  Tensor y = columns();
  if (s)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterVolinit() {
  volatile int n = 0;
  Tensor y = columns();
  if (n == 1)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
struct VF {
  volatile int n;
  volatile bool b;
};
Tensor afterVolfield(VF v) {
  Tensor y = columns();
  v.n = 0;
  if (v.n == 1)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterVolfield2() {
  VF v{0, false};
  Tensor y = columns();
  if (v.n == 1)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterVolfield3() {
  volatile VF v{0, false};
  Tensor y = columns();
  if (v.n == 1)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterVolval() {
  bool s = false;
  Tensor y = columns();
  const volatile bool c = s;
  if (c)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterAt() {
  std::atomic<bool> s{false};
  Tensor y = columns();
  if (s)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterAt2() {
  std::atomic<int> s{0};
  Tensor y = columns();
  if (s.load() == 1)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterAt3() {
  const std::atomic<int> s{0};
  Tensor y = columns();
  if (s == 1)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterAt4(_Atomic(int) s) {
  Tensor y = columns();
  if (s == 1)
    y = y.contiguous();
  if (s == 1)
    return y;
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterAt5() {
  _Atomic(bool) s = false;
  Tensor y = columns();
  if (s)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterCast() {
  int s = 0;
  Tensor y = columns();
  if (*(volatile int *)&s == 1)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterCast2() {
  int s = 0;
  Tensor y = columns();
  if (const_cast<volatile int &>(s) == 1)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterPtr(volatile bool *s) {
  Tensor y = columns();
  if (*s)
    y = y.contiguous();
  if (*s)
    return y;
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
Tensor afterArr() {
  volatile int s[2] = {0, 0};
  Tensor y = columns();
  if (s[0])
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
volatile int Gl = 0;
Tensor afterGl() {
  Gl = 0;
  Tensor y = columns();
  if (Gl)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
const volatile int Glc = 0;
Tensor afterGlc() {
  Tensor y = columns();
  if (Glc)
    y = y.contiguous();
  return y.view({-1});
}
// CHECK: volatile.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24] on some paths:
