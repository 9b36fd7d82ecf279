// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-lost-write' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' \
// RUN:   %s -- -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

// Named copies of a parameter, which operators or functions that are not in
// sight write.

#include <torch/extension.h>

void unseen(float *data, int64_t count);
void unseen(const float *from, float *to, int64_t count);
void unseenBoth(float *from, float *to, int64_t count);

void add(at::Tensor out) {
  auto o = out.flatten();
  o.zero_();
}
// CHECK: lost-write-named.cpp:[[@LINE-3]]:16: warning: what is written into the copy that flatten makes of 'out', where that is not contiguous, is lost: nobody reads it
void addMore(at::Tensor out, at::Tensor x) {
  auto o = out.reshape({-1});
  o.zero_();
  o.add_(x);
}
// CHECK: lost-write-named.cpp:[[@LINE-4]]:16: warning: what is written into the copy that reshape makes of 'out', where that is not contiguous, is lost: nobody reads it
void onlyOutput(at::Tensor out) {
  auto o = out.contiguous();
  unseen(o.data_ptr<float>(), o.numel());
}
// CHECK: lost-write-named.cpp:[[@LINE-3]]:16: warning: what may be written into the copy that contiguous makes of 'out', where that is not contiguous, is lost: nobody reads it
void onlyOutputOfTwo(at::Tensor out, at::Tensor x) {
  auto c = x.contiguous(), o = out.contiguous();
  unseen(c.data_ptr<float>(), o.data_ptr<float>(), o.numel());
}
// CHECK: lost-write-named.cpp:[[@LINE-3]]:36: warning: what may be written into the copy that contiguous makes of 'out', where that is not contiguous, is lost: nobody reads it

// Silent: copied back, returned, read by another operator.
void copiedBack(at::Tensor out) {
  auto o = out.flatten();
  o.zero_();
  out.copy_(o.view(out.sizes()));
}
void unseenCopiedBack(at::Tensor out) {
  auto o = out.contiguous();
  unseen(o.data_ptr<float>(), o.numel());
  out.copy_(o);
}
at::Tensor returned(at::Tensor out) {
  auto o = out.flatten();
  o.zero_();
  return o;
}
void read(at::Tensor out, at::Tensor x) {
  auto o = out.flatten();
  o.zero_();
  x.add_(o);
}
// Silent: either may be what is written; or what is returned is.
void either(at::Tensor x, at::Tensor y) {
  auto c = x.contiguous(), d = y.contiguous();
  unseenBoth(c.data_ptr<float>(), d.data_ptr<float>(), c.numel());
}
at::Tensor fresh(at::Tensor x) {
  auto c = x.contiguous();
  auto y = at::empty({4});
  unseenBoth(c.data_ptr<float>(), y.data_ptr<float>(), c.numel());
  return y;
}

PYBIND11_MODULE(ext, m) {
  m.def("add", &add);
  m.def("addMore", &addMore);
  m.def("onlyOutput", &onlyOutput);
  m.def("onlyOutputOfTwo", &onlyOutputOfTwo);
  m.def("copiedBack", &copiedBack);
  m.def("unseenCopiedBack", &unseenCopiedBack);
  m.def("returned", &returned);
  m.def("read", &read);
  m.def("either", &either);
  m.def("fresh", &fresh);
}
