// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensors and pointers in objects of the user: constructors, methods, helper
// functions, aggregates, arrays of pointers. What is put there is judged where
// the object goes, with what went into it.

// RUN: %clang_tidy -checks='-*,tensor-*,-tensor-discarded-result' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// --implicit-check-not=error:

#include <ATen/ATen.h>
#include <cuda_runtime.h>

#include <array>

using at::Tensor;

static Tensor columns() { return at::zeros({4, 6}).transpose(0, 1); }
static Tensor rows() { return at::zeros({4, 6}); }

struct Made {
  float *q;
  float *k;
  int64_t n;
  Made(const Tensor &a, const Tensor &b)
      : q(a.data_ptr<float>()), k(b.data_ptr<float>()) {
    n = a.numel();
  }
};
// CHECK: constructs-objects.cu:[[@LINE-4]]:13: warning: 'x' is accessed through a raw pointer
__global__ void useMade(Made p) { p.q[p.n] = 1; }
__global__ void usePointer(float *q, int n) { q[n] = 1; }
void makesOfColumns() {
  Tensor x = columns(), y = rows();
  Made p(x, y);
  useMade<<<1, 2>>>(p);
}
struct Fine {
  float *q;
  int64_t n;
  explicit Fine(const Tensor &a) : q(a.data_ptr<float>()) { n = a.numel(); }
};
__global__ void useFine(Fine p) { p.q[p.n] = 1; }
void makesOfRows() {
  Tensor x = rows();
  Fine p(x);
  useFine<<<1, 2>>>(p);
}
struct Half {
  float *q;
  float *k;
  Half(const Tensor &a, const Tensor &b)
      : q(a.data_ptr<float>()), k(b.data_ptr<float>()) {}
};
void usesTheOther() {
  Tensor x = columns(), y = rows();
  Half p(x, y);
  usePointer<<<1, 2>>>(p.k, 24);
}

struct Set {
  float *q;
  int64_t n;
  void set(const Tensor &a) {
    q = a.data_ptr<float>();
    n = a.numel();
  }
  void reset(const Tensor &a) { q = a.data_ptr<float>(); }
  void setPointer(float *a) { q = a; }
};
// CHECK: constructs-objects.cu:[[@LINE-6]]:11: warning: 'x' is accessed through a raw pointer
__global__ void useSet(Set p) { p.q[p.n] = 1; }
void wrongSet() {
  Tensor x = columns();
  Set p;
  p.set(x);
  useSet<<<1, 2>>>(p);
}
void fineSet() {
  Tensor x = rows();
  Set p;
  p.reset(x);
  useSet<<<1, 2>>>(p);
}
void wrongSetPointer() {
  Tensor x = columns();
  Set p;
  p.setPointer(x.data_ptr<float>());
  useSet<<<1, 2>>>(p);
}
// CHECK: constructs-objects.cu:[[@LINE-3]]:18: warning: 'x' is accessed through a raw pointer
void fineSetPointer() {
  Tensor x = rows();
  Set p;
  p.setPointer(x.data_ptr<float>());
  useSet<<<1, 2>>>(p);
}
void fineSetTwice() {
  Tensor x = columns(), y = rows();
  Set p;
  p.setPointer(x.data_ptr<float>());
  p.setPointer(y.data_ptr<float>());
  useSet<<<1, 2>>>(p);
}

