// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-dangling-data-pointer' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>

void use(const float *);

void contiguous(const at::Tensor &x) {
  auto *p = x.contiguous().data_ptr<float>();
  use(p);
  // CHECK: dangling-data-pointer.cpp:[[@LINE-2]]:28: warning: the pointer outlives the tensor that contiguous() makes for some layouts: it is freed at the end of the statement [tensor-dangling-data-pointer]
  // CHECK: dangling-data-pointer.cpp:[[@LINE-3]]:15: note: the tensor is made here
  // CHECK: dangling-data-pointer.cpp:[[@LINE-3]]:3: note: the pointer is used here
  // CHECK: dangling-data-pointer.cpp:[[@LINE-5]]:28: note: give the tensor a name, and take the pointer of that
}

void workspace(int64_t n) {
  float *p = at::empty({n}).data_ptr<float>();
  for (int64_t i = 0; i < n; ++i)
    p[i] = 0;
  // CHECK: dangling-data-pointer.cpp:[[@LINE-3]]:29: warning: the pointer outlives the tensor that at::empty({n}) makes: it is freed
}

struct Params {
  const float *q;
};
void launch(Params);
void inAStruct(const at::Tensor &x, const at::Tensor &y) {
  Params p;
  p.q = at::matmul(x, y).data_ptr<float>();
  launch(p);
  // CHECK: dangling-data-pointer.cpp:[[@LINE-2]]:26: warning: the pointer outlives the tensor that at::matmul(x, y) makes: it is freed
}

void throughAView(const at::Tensor &x) {
  const float *p = x.contiguous().view({-1}).data_ptr<float>();
  use(p);
  // CHECK: dangling-data-pointer.cpp:[[@LINE-2]]:46: warning: the pointer outlives the tensor that contiguous() makes for some layouts
}

struct Wrapper {
  explicit Wrapper(const at::Tensor &x) : first(*x.contiguous().data_ptr<float>()) {
    use(x.contiguous().data_ptr<float>());
  }
  float first;
};

// An object that was made of the temporary, the block that a variable lives in,
// and a function's own tensor.
struct Rows {
  const float *data;
  Rows(const at::Tensor &t) : data(t.data_ptr<float>()) {}
  // CHECK: dangling-data-pointer.cpp:[[@LINE-1]]:38: warning: the pointer outlives the tensor that contiguous() makes for some layouts: it is freed at the end of the statement
};
void use(const Rows &);
void wrapped(const at::Tensor &x) {
  Rows w(x.contiguous());
  use(w);
}
void inABlock(const at::Tensor &x) {
  const float *p;
  {
    auto c = x.contiguous();
    p = c.data_ptr<float>();
    // CHECK: dangling-data-pointer.cpp:[[@LINE-1]]:11: warning: the pointer outlives the tensor that contiguous() makes for some layouts: it is freed at the end of the block
    // CHECK: dangling-data-pointer.cpp:[[@LINE+3]]:3: note: the pointer is used here
    // CHECK: note: keep the tensor as long as its pointer
  }
  use(p);
}
static const float *dataOf(const at::Tensor &x) {
  auto c = x.contiguous();
  return c.data_ptr<float>();
  // CHECK: dangling-data-pointer.cpp:[[@LINE-1]]:12: warning: the pointer outlives the tensor that contiguous() makes for some layouts: it is freed at the end of the block
}
void ofAFunction(const at::Tensor &x) {
  const float *p = dataOf(x);
  use(p);
}

// Silent: the object ends with the statement, or the tensor lives on.
void wrappedInTime(const at::Tensor &x) {
  use(Rows(x.contiguous()));
  auto c = x.contiguous();
  Rows w(c);
  use(w);
}
void usedInTheBlock(const at::Tensor &x) {
  const float *p;
  at::Tensor kept;
  {
    auto c = x.contiguous();
    p = c.data_ptr<float>();
    use(p);
    kept = c;
  }
  use(p);
  {
    static auto c = x.contiguous();
    p = c.data_ptr<float>();
  }
  use(p);
}
static void launch(const at::Tensor &x) {
  const float *p = x.data_ptr<float>();
  use(p);
}
static void launchInto(const at::Tensor &x, float &sum) {
  const float *p = x.data_ptr<float>();
  use(p);
  sum += p[0];
}
void passedOn(const at::Tensor &x) {
  float sum = 0;
  launch(x.contiguous());
  launchInto(x.contiguous(), sum);
}
static const float *dataOfArgument(const at::Tensor &x) {
  return x.data_ptr<float>();
}
void ofAnArgument(const at::Tensor &x) {
  auto c = x.contiguous();
  const float *p = dataOfArgument(c);
  use(p);
  use(dataOfArgument(x.contiguous()));
}

// Silent: something holds the tensor, or the statement has not ended.
void keep(const at::Tensor &);
void held(const at::Tensor &x) {
  auto c = x.contiguous();
  const float *p = c.data_ptr<float>();
  use(p);
  const float *view = c.view({-1}).data_ptr<float>();
  use(view);
  use(x.contiguous().data_ptr<float>());
  const at::Tensor &bound = x.contiguous();
  const float *q = bound.data_ptr<float>();
  use(q);
  const float *same = x.t().data_ptr<float>();
  use(same);
  at::Tensor later;
  const float *r = (later = x.contiguous()).data_ptr<float>();
  use(r);
  std::vector<at::Tensor> all;
  all.push_back(x.contiguous());
  const float *s = all.back().data_ptr<float>();
  use(s);
}
void checked(const at::Tensor &x) {
  TORCH_CHECK(x.is_contiguous());
  const float *p = x.contiguous().data_ptr<float>();
  use(p);
}
