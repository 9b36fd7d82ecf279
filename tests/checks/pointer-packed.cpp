// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pointers that go on in objects, arrays and lists; each beside a twin that
// checks first.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

#include <torch/extension.h>

#include <array>
#include <vector>

using at::Tensor;

struct Params {
  const float *X;
  int64_t N;
};
void run(const Params &P);
void runAll(std::vector<float *> All, int64_t N);
void runArray(std::array<float *, 2> All, int64_t N);
void runNumbers(std::vector<int64_t> All);
void use(const float *P, int64_t N);

void outParameter(Params &P, Tensor x) {
  P.X = x.data_ptr<float>();
  P.N = x.numel();
}
// CHECK: pointer-packed.cpp:[[@LINE-3]]:{{.*}}: warning: 'x' is accessed{{.*}}'outParameter'
void outParameterChecked(Params &P, Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  P.X = x.data_ptr<float>();
  P.N = x.numel();
}

void onTheHeap(Tensor x) {
  Params *P = new Params;
  P->X = x.data_ptr<float>();
  P->N = x.numel();
  run(*P);
}
// CHECK: pointer-packed.cpp:[[@LINE-4]]:{{.*}}: warning: 'x' is accessed{{.*}}'onTheHeap'
void onTheHeapChecked(Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  Params *P = new Params;
  P->X = x.data_ptr<float>();
  P->N = x.numel();
  run(*P);
}

void inBraces(Tensor x) {
  run({x.data_ptr<float>(), x.numel()});
}
// CHECK: pointer-packed.cpp:[[@LINE-2]]:{{.*}}: warning: 'x' is accessed{{.*}}'inBraces'
void inBracesChecked(Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  run({x.data_ptr<float>(), x.numel()});
}

void inAnArray(Tensor x) {
  std::array<float *, 2> all = {x.data_ptr<float>(), nullptr};
  runArray(all, x.numel());
}
// CHECK: pointer-packed.cpp:[[@LINE-3]]:{{.*}}: warning: 'x' is accessed{{.*}}'inAnArray'
void inAnArrayChecked(Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  std::array<float *, 2> all = {x.data_ptr<float>(), nullptr};
  runArray(all, x.numel());
}

void inAList(Tensor x) {
  std::vector<float *> all{x.data_ptr<float>()};
  runAll(all, x.numel());
}
// CHECK: pointer-packed.cpp:[[@LINE-3]]:{{.*}}: warning: 'x' is accessed{{.*}}'inAList'
void inAListChecked(Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  std::vector<float *> all{x.data_ptr<float>()};
  runAll(all, x.numel());
}

void inASlot(Tensor x) {
  std::vector<float *> all(2);
  all[0] = x.data_ptr<float>();
  runAll(all, x.numel());
}
// CHECK: pointer-packed.cpp:[[@LINE-3]]:{{.*}}: warning: 'x' is accessed{{.*}}'inASlot'
void inASlotChecked(Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  std::vector<float *> all(2);
  all[0] = x.data_ptr<float>();
  runAll(all, x.numel());
}

void numbersInBraces(Tensor x) {
  std::vector<int64_t> all = {(int64_t)x.data_ptr<float>(), 1};
  runNumbers(all);
}
// CHECK: pointer-packed.cpp:[[@LINE-3]]:{{.*}}: warning: 'x' is accessed{{.*}}'numbersInBraces'
void numbersInBracesChecked(Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  std::vector<int64_t> all = {(int64_t)x.data_ptr<float>(), 1};
  runNumbers(all);
}

// Objects with methods: the pointer that a constructor keeps, and the tensor
// of which a method takes it.
struct Keeps {
  const float *P;
  int64_t N;
  Keeps(Tensor t) : P(t.data_ptr<float>()), N(t.numel()) {}
  void go() { use(P, N); }
};
void keeps(Tensor x) {
  Keeps k(x);
  k.go();
}
// CHECK: pointer-packed.cpp:[[@LINE-7]]:{{.*}}: warning: 'x' is accessed{{.*}}'keeps'

struct Holds {
  Tensor T;
  void set(Tensor t) { T = t; }
  void go() { use(T.data_ptr<float>(), T.numel()); }
};
void holds(Tensor x) {
  Holds h;
  h.set(x);
  h.go();
}
// CHECK: pointer-packed.cpp:[[@LINE-7]]:{{.*}}: warning: 'x' is accessed{{.*}}'holds'

struct HoldsCopy {
  Tensor T;
  void set(Tensor t) { T = t.contiguous(); }
  void go() { use(T.data_ptr<float>(), T.numel()); }
};
void holdsCopy(Tensor x) {
  HoldsCopy h;
  h.set(x);
  h.go();
}

PYBIND11_MODULE(ext, m) {
  m.def("outParameter", &outParameter);
  m.def("outParameterChecked", &outParameterChecked);
  m.def("onTheHeap", &onTheHeap);
  m.def("onTheHeapChecked", &onTheHeapChecked);
  m.def("inBraces", &inBraces);
  m.def("inBracesChecked", &inBracesChecked);
  m.def("inAnArray", &inAnArray);
  m.def("inAnArrayChecked", &inAnArrayChecked);
  m.def("inAList", &inAList);
  m.def("inAListChecked", &inAListChecked);
  m.def("inASlot", &inASlot);
  m.def("inASlotChecked", &inASlotChecked);
  m.def("numbersInBraces", &numbersInBraces);
  m.def("numbersInBracesChecked", &numbersInBracesChecked);
  m.def("keeps", &keeps);
  m.def("holds", &holds);
  m.def("holdsCopy", &holdsCopy);
}
