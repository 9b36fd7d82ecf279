// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-lost-write' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>
#include <string.h>
#include <torch/library.h>

void contiguous(at::Tensor out, const at::Tensor &y) {
  out.contiguous().add_(y);
  // CHECK: lost-write.cpp:[[@LINE-1]]:20: warning: what add_ writes is lost for some layouts: contiguous makes a copy of 'out', which nobody reads [tensor-lost-write]
  // CHECK: lost-write.cpp:[[@LINE-2]]:7: note: the copy is made here, by contiguous()
  // CHECK: lost-write.cpp:[[@LINE-3]]:20: note: write into a variable and copy_() it back
}

void always(at::Tensor x) {
  auto t = x.contiguous().transpose(0, 1);
  t.reshape({-1}).zero_();
  // CHECK: lost-write.cpp:[[@LINE-1]]:19: warning: what zero_ writes is lost: reshape makes a copy of 't', which nobody reads
}

void chained(at::Tensor x, const at::Tensor &y) {
  x.flatten(1).add_(y).zero_();
  // CHECK: lost-write.cpp:[[@LINE-1]]:24: warning: what zero_ writes is lost for some layouts: flatten makes a copy of 'x'
}

void selected(at::Tensor x, const at::Tensor &rows) {
  x.index({rows}).zero_();
  // CHECK: lost-write.cpp:[[@LINE-1]]:19: warning: what zero_ writes is lost: index makes a copy of 'x', which nobody reads
  // CHECK: lost-write.cpp:[[@LINE-2]]:19: note: index_put_() writes into the tensor itself
}

static void inAHelper(at::Tensor x, const at::Tensor &y) {
  x.contiguous().add_(y);
  // CHECK: lost-write.cpp:[[@LINE-1]]:18: warning: what add_ writes is lost for some layouts
}
void callsIt(at::Tensor x, const at::Tensor &y) { inAHelper(x, y); }

// Silent: it is written where it should be, or read.
void views(at::Tensor x, at::Tensor out, const at::Tensor &y) {
  x.view({-1}).add_(y);
  x.t().zero_();
  x[0].zero_();
  auto c = out.contiguous();
  c.add_(y);
  out.copy_(c);
  TORCH_CHECK(x.is_contiguous());
  x.contiguous().add_(y);
  x.reshape({-1}).zero_();
  at::empty({2, 2}).zero_();
}
at::Tensor memberOf(const at::Tensor &x);
void ofAnUnknownCallee(at::Tensor x, const at::Tensor &y) { memberOf(x).add_(y).zero_(); }
at::Tensor read(at::Tensor x, const at::Tensor &y) { return x.contiguous().add_(y); }

void fill(float *to, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    to[i] = 1;
}
float total(const float *from, int64_t n) {
  float sum = 0;
  for (int64_t i = 0; i < n; ++i)
    sum += from[i];
  return sum;
}

// Written through a pointer, and never copied back.
void named(at::Tensor out) {
  auto o = out.contiguous();
  // CHECK: lost-write.cpp:[[@LINE-1]]:16: warning: what is written into the copy that contiguous makes of 'out', where that is not contiguous, is lost: nobody reads it
  fill(o.data_ptr<float>(), o.numel());
  // CHECK: lost-write.cpp:[[@LINE-1]]:3: note: it is written here
  // CHECK: lost-write.cpp:[[@LINE-2]]:3: note: copy_() it back into 'out'
}
void sameName(at::Tensor out, const at::Tensor &from) {
  out = out.contiguous();
  // CHECK: lost-write.cpp:[[@LINE-1]]:13: warning: what is written into the copy that contiguous makes of 'out'
  memcpy(out.data_ptr<float>(), from.contiguous().data_ptr<float>(), from.numel() * 4);
}
void inALoop(at::Tensor out) {
  auto o = out.contiguous();
  // CHECK: lost-write.cpp:[[@LINE-1]]:16: warning: what is written into the copy that contiguous makes of 'out'
  float *p = o.data_ptr<float>();
  for (int64_t i = 0; i < o.numel(); ++i)
    p[i] += 1;
}

// An output that becomes another tensor at the end.
void outputOfATable(const at::Tensor &x, at::Tensor &grad) {
  grad.copy_(x);
  grad = grad.transpose(0, 1).contiguous();
  // CHECK: lost-write.cpp:[[@LINE-1]]:31: warning: what contiguous makes of 'grad' is lost: it becomes another tensor, and the one that the caller passed stays as it is [tensor-lost-write]
  // CHECK: lost-write.cpp:[[@LINE-3]]:8: note: that one is written here
  // CHECK: lost-write.cpp:[[@LINE-3]]:31: note: copy_() it into 'grad'
}
using Implementation = void (*)(const at::Tensor &, at::Tensor &);
Implementation table[] = {outputOfATable};

void registeredOutput(const at::Tensor &x, at::Tensor &out) {
  fill(out.data_ptr<float>(), out.numel());
  out = out.t();
  // CHECK: lost-write.cpp:[[@LINE-1]]:13: warning: what t makes of 'out' is lost
}

// Silent: a caller in C++ sees it, it is what the caller asks for, it is read,
// or it is changed in place.
void forCallers(const at::Tensor &x, at::Tensor &out) {
  out.copy_(x);
  out = out.t().contiguous();
}
void makeDense(at::Tensor &x) { x = x.contiguous(); }
at::Tensor &givesIt(const at::Tensor &x, at::Tensor &out) {
  out.copy_(x);
  out = out.t().contiguous();
  return out;
}
void inPlace(const at::Tensor &x, at::Tensor &out) {
  out.copy_(x);
  out = out.add_(x);
}
using AlsoTaken = void (*)(at::Tensor &);
AlsoTaken others[] = {makeDense};
Implementation more[] = {inPlace};

// Silent: copied back, given back, read, or only read in the first place.
void copiedBack(at::Tensor out) {
  auto o = out.contiguous();
  fill(o.data_ptr<float>(), o.numel());
  if (!out.is_contiguous())
    out.copy_(o);
}
at::Tensor givenBack(at::Tensor out) {
  auto o = out.contiguous();
  fill(o.data_ptr<float>(), o.numel());
  return o;
}
void rebound(at::Tensor &out) {
  out = out.contiguous();
  fill(out.data_ptr<float>(), out.numel());
}
float scratch(at::Tensor buffer) {
  auto b = buffer.contiguous();
  fill(b.data_ptr<float>(), b.numel());
  return total(b.data_ptr<float>(), b.numel());
}
float onlyRead(const at::Tensor &x) {
  auto c = x.contiguous();
  return total(c.data_ptr<float>(), c.numel());
}
void checkedFirst(at::Tensor out) {
  TORCH_CHECK(out.is_contiguous());
  auto o = out.contiguous();
  fill(o.data_ptr<float>(), o.numel());
}
TORCH_LIBRARY(lost, m) {
  m.def("named", named);
  m.def("same_name", sameName);
  m.def("in_a_loop", inALoop);
  m.def("copied_back", copiedBack);
  m.def("given_back", givenBack);
  m.def("rebound", rebound);
  m.def("scratch", scratch);
  m.def("only_read", onlyRead);
  m.def("checked_first", checkedFirst);
  m.def("registered_output", registeredOutput);
  m.def("gives_it", givesIt);
}
