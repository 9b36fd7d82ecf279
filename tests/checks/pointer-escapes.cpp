// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What functions of the same file do with a pointer when it is not done there
// and then: it is kept, captured, or handed round in a circle.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s \
// RUN:   -config="{CheckOptions: {MinConfidence: possible}}" -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>

static float *Kept;
static void keep(float *P) { Kept = P; }
void kept(at::Tensor X) { keep(X.data_ptr<float>()); }
// CHECK: pointer-escapes.cpp:[[@LINE-1]]:{{.*}}: warning: 'X'

static void hand(float *P, float *&To) { To = P; }
float *handed(at::Tensor X) {
  float *P = nullptr;
  hand(X.data_ptr<float>(), P);
  return P;
}
// CHECK: pointer-escapes.cpp:[[@LINE-3]]:{{.*}}: warning: 'X'

static void capture(float *P, int N) {
  auto Write = [Q = P, N] { Q[N] = 0; };
  Write();
}
void captured(at::Tensor X) { capture(X.data_ptr<float>(), 3); }
// CHECK: pointer-escapes.cpp:[[@LINE-1]]:{{.*}}: warning: 'X'

static void high(float *P, int N);
static void low(float *P, int N) {
  P[N] = 0;
  if (N)
    high(P, N - 1);
}
static void high(float *P, int N) { low(P, N); }
void fromBelow(at::Tensor X) { low(X.data_ptr<float>(), 3); }
// CHECK: pointer-escapes.cpp:[[@LINE-1]]:{{.*}}: warning: 'X'
void fromAbove(at::Tensor X) { high(X.data_ptr<float>(), 3); }
// CHECK: pointer-escapes.cpp:[[@LINE-1]]:{{.*}}: warning: 'X'

// The first element is there whatever the strides are.
static void first(float *P) { *P = 0; }
void once(at::Tensor X) { first(X.data_ptr<float>()); }
