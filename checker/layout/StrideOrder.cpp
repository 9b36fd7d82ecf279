// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/MemoryOrder.h"

#include <algorithm>

namespace tensortidy {

Layout layoutInOrder(const std::vector<Monomial> &Sizes,
                     const std::vector<unsigned> &Order) {
  Layout L;
  L.Front.resize(Sizes.size());
  Monomial Stride;
  for (unsigned I : Order) {
    L.Front[I] = {Sizes[I], Stride};
    if (!Sizes[I].isZero())
      Stride = Stride * Sizes[I];
  }
  return L;
}

Layout layoutInFormat(const std::vector<Monomial> &Sizes, MemoryFormat Format) {
  Layout L;
  L.Front.resize(Sizes.size());
  Monomial Stride;
  for (unsigned I : memoryOrder(Format, static_cast<unsigned>(Sizes.size()))) {
    L.Front[I] = {Sizes[I], Stride};
    Stride = Stride * Sizes[I];
  }
  return L;
}

namespace {
/// What the sort does with two axes: swap them, stop, go on, or who knows.
enum class Step { Swap, Stop, Next, Unknown };
} // namespace

/// The verdict of one operand; Next hands over to the following operand.
static Step compareOfOperand(const Monomial &StrideA, const Monomial &StrideB,
                             const Monomial &SizeA, const Monomial &SizeB,
                             const Facts &F) {
  Monomial A = F.canonical(StrideA), B = F.canonical(StrideB);
  if (A.isZero() || B.isZero())
    return Step::Next;
  Order O = F.compare(A, B);
  if (O == Order::Less || O == Order::Greater) {
    if (F.lowerBound(A) < 1 || F.lowerBound(B) < 1)
      return Step::Unknown;
    return O == Order::Less ? Step::Stop : Step::Swap;
  }
  if (O != Order::Equal)
    return Step::Unknown;
  Order Sizes = F.compare(SizeA, SizeB);
  if (Sizes == Order::Less || Sizes == Order::Equal)
    return Step::Next;
  bool Certain = Sizes == Order::Greater && F.lowerBound(A) >= 1;
  return Certain ? Step::Swap : Step::Unknown;
}

static Step compareAxes(const std::vector<std::vector<Monomial>> &Strides,
                        const std::vector<Monomial> &Sizes, unsigned A,
                        unsigned B, const Facts &F) {
  for (const std::vector<Monomial> &Row : Strides) {
    Step S = compareOfOperand(Row[A], Row[B], Sizes[A], Sizes[B], F);
    if (S != Step::Next)
      return S;
  }
  return Step::Next;
}

/// Moves the axis at \p Place of \p Order to where it belongs among those
/// before it. False when that cannot be told.
static bool insert(std::vector<unsigned> &Order, size_t Place,
                   const std::vector<std::vector<Monomial>> &Strides,
                   const std::vector<Monomial> &Sizes, const Facts &F) {
  for (size_t Before = Place; Before-- > 0;) {
    Step S = compareAxes(Strides, Sizes, Order[Before], Order[Place], F);
    if (S == Step::Unknown)
      return false;
    if (S == Step::Stop)
      return true;
    if (S == Step::Swap) {
      std::swap(Order[Before], Order[Place]);
      Place = Before;
    }
  }
  return true;
}

std::optional<std::vector<unsigned>>
strideOrder(const std::vector<std::vector<Monomial>> &Strides,
            const std::vector<Monomial> &Sizes, const Facts &F) {
  std::vector<unsigned> Order = memoryOrder(
      MemoryFormat::Contiguous, static_cast<unsigned>(Sizes.size()));
  for (size_t I = 1; I < Order.size(); ++I)
    if (!insert(Order, I, Strides, Sizes, F))
      return std::nullopt;
  return Order;
}

} // namespace tensortidy
