// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Pointers that are put into memory, as they are or as numbers, for a reader
// that is somewhere else.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

#include <torch/extension.h>

using at::Tensor;

void launched(int64_t *Addresses, int64_t N);
void launchedAll(const std::vector<int64_t> &Addresses);
void launchedPointers(const std::vector<float *> &Pointers);

void numbers(std::vector<Tensor> xs) {
  Tensor table = at::empty({8});
  int64_t *addresses = table.data_ptr<int64_t>();
  for (size_t i = 0; i < xs.size(); ++i)
    addresses[i] = reinterpret_cast<int64_t>(xs[i].data_ptr<float>());
  launched(addresses, 8);
}
// CHECK: pointer-stored.cpp:[[@LINE-3]]:{{.*}}: warning: 'xs' is accessed through a raw pointer as if contiguous, but nothing in 'numbers' establishes it

void pointers(Tensor x, float **Into) { *Into = x.data_ptr<float>(); }
// CHECK: pointer-stored.cpp:[[@LINE-1]]:{{.*}}: warning: 'x' is

void added(Tensor x) {
  std::vector<int64_t> all;
  all.push_back(reinterpret_cast<int64_t>(x.data_ptr<float>()));
  launchedAll(all);
}
// CHECK: pointer-stored.cpp:[[@LINE-3]]:{{.*}}: warning: 'x' is

void addedPointer(Tensor x) {
  std::vector<float *> all;
  all.push_back(x.data_ptr<float>());
  launchedPointers(all);
}
// CHECK: pointer-stored.cpp:[[@LINE-3]]:{{.*}}: warning: 'x' is

// Silent: checked; fresh.
void checked(Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  Tensor y = at::empty({x.numel()}), table = at::empty({2});
  int64_t *addresses = table.data_ptr<int64_t>();
  addresses[0] = reinterpret_cast<int64_t>(x.data_ptr<float>());
  addresses[1] = reinterpret_cast<int64_t>(y.data_ptr<float>());
  launched(addresses, 2);
}

// Silent: an address is only looked at.
bool aligned(Tensor x, bool *Into) {
  *Into = reinterpret_cast<uint64_t>(x.data_ptr<float>()) % 16 == 0;
  const auto address = reinterpret_cast<uint64_t>(x.data_ptr<float>());
  return address % 16 == 0;
}

PYBIND11_MODULE(ext, m) {
  m.def("numbers", &numbers);
  m.def("pointers", &pointers);
  m.def("added", &added);
  m.def("addedPointer", &addedPointer);
  m.def("checked", &checked);
  m.def("aligned", &aligned);
}
