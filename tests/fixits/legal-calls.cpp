// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program whose fix-its are applied before it is compiled: calls that were
// legal give what they gave, those that were not are right or throw.

#include <ATen/ATen.h>
#include <functional>
#include <iostream>
#include <torch/library.h>

using at::Tensor;

namespace {

/// Scales in place, which is right for a row-major x only.
void scale(const Tensor &x, double by) {
  float *data = x.data_ptr<float>();
  for (int64_t i = 0; i < x.numel(); ++i)
    data[i] *= static_cast<float>(by);
}

/// Two arguments of one finding.
void addInto(const Tensor &into, const Tensor &from) {
  float *to = into.data_ptr<float>();
  float *of = from.data_ptr<float>();
  for (int64_t i = 0; i < into.numel(); ++i)
    to[i] += of[i];
}

Tensor mergedHeads(const Tensor &x) {
  auto t = x.contiguous().transpose(1, 2);
  return t.view({t.size(0), t.size(1), t.size(2) * t.size(3)});
}

double weighted(const float *x, int64_t count) {
  double sum = 0;
  for (int64_t i = 0; i < count; ++i)
    sum += static_cast<double>(i) * x[i];
  return sum;
}

/// What is only read; gradients may be expanded.
double weightedSums(const Tensor &x, const Tensor &grad) {
  const double first = weighted(x.data_ptr<float>(), x.numel());
  const double second = weighted(grad.data_ptr<float>(), grad.numel());
  return first + second;
}

/// The pointer of a temporary, whose memory another tensor may take over.
double ofACopy(const Tensor &x) {
  const float *p = x.contiguous().data_ptr<float>();
  const Tensor other = at::zeros(x.sizes());
  return weighted(p, x.numel()) + other.sum().item<double>();
}

TORCH_LIBRARY(fixits, m) {
  m.def("weighted_sums", &weightedSums);
  m.def("scale", &scale);
  m.def("add_into", &addInto);
  m.def("merged_heads", &mergedHeads);
}

bool failed = false;

void expect(const char *what, bool holds) {
  if (!holds)
    std::cout << "failed: " << what << '\n';
  failed |= !holds;
}

bool throws(const std::function<void()> &call) {
  try {
    call();
  } catch (const c10::Error &) {
    return true;
  }
  return false;
}

void scales() {
  auto x = at::rand({3, 4}), expected = x * 2;
  scale(x, 2);
  expect("a row-major tensor is scaled", at::equal(x, expected));
  auto rows = at::rand({4, 4}), part = rows.narrow(0, 1, 2);
  auto scaled = part * 2;
  scale(part, 2);
  expect("and so are some of its rows", at::equal(part, scaled));
  auto one = at::rand({1, 5}).t();
  expect("a stride of one element is none",
         !throws([&] { scale(one.select(0, 0), 2); }));
  expect("columns are refused",
         throws([&] { scale(at::rand({4, 4}).narrow(1, 1, 2), 2); }));
}

void adds() {
  auto x = at::rand({2, 3}), y = at::rand({2, 3}), expected = x + y;
  addInto(x, y);
  expect("row-major tensors are added", at::equal(x, expected));
  expect("a transposed first one is refused",
         throws([&] { addInto(at::rand({3, 2}).t(), y); }));
  expect("a transposed second one is refused",
         throws([&] { addInto(x, at::rand({3, 2}).t()); }));
}

void merges() {
  auto x = at::rand({2, 3, 4, 5});
  Tensor merged;
  expect("heads are merged", !throws([&] { merged = mergedHeads(x); }));
  auto expected = x.transpose(1, 2).contiguous().view({2, 4, 15});
  expect("to what a copy gives",
         merged.defined() && at::equal(merged, expected));
}

void sums() {
  auto x = at::rand({3, 4}), grad = at::rand({3, 4});
  expect("what is read row by row is as before",
         weightedSums(x, grad) == weightedSums(x.clone(), grad.clone()));
  auto t = at::rand({4, 3}).t();
  expect("a transposed tensor is read in its own order",
         weightedSums(t, grad) == weightedSums(t.contiguous(), grad));
  auto expanded = at::rand({1}).expand({3, 4});
  expect("and so is an expanded gradient",
         weightedSums(x, expanded) == weightedSums(x, expanded.contiguous()));
}

void copies() {
  auto t = at::rand({4, 3}).t();
  auto rows = t.contiguous();
  expect("a copy lives as long as its pointer",
         ofACopy(t) == weighted(rows.data_ptr<float>(), rows.numel()));
  expect("a tensor that needs no copy is read itself",
         ofACopy(rows) == ofACopy(t));
}

} // namespace

int main() {
  sums();
  copies();
  scales();
  adds();
  merges();
  return failed;
}
