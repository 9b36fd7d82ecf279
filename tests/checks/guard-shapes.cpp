// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Shapes of real code for which an obvious rule would say something useless.

// RUN: grep -v '^//' %s > %t.cpp
// RUN: %clang_tidy -fix -checks='-*,tensor-missing-contiguity-guard' %t.cpp -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: FileCheck %s --check-prefix=FIXED --implicit-check-not=TORCH_CHECK < %t.cpp

#include <torch/extension.h>

using at::Tensor;

void launch(const float *data, int64_t count);
void launchBoth(const float *x, float *y, int64_t count);
void launchFive(const float *, const float *, const float *, const float *,
                const float *, int64_t count);
void launchSomehow(const float *data);

// A copy fits a kernel that reads row by row; a check, what writes.
void rowMajor(Tensor x) { launch(x.data_ptr<float>(), x.numel()); }
// CHECK: warning: 'x' is accessed {{.*}} nothing in 'rowMajor' establishes it
// FIXED: void rowMajor(Tensor x) {
// FIXED-NEXT: auto x_contig = x.contiguous(); launch(x_contig.data_ptr<float>(), x.numel()); }

void written(Tensor x, Tensor out) {
  launchBoth(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
}
// CHECK: warning: 'x' and 'out' are accessed
// FIXED: void written(Tensor x, Tensor out) {
// FIXED-NEXT: auto x_contig = x.contiguous();
// FIXED-NEXT: {{TORCH}}_CHECK(out.is_contiguous(), "out must be contiguous");
// FIXED-NEXT: launchBoth(x_contig.data_ptr<float>(), out.data_ptr<float>(), x.numel());

// What may be undefined has neither.
void mayBeUndefined(Tensor x) {
  if (x.defined())
    launch(x.data_ptr<float>(), x.numel());
}
// CHECK: warning: 'x' is accessed {{.*}} nothing in 'mayBeUndefined' establishes it
// FIXED: void mayBeUndefined(Tensor x) {
// FIXED-NEXT: if (x.defined())

// No copy, for which calls that work would throw, or see other values: it is
// read on some paths only, written before, or kept.
void onSomePaths(Tensor bias, bool has, int64_t n) {
  launch(has ? bias.const_data_ptr<float>() : nullptr, n);
}
// CHECK: warning: 'bias' is accessed {{.*}} nothing in 'onSomePaths' establishes it
// FIXED: void onSomePaths(Tensor bias, bool has, int64_t n) {
// FIXED-NEXT: launch(has
void inABranch(Tensor bias, bool has, int64_t n) {
  if (has)
    launch(bias.const_data_ptr<float>(), n);
}
// CHECK: warning: 'bias' is accessed {{.*}} nothing in 'inABranch' establishes it
// FIXED: void inABranch(Tensor bias, bool has, int64_t n) {
// FIXED-NEXT: if (has)
void writtenBefore(Tensor x, const Tensor &y) {
  x.add_(y);
  launch(x.const_data_ptr<float>(), x.numel());
}
// CHECK: warning: 'x' is accessed {{.*}} nothing in 'writtenBefore' establishes it
// FIXED: void writtenBefore(Tensor x, const Tensor &y) {
// FIXED-NEXT: x.add_(y);
struct Holder {
  const float *Data;
};
Holder hold(const float *data, int64_t count);
Holder kept(const Tensor &x) {
  return hold(x.const_data_ptr<float>(), x.numel());
}
// CHECK: warning: 'x' is accessed {{.*}} nothing in 'kept' establishes it
// FIXED: Holder kept(const Tensor &x) {
// FIXED-NEXT: return hold(x.const_data_ptr
void listed(const Tensor &x) {
  auto go = [x](int64_t n) { launch(x.const_data_ptr<float>(), n); };
  go(3);
}
// CHECK: warning: 'x' is accessed {{.*}} nothing in 'listed' establishes it
// FIXED: void listed(const Tensor &x) {
// FIXED-NEXT: auto go = [x](int64_t n) { launch(x.const_data_ptr
void takenName(const Tensor &x, const Tensor &x_contig) {
  launchBoth(x.const_data_ptr<float>(), nullptr, x_contig.numel());
}
// CHECK: warning: 'x' is accessed {{.*}} nothing in 'takenName' establishes it
// FIXED: void takenName(const Tensor &x, const Tensor &x_contig) {
// FIXED-NEXT: launchBoth(x.const_data_ptr

// The project's own check, where this function has one.
#define CHECK_CONTIGUOUS(x) TORCH\
_CHECK(x.is_contiguous())
void ownCheck(Tensor x, Tensor out) {
  CHECK_CONTIGUOUS(x);
  launchBoth(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
}
// CHECK: warning: 'out' is accessed {{.*}} nothing in 'ownCheck' establishes it
// FIXED: void ownCheck(Tensor x, Tensor out) {
// FIXED-NEXT: CHECK_CONTIGUOUS(out);
// FIXED-NEXT: CHECK_CONTIGUOUS(x);

// One whose output is channels-last does not read row by row: nothing is
// offered that would break each call that works.
void channelsLast(Tensor x) {
  Tensor y = at::empty({2, 3, 4, 5}, {}, at::MemoryFormat::ChannelsLast);
  launchBoth(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
// CHECK: warning: 'x' is accessed {{.*}} nothing in 'channelsLast' establishes it

// Expanded gradients are legal: no check is offered, but a copy.
void gradient(Tensor grad_output) {
  launch(grad_output.data_ptr<float>(), grad_output.numel());
}
// CHECK: warning: 'grad_output' is accessed {{.*}} nothing in 'gradient' establishes it
// FIXED: void gradient(Tensor grad_output) {
// FIXED-NEXT: auto grad_output_contig = grad_output.contiguous();
// FIXED-NEXT: launch(grad_output_contig.data_ptr<float>(), grad_output.numel());

// Silent: offsets of one dimension; a scale of which one element is read, or
// the address looked at.
void offsets(Tensor begin_offsets) {
  if (begin_offsets.dim() != 1)
    throw 1;
  launch(begin_offsets.data_ptr<float>(), begin_offsets.numel());
}
float scale(Tensor x) { return *x.data_ptr<float>() + x.data_ptr<float>()[0]; }
bool isAligned(Tensor x) {
  return reinterpret_cast<uintptr_t>(x.data_ptr<float>()) % 16 == 0;
}

// One finding for a launch.
void five(Tensor a, Tensor b, Tensor c, Tensor d, Tensor e) {
  launchFive(a.const_data_ptr<float>(), b.const_data_ptr<float>(),
             c.const_data_ptr<float>(), d.const_data_ptr<float>(),
             e.const_data_ptr<float>(), a.numel());
}
// CHECK: warning: 'a', 'b', 'c', 'd' and 'e' are accessed {{.*}} nothing in 'five' establishes it

// Silent: no sizes go to a function that is not in sight.
void unsized(Tensor x) { launchSomehow(x.data_ptr<float>()); }

PYBIND11_MODULE(ext, m) {
  m.def("written", &written);
  m.def("onSomePaths", &onSomePaths);
  m.def("inABranch", &inABranch);
  m.def("writtenBefore", &writtenBefore);
  m.def("kept", &kept);
  m.def("listed", &listed);
  m.def("takenName", &takenName);
  m.def("ownCheck", &ownCheck);
  m.def("mayBeUndefined", &mayBeUndefined);
  m.def("rowMajor", &rowMajor);
  m.def("channelsLast", &channelsLast);
  m.def("gradient", &gradient);
  m.def("offsets", &offsets);
  m.def("scale", &scale);
  m.def("isAligned", &isAligned);
  m.def("five", &five);
  m.def("unsized", &unsized);
}
