// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-redundant-copy' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: %clang_tidy -checks='-*,tensor-redundant-copy' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefix=POSSIBLE
// RUN: cp %s %t.cpp
// RUN: %clang_tidy -checks='-*,tensor-redundant-copy' -fix %t.cpp -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t.cpp

#include <ATen/ATen.h>

void use(const at::Tensor &);

at::Tensor cloneThenContiguous(const at::Tensor &x) {
  return x.clone().contiguous();
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:20: warning: clone and contiguous copy 'x' twice where it is strided [tensor-redundant-copy]
  // CHECK: redundant-copy.cpp:[[@LINE-2]]:20: note: clone(at::MemoryFormat::Contiguous) copies once
}

at::Tensor contiguousThenClone(const at::Tensor &x) {
  auto t = x.contiguous().transpose(0, 1);
  auto c = t.contiguous();
  return c.clone();
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:12: warning: contiguous and clone copy 't' twice [tensor-redundant-copy]
}

at::Tensor converted(const at::Tensor &x) {
  auto t = x.contiguous().transpose(0, 1);
  return t.to(at::kDouble).contiguous();
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:28: warning: to and contiguous copy 't' twice [tensor-redundant-copy]
}

// What the first type adds the second takes away. Silent: it is the first that
// rounds.
at::Tensor there(const at::Tensor &x) {
  return x.to(at::kDouble).to(at::kFloat);
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:28: warning: to and to convert 'x' twice
  // CHECK: redundant-copy.cpp:[[@LINE-2]]:28: note: the second alone gives the same, but for rounding twice
}
at::Tensor rounded(const at::Tensor &x) {
  return x.to(at::kHalf).to(at::kFloat);
}
at::Tensor truncated(const at::Tensor &x) {
  return x.to(at::kInt).to(at::kFloat);
}

at::Tensor fresh(const at::Tensor &x, const at::Tensor &y) {
  return x.add(y).clone();
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:19: warning: clone copies what add has just made, which nothing else uses [tensor-redundant-copy]
  // FIXED: at::Tensor fresh(
  // FIXED-NEXT: {{^}}  return x.add(y);
}

at::Tensor part(const at::Tensor &x) {
  auto t = x.contiguous().transpose(0, 1);
  return t.contiguous().narrow(0, 0, 2);
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:25: warning: contiguous copies all of 't', of which narrow uses a part [tensor-redundant-copy]
  // CHECK: redundant-copy.cpp:[[@LINE-2]]:25: note: take the part first, and make that contiguous
}

at::Tensor thereAndBack(const at::Tensor &x) {
  return x.cpu().cuda();
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:18: warning: cpu and cuda move 'x' to one device and then to another [tensor-redundant-copy]
}

at::Tensor namedDevices(const at::Tensor &x) {
  return x.to(at::kCUDA).to(at::Device("cpu"), at::kFloat);
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:26: warning: to and to move 'x' to one device and then to another
}

at::Tensor blob(float *p) {
  return at::from_blob(p, {4}).clone().cuda();
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:40: warning: clone copies memory that cuda copies to the device [tensor-redundant-copy]
  // FIXED: at::Tensor blob(
  // FIXED-NEXT: {{^}}  return at::from_blob(p, {4}).cuda();
}
at::Tensor permutedBlob(float *p) {
  auto image = at::from_blob(p, {4, 4, 3}).clone();
  auto planes = image.permute({2, 0, 1}).unsqueeze(0);
  return planes.to(at::kCUDA);
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:17: warning: clone copies memory that to copies to the device
}

void twice(const at::Tensor &x) {
  auto t = x.contiguous().transpose(0, 1);
  use(t.reshape({-1}));
  use(t.contiguous());
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:9: warning: contiguous copies 't' again, as reshape has before [tensor-redundant-copy]
  // CHECK: redundant-copy.cpp:[[@LINE-4]]:27: note: {{.*}} by transpose(0, 1)
  // CHECK: redundant-copy.cpp:[[@LINE-4]]:9: note: the first copy is made here
}

at::Tensor overwritten(const at::Tensor &x, bool aligned) {
  auto y = x.clone();
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:14: warning: clone copies 'x' also where nothing reads the copy [tensor-redundant-copy]
  // CHECK: redundant-copy.cpp:[[@LINE+2]]:11: note: 'y' gets another value here
  if (!aligned)
    y = x.contiguous();
  return y;
}

at::Tensor overwrittenByItsSource(const at::Tensor &x, bool half) {
  auto y = x.contiguous();
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:14: warning: contiguous copies 'x', if it is strided, also where nothing reads the copy [tensor-redundant-copy]
  // CHECK: redundant-copy.cpp:[[@LINE+2]]:27: note: 'y' gets another value here
  if (half)
    y = at::empty_like(x).copy_(x);
  return y;
}