struct Params {
  float *q_ptr;
  float *k_ptr;
  int64_t n;
  int64_t q_row_stride, q_stride;
};
__global__ void useParams(Params p) { p.q_ptr[p.n] = 1; }
static void fill(Params &p, const Tensor &q) {
  p.q_ptr = q.data_ptr<float>();
  p.n = q.numel();
}
// CHECK: constructs-objects.cu:[[@LINE-3]]:15: warning: 'x' is accessed through a raw pointer
void fillsWithColumns() {
  Tensor x = columns();
  Params p;
  fill(p, x);
  useParams<<<1, 2>>>(p);
}
static void fillFine(Params &p, const Tensor &q) {
  p.q_ptr = q.data_ptr<float>();
  p.n = q.numel();
}
void fillsWithRows() {
  Tensor x = rows();
  Params p;
  fillFine(p, x);
  useParams<<<1, 2>>>(p);
}
static void fillStrides(Params &p, const Tensor &q) {
  p.q_ptr = q.data_ptr<float>();
  p.n = q.numel();
  p.q_row_stride = q.stride(0);
  p.q_stride = q.stride(1);
}
void fillsWithStrides() {
  Tensor x = columns();
  Params p;
  fillStrides(p, x);
  useParams<<<1, 2>>>(p);
}
static void fillThrough(Params *p, const Tensor &q) {
  p->q_ptr = q.data_ptr<float>();
  p->n = q.numel();
}
// CHECK: constructs-objects.cu:[[@LINE-3]]:16: warning: 'x' is accessed through a raw pointer
void fillsThroughAPointer() {
  Tensor x = columns();
  Params p;
  fillThrough(&p, x);
  useParams<<<1, 2>>>(p);
}
static void fillThroughFine(Params *p, const Tensor &q) {
  p->q_ptr = q.data_ptr<float>();
  p->n = q.numel();
}
void fillsRowsThroughAPointer() {
  Tensor x = rows();
  Params p;
  fillThroughFine(&p, x);
  useParams<<<1, 2>>>(p);
}
static Params make(const Tensor &q) {
  Params p;
  p.q_ptr = q.data_ptr<float>();
  p.n = q.numel();
  return p;
}
// CHECK: constructs-objects.cu:[[@LINE-4]]:15: warning: 'x' is accessed through a raw pointer
void makesAPack() {
  Tensor x = columns();
  Params p = make(x);
  useParams<<<1, 2>>>(p);
}
static Params makeFine(const Tensor &q) {
  Params p;
  p.q_ptr = q.data_ptr<float>();
  p.n = q.numel();
  return p;
}
void makesAFinePack() {
  Tensor x = rows();
  Params p = makeFine(x);
  useParams<<<1, 2>>>(p);
}
void wrongAssigned() {
  Tensor x = columns();
  Params p{}, r{};
  p.q_ptr = x.data_ptr<float>();
  p.n = x.numel();
  r = p;
  useParams<<<1, 2>>>(r);
}
// CHECK: constructs-objects.cu:[[@LINE-5]]:15: warning: 'x' is accessed through a raw pointer
void fineAssigned() {
  Tensor x = columns(), y = rows();
  Params p{}, r{};
  p.q_ptr = x.data_ptr<float>();
  r.q_ptr = y.data_ptr<float>();
  r.n = p.n = x.numel();
  p = r;
  useParams<<<1, 2>>>(p);
}
void wrongBraces() {
  Tensor x = columns();
  useParams<<<1, 2>>>(Params{x.data_ptr<float>(), nullptr, 24});
}
// CHECK: constructs-objects.cu:[[@LINE-2]]:32: warning: 'x' is accessed through a raw pointer
void fineBraces() {
  Tensor x = rows();
  useParams<<<1, 2>>>(Params{x.data_ptr<float>(), nullptr, 24});
}

struct Held {
  Tensor t;
  Held(const Tensor &x) : t(x) {}
  Held() {}
  void set(const Tensor &x) { t = x; }
  void dense() { t = t.contiguous(); }
};
Tensor wrongHeld() {
  Held s(columns());
  return s.t.view({-1});
}
// CHECK: constructs-objects.cu:[[@LINE-2]]:14: warning: 's.t' cannot be viewed as [24]:
Tensor fineHeld() {
  Held s(rows());
  return s.t.view({-1});
}
Tensor wrongHeldSet() {
  Held s;
  s.set(columns());
  return s.t.view({-1});
}
// CHECK: constructs-objects.cu:[[@LINE-2]]:14: warning: 's.t' cannot be viewed as [24]:
Tensor fineHeldSet() {
  Held s;
  s.t = columns();
  s.set(rows());
  return s.t.view({-1});
}
Tensor fineHeldDense() {
  Held s(columns());
  s.dense();
  return s.t.view({-1});
}
struct Derived : Held {
  Tensor t;
  Derived(const Tensor &x, const Tensor &y) : Held(x), t(y) {}
};
Tensor wrongBase() {
  Derived s(columns(), rows());
  return s.Held::t.view({-1});
}
// CHECK: constructs-objects.cu:[[@LINE-2]]:20: warning: 's.Held::t' cannot be viewed as [24]:
Tensor fineHidden() {
  Derived s(columns(), rows());
  return s.t.view({-1});
}
// An object that is known elsewhere may be changed there.
struct Known {
  Tensor t;
  static Known *Last;
  Known(const Tensor &x) : t(x) { Last = this; }
};
Tensor fineKnown() {
  Known s(columns());
  Known::Last->t = rows();
  return s.t.view({-1});
}
struct Copies {
  Tensor t;
  Copies(const Tensor &x) : t(x) {}
  Copies(const Copies &o) : t(o.t.contiguous()) {}
  Copies &operator=(const Copies &o) {
    t = o.t.contiguous();
    return *this;
  }
};
Tensor fineCopied() {
  Copies a(columns());
  Copies b = a;
  return b.t.view({-1});
}
Tensor fineCopyAssigned() {
  Copies a(columns()), b(rows());
  b = a;
  return b.t.view({-1});
}

