// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-dangling-data-pointer' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

// Pointers that are collected in a container, or left in a member, and the
// tensors that end before these are used.

#include <ATen/ATen.h>
#include <vector>

void use(float **pointers, size_t count);
void use(const std::vector<float *> &pointers);

void ofLocals(const std::vector<at::Tensor> &tensors) {
  std::vector<float *> pointers;
  for (const at::Tensor &t : tensors) {
    auto c = t.contiguous();
    pointers.push_back(c.data_ptr<float>());
  }
  use(pointers.data(), pointers.size());
}
// CHECK: dangling-collected.cpp:[[@LINE-4]]:26: warning: the pointer outlives the tensor that contiguous() makes for some layouts: it is freed at the end of the block

void ofTemporaries(const std::vector<at::Tensor> &tensors) {
  std::vector<float *> pointers;
  for (const at::Tensor &t : tensors)
    pointers.push_back(t.contiguous().data_ptr<float>());
  use(pointers);
}
// CHECK: dangling-collected.cpp:[[@LINE-3]]:39: warning: the pointer outlives the tensor that contiguous() makes for some layouts: it is freed at the end of the statement

void byPosition(const std::vector<at::Tensor> &tensors) {
  std::vector<float *> pointers(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i)
    pointers[i] = tensors[i].contiguous().data_ptr<float>();
  for (float *p : pointers)
    *p = 0;
}
// CHECK: dangling-collected.cpp:[[@LINE-4]]:43: warning: the pointer outlives the tensor that contiguous() makes for some layouts: it is freed at the end of the statement

void inBraces(const at::Tensor &x, const at::Tensor &y) {
  std::vector<float *> pointers = {x.contiguous().data_ptr<float>(),
                                   y.data_ptr<float>()};
  use(pointers);
}
// CHECK: dangling-collected.cpp:[[@LINE-4]]:51: warning: the pointer outlives the tensor that contiguous() makes for some layouts: it is freed at the end of the statement

void inAnArray(const std::vector<at::Tensor> &tensors) {
  float *pointers[100];
  for (size_t i = 0; i < tensors.size(); ++i)
    pointers[i] = tensors[i].contiguous().data_ptr<float>();
  use(pointers, tensors.size());
}
// CHECK: dangling-collected.cpp:[[@LINE-3]]:43: warning: the pointer outlives the tensor that contiguous() makes for some layouts: it is freed at the end of the statement

class Rows {
public:
  void set(const at::Tensor &x) { data = x.contiguous().data_ptr<float>(); }
  // CHECK: dangling-collected.cpp:[[@LINE-1]]:57: warning: the pointer outlives the tensor that contiguous() makes for some layouts: it is freed at the end of the statement
  void setLocal(const at::Tensor &x) {
    auto c = x.contiguous();
    data = c.data_ptr<float>();
  }
  // CHECK: dangling-collected.cpp:[[@LINE-2]]:14: warning: the pointer outlives the tensor that contiguous() makes for some layouts: it is freed at the end of the block

  // Silent: the tensor is kept beside it.
  void keep(const at::Tensor &x) {
    kept = x.contiguous();
    data = kept.data_ptr<float>();
  }
  // Silent: it is the caller's tensor.
  void borrow(const at::Tensor &x) { data = x.data_ptr<float>(); }

private:
  float *data;
  at::Tensor kept;
};

// Silent: the copies are kept in a list.
void kept(const std::vector<at::Tensor> &tensors) {
  std::vector<float *> pointers;
  std::vector<at::Tensor> copies;
  for (const at::Tensor &t : tensors) {
    auto c = t.contiguous();
    copies.push_back(c);
    pointers.push_back(c.data_ptr<float>());
  }
  use(pointers);
}
void keptAtOnce(const std::vector<at::Tensor> &tensors) {
  std::vector<float *> pointers;
  std::vector<at::Tensor> copies;
  for (const at::Tensor &t : tensors) {
    copies.push_back(t.contiguous());
    pointers.push_back(copies.back().data_ptr<float>());
  }
  use(pointers);
}

// Silent: used in the block that the copy lives in.
void usedThere(const std::vector<at::Tensor> &tensors) {
  for (const at::Tensor &t : tensors) {
    std::vector<float *> pointers;
    auto c = t.contiguous();
    pointers.push_back(c.data_ptr<float>());
    use(pointers);
  }
}

// Silent: cleared before it is used again.
void cleared(const at::Tensor &x, const at::Tensor &y) {
  std::vector<float *> pointers;
  {
    auto c = x.contiguous();
    pointers.push_back(c.data_ptr<float>());
    use(pointers);
  }
  pointers.clear();
  pointers.push_back(y.data_ptr<float>());
  use(pointers);
}
