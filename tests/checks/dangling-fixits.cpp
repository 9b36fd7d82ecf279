// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A temporary whose pointer a variable of the block takes gets a name before.

// RUN: grep -v '^//' %s > %t.cpp
// RUN: not %clang_tidy -fix -checks='-*,tensor-dangling-data-pointer' %t.cpp \
// RUN:   -warnings-as-errors='tensor-*' -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock
// RUN: FileCheck %s < %t.cpp

#include <ATen/ATen.h>

void use(const float *);

void declared(const at::Tensor &x) {
  if (x.dim() > 1) {
    auto *p = x.contiguous().data_ptr<float>();
    use(p);
  }
}
// CHECK: void declared
// CHECK: {{^}}    auto p_tensor = x.contiguous();
// CHECK-NEXT: {{^}}    auto *p = p_tensor.data_ptr<float>();

void cast(const at::Tensor &x) {
  const auto *p = reinterpret_cast<const float *>(x.t().contiguous().data_ptr<double>());
  use(p);
}
// CHECK: {{^}}  auto p_tensor = x.t().contiguous();
// CHECK-NEXT: {{^}}  const auto *p = reinterpret_cast<const float *>(p_tensor.data_ptr<double>());

struct Params {
  const float *q, *k;
};
void launch(Params);
void members(const at::Tensor &x, const at::Tensor &y) {
  Params p;
  p.q = x.contiguous().data_ptr<float>();
  p.k = y.contiguous().data_ptr<float>();
  launch(p);
}
// CHECK: {{^}}  auto p_q_tensor = x.contiguous();
// CHECK-NEXT: {{^}}  p.q = p_q_tensor.data_ptr<float>();
// CHECK-NEXT: {{^}}  auto p_k_tensor = y.contiguous();
// CHECK-NEXT: {{^}}  p.k = p_k_tensor.data_ptr<float>();

// Numbers that are computed of it are no pointers.
float read(const float *, int64_t);
float summed(const at::Tensor &x) {
  const float *p = x.contiguous().data_ptr<float>();
  const float s = read(p, x.numel());
  return s + read(p, 1);
}
// CHECK: {{^}}  const float *p = p_tensor.data_ptr<float>();

// Nothing is offered: the name is taken, or was given just before; the pointer
// outlives the block; the tensor is not all of what is given; a macro.
void taken(const at::Tensor &x, const at::Tensor &p_tensor) {
  auto *p = x.contiguous().data_ptr<float>();
  use(p);
}
// CHECK: void taken
// CHECK-NEXT: auto *p = x.contiguous().data_ptr<float>();
void again(const at::Tensor &x, const at::Tensor &y) {
  const float *p = nullptr;
  p = x.contiguous().data_ptr<float>();
  use(p);
  p = y.contiguous().data_ptr<float>();
  use(p);
}
// CHECK: auto p_tensor = x.contiguous();
// CHECK: {{^}}  p = y.contiguous().data_ptr<float>();
void outer(const at::Tensor &x) {
  const float *p = nullptr;
  if (x.dim() > 1) {
    p = x.contiguous().data_ptr<float>();
  }
  use(p);
}
// CHECK: {{^}}    p = x.contiguous().data_ptr<float>();
void chosen(const at::Tensor &x, bool has) {
  const float *p = has ? x.contiguous().data_ptr<float>() : nullptr;
  use(p);
}
// CHECK: {{^}}  const float *p = has ? x.contiguous().data_ptr<float>() : nullptr;
#define TAKE(x) x.contiguous().data_ptr<float>()
void inAMacro(const at::Tensor &x) {
  const float *p = TAKE(x);
  use(p);
}
// CHECK: {{^}}  const float *p = TAKE(x);
static void kept(const at::Tensor &x) {
  static const float *p = x.contiguous().data_ptr<float>();
  use(p);
}
// CHECK: {{^}}  static const float *p = x.contiguous().data_ptr<float>();
struct Holder {
  const float *p;
  static const float *shared;
};
void stored(const at::Tensor &x, Holder *holder) {
  const float *p = x.contiguous().data_ptr<float>();
  holder->p = p;
  use(p);
}
// CHECK: {{^}}  const float *p = x.contiguous().data_ptr<float>();
const float *returned(const at::Tensor &x) {
  const float *p = x.contiguous().data_ptr<float>();
  use(p);
  return p + 1;
}
// CHECK: {{^}}  const float *p = x.contiguous().data_ptr<float>();
void aliased(const at::Tensor &x) {
  const float *p = x.contiguous().data_ptr<float>();
  const float *q = p;
  use(q);
}
// CHECK: {{^}}  const float *p = x.contiguous().data_ptr<float>();
void staticMember(const at::Tensor &x) {
  Holder holder;
  holder.shared = x.contiguous().data_ptr<float>();
  use(holder.shared);
}
// CHECK: {{^}}  holder.shared = x.contiguous().data_ptr<float>();
void jumps(const at::Tensor &x, int n) {
  const float *p = nullptr;
  if (n < 0)
    goto end;
  p = x.contiguous().data_ptr<float>();
  use(p);
end:
  return;
}
// CHECK: {{^}}  p = x.contiguous().data_ptr<float>();
void cases(const at::Tensor &x, int n) {
  switch (n) {
  case 0:
    n++;
    const float *p;
    p = x.contiguous().data_ptr<float>();
    use(p);
    break;
  case 1:
    break;
  }
}
// CHECK: {{^}}    p = x.contiguous().data_ptr<float>();
void ofAnotherType(const at::Tensor &x) {
  auto *p = x.contiguous().data_ptr<float>();
  double p_tensor = 0;
  use(p);
}
// CHECK: {{^}}  auto *p = x.contiguous().data_ptr<float>();
void parameter(const at::Tensor &x, double p_tensor) {
  auto *p = x.contiguous().data_ptr<float>();
  use(p);
}
// CHECK: {{^}}  auto *p = x.contiguous().data_ptr<float>();
