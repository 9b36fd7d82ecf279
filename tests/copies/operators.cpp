// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tensor-hidden-copy says of operators, beside what libtorch does. Marks
// as in copies.cpp; each function is called once. What another version does
// follows: `| 2: COPIES 0`. baddbmm() copies its first operand into the result,
// which is no hidden copy.
#include <ATen/ATen.h>

#include <iostream>

#define NOINLINE __attribute__((noinline))

using at::Tensor;

namespace {

NOINLINE Tensor flattened() {
  auto t = at::rand({4, 6, 8, 10}).transpose(1, 2);
  return t.flatten(); // COPIES 1 hidden-copy
}
NOINLINE Tensor flattenedInOrder() {
  auto t = at::rand({4, 6, 8, 10}).transpose(1, 2);
  return t.transpose(1, 2).flatten();
}
NOINLINE Tensor ravelled() {
  auto t = at::rand({6, 8}).t();
  return t.ravel(); // COPIES 1 hidden-copy
}
NOINLINE Tensor ravelledRows() {
  auto t = at::rand({6, 8}).narrow(0, 1, 3);
  return t.ravel();
}
NOINLINE Tensor unflattened() {
  auto t = at::rand({6, 8}).t();
  return t.reshape({2, 4, 6});
}

NOINLINE Tensor linearOfFoldedBatches() {
  auto t = at::rand({4, 6, 8}).transpose(0, 1);
  auto w = at::rand({5, 8});
  return at::linear(t, w); // COPIES 1 hidden-copy | 2: COPIES 0
}
NOINLINE Tensor linearOfRows() {
  auto t = at::rand({4, 6, 8}).select(1, 0);
  auto w = at::rand({5, 8});
  return at::linear(t, w);
}
NOINLINE Tensor mmOfTransposed() {
  auto a = at::rand({8, 6}).t(), b = at::rand({5, 8}).t();
  return at::mm(a, b);
}
NOINLINE Tensor mmOfColumns() {
  auto a = at::rand({6, 8, 2}).select(2, 0), b = at::rand({8, 5});
  return at::mm(a, b); // COPIES 1 hidden-copy
}
NOINLINE Tensor matmulOfHeads() {
  auto q = at::rand({4, 6, 8, 10}).transpose(1, 2);
  auto k = at::rand({4, 6, 8, 10}).transpose(1, 2).transpose(2, 3);
  return at::matmul(q, k); // COPIES 2 hidden-copy
}
NOINLINE Tensor matmulOfDenseHeads() {
  auto q = at::rand({4, 8, 6, 10});
  auto k = at::rand({4, 8, 6, 10}).transpose(2, 3);
  return at::matmul(q, k);
}
NOINLINE Tensor bmmOfColumns() {
  auto a = at::rand({4, 6, 8, 2}).select(3, 0), b = at::rand({4, 8, 5});
  return at::bmm(a, b);
}
NOINLINE Tensor bmmOfTransposed() {
  auto a = at::rand({4, 8, 6}).transpose(1, 2), b = at::rand({4, 8, 5});
  return at::bmm(a, b);
}
NOINLINE Tensor baddbmmOfColumns() {
  auto a = at::rand({4, 6, 8, 2}).select(3, 0), b = at::rand({4, 8, 5});
  auto c = at::rand({4, 6, 5});
  return at::baddbmm(c, a, b); // COPIES 1
}
NOINLINE Tensor einsumOfHeads() {
  auto q = at::rand({4, 6, 8, 10}).transpose(1, 2);
  auto k = at::rand({4, 6, 8, 10}).transpose(1, 2);
  return at::einsum("bhnd,bhmd->bhnm", {q, k}); // COPIES 2 hidden-copy
}
NOINLINE Tensor einsumOfRows() {
  auto a = at::rand({4, 6, 8}), b = at::rand({4, 5, 8});
  return at::einsum("bnd,bmd->bnm", {a, b});
}

NOINLINE Tensor layerNorm() {
  auto t = at::rand({4, 6, 8, 10}).permute({0, 2, 3, 1});
  return at::layer_norm(t, {6}); // COPIES 1 hidden-copy
}
NOINLINE Tensor layerNormOfRows() {
  auto t = at::rand({4, 6, 8, 10}).narrow(0, 1, 2);
  return at::layer_norm(t, {10});
}
NOINLINE Tensor groupNorm() {
  auto t = at::rand({4, 6, 8, 10}).transpose(2, 3);
  return at::group_norm(t, 3); // COPIES 1 hidden-copy
}
NOINLINE Tensor groupNormOfRows() {
  auto t = at::rand({4, 6, 8, 10});
  return at::group_norm(t, 3);
}
NOINLINE Tensor instanceNorm() {
  auto t = at::rand({4, 6, 8, 10}).transpose(2, 3);
  Tensor none;
  return at::instance_norm( // COPIES 1 hidden-copy
      t, none, none, none, none, true, 0, 1, false);
}
NOINLINE Tensor softmaxOfLast() {
  auto t = at::rand({4, 6, 8, 10}).permute({0, 2, 3, 1});
  return at::softmax(t, -1); // COPIES 1 hidden-copy
}
NOINLINE Tensor softmaxOfRows() {
  auto t = at::rand({4, 6, 8, 10});
  return at::softmax(t, -1);
}
NOINLINE Tensor logSoftmax() {
  auto t = at::rand({6, 8}).t();
  return at::log_softmax(t, 1); // COPIES 1 hidden-copy
}

NOINLINE Tensor maxPool() {
  auto t = at::rand({4, 6, 8, 10}).transpose(2, 3);
  return at::max_pool2d(t, 2); // COPIES 1 hidden-copy
}
NOINLINE Tensor maxPoolInFormat() {
  auto t = at::rand({4, 8, 10, 6}).permute({0, 3, 1, 2});
  return at::max_pool2d(t, 2);
}
NOINLINE Tensor averagePool() {
  auto t = at::rand({4, 6, 8, 10}).transpose(2, 3);
  return at::avg_pool2d(t, 2); // COPIES 1 hidden-copy
}
NOINLINE Tensor adaptivePool() {
  auto t = at::rand({4, 6, 8, 10}).transpose(2, 3);
  return at::adaptive_avg_pool2d(t, {2, 2}); // COPIES 1 hidden-copy
}
NOINLINE Tensor adaptiveMaxPool() {
  auto t = at::rand({4, 6, 8, 10}).transpose(2, 3);
  auto both = at::adaptive_max_pool2d(t, {2, 2}); // COPIES 1 hidden-copy
  return std::get<0>(both);
}
NOINLINE Tensor maxPool3d() {
  auto t = at::rand({2, 3, 4, 6, 8}).transpose(3, 4);
  return at::max_pool3d(t, 2); // COPIES 1 hidden-copy
}
NOINLINE Tensor averagePool3d() {
  auto t = at::rand({2, 3, 4, 6, 8}).transpose(3, 4);
  return at::avg_pool3d(t, 2); // COPIES 1 hidden-copy
}
NOINLINE Tensor fractionalPool() {
  auto t = at::rand({4, 6, 8, 10}).transpose(2, 3), u = at::rand({4, 6, 2});
  auto both = at::fractional_max_pool2d( // COPIES 1 hidden-copy
      t, {2, 2}, {2, 2}, u);
  return std::get<0>(both);
}

NOINLINE Tensor convolved() {
  auto t = at::rand({4, 6, 8, 10}).transpose(2, 3);
  auto w = at::rand({2, 6, 3, 3});
  return at::conv2d(t, w); // COPIES 1 hidden-copy
}
NOINLINE Tensor convolvedInFormat() {
  auto t = at::rand({4, 8, 10, 6}).permute({0, 3, 1, 2});
  auto w = at::rand({2, 3, 3, 6}).permute({0, 3, 1, 2});
  return at::conv2d(t, w);
}
NOINLINE Tensor convolvedIn1d() {
  auto t = at::rand({4, 8, 6}).transpose(1, 2);
  auto w = at::rand({2, 6, 3});
  return at::conv1d(t, w); // COPIES 1 hidden-copy
}

NOINLINE Tensor joined() {
  auto t = at::rand({6, 8}).t(), u = at::rand({8, 6});
  return at::cat({t, u});
}
NOINLINE Tensor distances() {
  auto t = at::rand({8, 6}).t(), u = at::rand({5, 8});
  return at::cdist(t, u); // COPIES 1 hidden-copy
}

// A sum of small integers is one of int64, which all of them are made first.
NOINLINE Tensor summed() {
  auto t = at::zeros({6, 8}, at::kBool);
  return t.sum(); // COPIES 1 hidden-copy
}
NOINLINE Tensor counted() {
  auto t = at::zeros({6, 8}, at::kBool);
  return t.count_nonzero();
}
NOINLINE Tensor summedRows() {
  auto t = at::zeros({6, 8}, at::kInt);
  return t.sum(1); // COPIES 1 hidden-copy
}
NOINLINE Tensor summedLongs() {
  auto t = at::zeros({6, 8}, at::kLong);
  return t.sum(1);
}
NOINLINE Tensor summedAsDouble() {
  auto t = at::zeros({6, 8}, at::kFloat);
  return t.sum(at::kDouble); // COPIES 1 hidden-copy
}
NOINLINE Tensor multiplied() {
  auto t = at::zeros({6, 8}, at::kByte);
  return t.prod(1); // COPIES 1 hidden-copy
}
NOINLINE Tensor runningSum() {
  auto t = at::zeros({6, 8}, at::kBool);
  return t.cumsum(1); // COPIES 1 hidden-copy
}
NOINLINE Tensor runningSumInPlace() {
  auto t = at::zeros({6, 8}, at::kInt);
  t.cumsum_(1);
  return at::zeros({1});
}
NOINLINE Tensor softmaxOfHalf() {
  auto t = at::zeros({6, 8}, at::kBFloat16);
  return t.softmax(1, at::kFloat); // COPIES 1 hidden-copy
}

// What autograd copies when it adds a gradient up: one that comes in the layout
// in which the operator has read its operand.
NOINLINE Tensor trained() {
  auto w = at::rand({6, 8}).requires_grad_();
  auto y = w.t().contiguous();  // COPIES 1 hidden-copy
  y.backward(at::rand({8, 6})); // COPIES 1
  return w.detach();
}
NOINLINE Tensor trainedInOrder() {
  auto w = at::rand({6, 8}).requires_grad_();
  auto y = w.contiguous().neg();
  y.backward(at::rand({6, 8}));
  return w.detach();
}
NOINLINE Tensor trainedInPart() {
  auto w = at::rand({6, 8}).requires_grad_();
  auto y = w.narrow(1, 0, 4).contiguous(); // COPIES 1
  y.backward(at::rand({6, 4}));            // COPIES 1
  return w.detach();
}
NOINLINE Tensor trainedByProduct() {
  auto w = at::rand({6, 8}).requires_grad_();
  auto y = at::mm(at::rand({5, 8}), w.t());
  y.backward(at::rand({5, 6}));
  return w.detach();
}
NOINLINE Tensor trainedFlat() {
  auto w = at::rand({6, 8}).requires_grad_();
  auto y = w.t().reshape({-1}); // COPIES 1 hidden-copy
  y.backward(at::rand({48}));   // COPIES 1
  return w.detach();
}
NOINLINE Tensor trainedByNorm() {
  auto w = at::rand({4, 6, 8, 10}).requires_grad_();
  auto y = at::layer_norm(w.permute({0, 2, 3, 1}), {6}); // COPIES 1 hidden-copy
  y.backward(at::rand({4, 8, 10, 6}));                   // COPIES 2
  return w.detach();
}
NOINLINE Tensor trainedBySoftmax() {
  auto w = at::rand({6, 8}).requires_grad_();
  auto y = at::softmax(w.t(), 1); // COPIES 1 hidden-copy
  y.backward(at::rand({8, 6}));   // COPIES 1
  return w.detach();
}
NOINLINE Tensor trainedByPool() {
  auto w = at::rand({4, 6, 8, 10}).requires_grad_();
  auto y = at::max_pool2d(w.transpose(2, 3), 2); // COPIES 1 hidden-copy
  y.backward(at::rand({4, 6, 5, 4}));            // COPIES 1
  return w.detach();
}
NOINLINE Tensor trainedByMatmul() {
  auto w = at::rand({4, 6, 8, 10}).requires_grad_();
  auto y = at::matmul(w.transpose(1, 2), // COPIES 1 hidden-copy
                      at::rand({4, 8, 10, 6}));
  y.backward(at::rand({4, 8, 6, 6})); // COPIES 1
  return w.detach();
}
NOINLINE Tensor trainedByConv() {
  auto x = at::rand({4, 8, 10, 6}).permute({0, 3, 1, 2});
  auto w = at::rand({2, 6, 3, 3}).requires_grad_();
  auto y = at::conv2d(x, w);          // COPIES 1 hidden-copy
  y.backward(at::rand({4, 2, 6, 8})); // COPIES 4 | 2: COPIES 4
  return w.detach();
}

NOINLINE Tensor enlarged() {
  auto t = at::rand({4, 6, 8, 10}).transpose(2, 3);
  at::IntArrayRef sizes{20, 16};
  return at::upsample_nearest2d(t, sizes); // COPIES 0 | 2: COPIES 3
}
NOINLINE Tensor enlargedInFormat() {
  auto t = at::rand({4, 8, 10, 6}).permute({0, 3, 1, 2});
  return at::upsample_nearest2d(t, at::IntArrayRef{16, 20});
}
NOINLINE Tensor enlargedMore() {
  auto t = at::rand({1, 2, 8, 10}).transpose(2, 3);
  return at::upsample_nearest2d(t, at::IntArrayRef{100, 80});
}

} // namespace