// Silent: a default, and another tensor.
at::Tensor overwrittenByAnother(const at::Tensor &x, const at::Tensor &z,
                                bool some) {
  auto y = x.contiguous();
  if (some)
    y = z.add(z);
  return y;
}

at::Tensor aligned(const at::Tensor &x) {
  auto y = x;
  if (reinterpret_cast<unsigned long>(y.data_ptr()) % 16 != 0 || y.stride(0) % 4 != 0)
    y = y.contiguous();
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:11: warning: contiguous does not align 'y': where it is contiguous already, it keeps its address [tensor-redundant-copy]
  // CHECK: redundant-copy.cpp:[[@LINE-3]]:{{[0-9]+}}: note: its address is asked for here
  return y;
}

at::Tensor alignedOtherwise(const at::Tensor &x) {
  if (((unsigned long)x.data_ptr() & 15) == 0)
    return x;
  return x.contiguous();
  // CHECK: redundant-copy.cpp:[[@LINE-1]]:12: warning: contiguous does not align 'x'
}

// Silent: it is aligned afterwards, the address is another tensor's, or all is
// well with it.
at::Tensor alignedAfterwards(const at::Tensor &x, const at::Tensor &z) {
  auto y = x;
  if (reinterpret_cast<unsigned long>(y.data_ptr()) % 16 != 0)
    y = y.contiguous();
  if (reinterpret_cast<unsigned long>(y.data_ptr()) % 16 != 0)
    y = at::empty_like(y).copy_(y);
  return y;
}
at::Tensor alignedAnother(const at::Tensor &x, const at::Tensor &z) {
  auto y = x;
  if (reinterpret_cast<unsigned long>(z.data_ptr()) % 16 != 0)
    y = y.contiguous();
  return y;
}
at::Tensor alignedAlready(const at::Tensor &x) {
  auto y = x;
  if (reinterpret_cast<unsigned long>(y.data_ptr()) % 16 == 0)
    y = y.contiguous();
  return y;
}

// Silent: one copy, or each for its own.
at::Tensor fine(const at::Tensor &x, float *p, bool some) {
  TORCH_CHECK(x.dim() == 2);
  auto t = x.contiguous().transpose(0, 1);
  use(x.clone(at::MemoryFormat::Contiguous));
  use(at::from_blob(p, {4}).clone());
  auto kept = at::from_blob(p, {4, 4}).clone();
  use(kept.permute({1, 0}).cuda());
  use(kept);
  use(at::from_blob(p, {4, 4}).clone().t().reshape({16}).cuda());
  use(at::from_blob(p, {4}, at::TensorOptions().device(at::kCUDA)).clone().cuda());
  use(x.expand({4, 4}).clone());
  use(x.add(x).narrow(0, 0, 2).clone());
  use(x.to(at::kCUDA).to(at::kFloat));
  use(x.cpu().cpu());
  auto c = t.contiguous();
  use(c.narrow(0, 0, 2));
  use(c.narrow(0, 2, 2));
  auto sum = x.add(x);
  auto copy = sum.clone();
  copy.zero_();
  use(sum);
  return some ? copy : sum;
}

// Silent: it is read first.
at::Tensor readFirst(const at::Tensor &x, bool some) {
  auto y = x.clone();
  if (some)
    y = y.add(x);
  use(y);
  y = x.contiguous();
  return y;
}

// Silent: only one of them is made, or one of them is written.
void either(const at::Tensor &x, bool some) {
  auto t = x.contiguous().transpose(0, 1);
  if (some)
    use(t.contiguous());
  else
    use(t.contiguous());
}
void written(const at::Tensor &x, const at::Tensor &y) {
  auto t = x.contiguous().transpose(0, 1);
  auto a = t.contiguous();
  a.add_(y);
  auto b = t.contiguous();
  b.zero_();
}

// Only possible: ordinary code that costs nothing for row-major tensors.
at::Tensor defensive(const at::Tensor &x) {
  auto c = x.contiguous();
  use(c.contiguous());
  // POSSIBLE: :[[@LINE-1]]:9: warning: contiguous gives 'c' back: it is contiguous already
  use(x.to(at::kDouble).contiguous());
  // POSSIBLE: :[[@LINE-1]]:25: warning: to and contiguous copy 'x' twice where it is strided
  use(x.contiguous()[0]);
  // POSSIBLE: :[[@LINE-1]]:{{[0-9]+}}: warning: contiguous may copy all of 'x', of which operator[] uses a part
  return x.contiguous().view({-1});
  // POSSIBLE: :[[@LINE-1]]:25: warning: contiguous copies 'x' wherever it is strided, also where it can be viewed
}