// Two handles of one tensor: the other one sees what set_data does.
Tensor wrongSetData() {
  Tensor x = rows(), y = x;
  x.set_data(columns());
  return y.view({-1});
}
// CHECK: constructs-objects.cu:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [24]:
Tensor fineSetData() {
  Tensor x = columns(), y = x;
  x.set_data(rows());
  return y.view({-1});
}

// Arrays of pointers.
double wrongArray(int i) {
  Tensor x = columns();
  float *p[4];
  p[i] = x.data_ptr<float>();
  double s = 0;
  for (int j = 0; j < 24; ++j)
    s += p[i][j];
  return s;
}
// CHECK: constructs-objects.cu:[[@LINE-6]]:12: warning: 'x' is accessed through a raw pointer
double fineArray(int i) {
  Tensor x = rows();
  float *p[4];
  p[i] = x.data_ptr<float>();
  double s = 0;
  for (int j = 0; j < 24; ++j)
    s += p[i][j];
  return s;
}
double wrongNullArray(int i) {
  Tensor x = columns();
  float *p[4] = {};
  p[i] = x.data_ptr<float>();
  double s = 0;
  for (int j = 0; j < 24; ++j)
    s += p[i][j];
  return s;
}
// CHECK: constructs-objects.cu:[[@LINE-6]]:12: warning: 'x' is accessed through a raw pointer
double wrongArrayOfTwo() {
  Tensor x = columns(), y = rows();
  float *p[2] = {x.data_ptr<float>(), y.data_ptr<float>()};
  double s = 0;
  for (int j = 0; j < 24; ++j)
    s += p[0][j];
  return s;
}
// CHECK: constructs-objects.cu:[[@LINE-6]]:20: warning: 'x' is accessed through a raw pointer
double fineArrayOfTwo() {
  Tensor x = columns(), y = rows();
  float *p[2] = {x.data_ptr<float>(), y.data_ptr<float>()};
  double s = 0;
  for (int j = 0; j < 24; ++j)
    s += p[1][j];
  return s;
}
double fineReplaced() {
  Tensor x = columns(), y = rows();
  float *p[2] = {x.data_ptr<float>(), y.data_ptr<float>()};
  p[0] = y.data_ptr<float>();
  double s = 0;
  for (int j = 0; j < 24; ++j)
    s += p[0][j];
  return s;
}
double fineReplacedInALoop() {
  Tensor x = columns(), y = rows();
  float *p[2] = {x.data_ptr<float>(), x.data_ptr<float>()};
  for (int k = 0; k < 2; ++k)
    p[k] = y.data_ptr<float>();
  double s = 0;
  for (int j = 0; j < 24; ++j)
    s += p[0][j];
  return s;
}
double wrongStdArray(int i) {
  Tensor x = columns();
  std::array<float *, 2> p;
  p[i] = x.data_ptr<float>();
  double s = 0;
  for (int j = 0; j < 24; ++j)
    s += p[i][j];
  return s;
}
// CHECK: constructs-objects.cu:[[@LINE-6]]:12: warning: 'x' is accessed through a raw pointer
double fineStdArray(int i) {
  Tensor x = rows();
  std::array<float *, 2> p;
  p[i] = x.data_ptr<float>();
  double s = 0;
  for (int j = 0; j < 24; ++j)
    s += p[i][j];
  return s;
}