NOINLINE double run() {
  double sum = 0;
  for (Tensor (*each)() : {flattened,
                           flattenedInOrder,
                           ravelled,
                           ravelledRows,
                           unflattened,
                           linearOfFoldedBatches,
                           linearOfRows,
                           mmOfTransposed,
                           mmOfColumns,
                           matmulOfHeads,
                           matmulOfDenseHeads,
                           bmmOfColumns,
                           bmmOfTransposed,
                           baddbmmOfColumns,
                           einsumOfHeads,
                           einsumOfRows,
                           layerNorm,
                           layerNormOfRows,
                           groupNorm,
                           groupNormOfRows,
                           instanceNorm,
                           softmaxOfLast,
                           softmaxOfRows,
                           logSoftmax,
                           maxPool,
                           maxPoolInFormat,
                           averagePool,
                           adaptivePool,
                           adaptiveMaxPool,
                           maxPool3d,
                           averagePool3d,
                           fractionalPool,
                           convolved,
                           convolvedInFormat,
                           convolvedIn1d,
                           joined,
                           distances,
                           summed,
                           counted,
                           summedRows,
                           summedLongs,
                           summedAsDouble,
                           multiplied,
                           runningSum,
                           runningSumInPlace,
                           softmaxOfHalf,
                           trained,
                           trainedInOrder,
                           trainedInPart,
                           trainedByProduct,
                           trainedFlat,
                           trainedByNorm,
                           trainedBySoftmax,
                           trainedByPool,
                           trainedByMatmul,
                           trainedByConv,
                           enlarged,
                           enlargedInFormat,
                           enlargedMore})
    sum += each().sum().item<double>();
  return sum;
}

int main() { std::cout << "sum " << run() << "\n"; }
