// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/JoinPattern.h"

#include "layout/FlatAxes.h"
#include "layout/MemoryOrder.h"

#include <algorithm>
#include <optional>

namespace tensortidy {

/// Do the strides of \p L follow from its sizes by \p Order? Those of axes
/// that may be 1 must agree as well: they are data.
static bool isLaidOutIn(const Layout &L, const std::vector<unsigned> &Order,
                        const Facts &F) {
  Monomial Product;
  for (unsigned I : Order) {
    if (F.compare(L.Front[I].Stride, Product) != Order::Equal)
      return false;
    Product = Product * L.Front[I].Size;
  }
  return true;
}

/// The axes of a dense layout from the innermost outwards.
static std::optional<std::vector<unsigned>> denseOrder(const Layout &L,
                                                       const Facts &F) {
  std::vector<unsigned> Left =
      memoryOrder(MemoryFormat::Contiguous, unsigned(L.Front.size()));
  std::vector<unsigned> Order;
  Monomial Product;
  while (!Left.empty()) {
    auto It = std::find_if(Left.begin(), Left.end(), [&](unsigned I) {
      return F.compare(L.Front[I].Stride, Product) == Order::Equal;
    });
    if (It == Left.end())
      return std::nullopt;
    Product = Product * L.Front[*It].Size;
    Order.push_back(*It);
    Left.erase(It);
  }
  return Order;
}

static bool keepDenseOrder(const std::vector<Layout> &Layouts, Layout &Joined,
                           const Facts &F) {
  for (const Layout &L : Layouts) {
    std::optional<std::vector<unsigned>> Order = denseOrder(L, F);
    if (!Order)
      return false;
    if (!std::all_of(Layouts.begin(), Layouts.end(), [&](const Layout &O) {
          return isLaidOutIn(O, *Order, F);
        }))
      continue;
    std::vector<Monomial> Sizes;
    for (const Axis &A : Joined.Front)
      Sizes.push_back(A.Size);
    Joined = layoutInOrder(Sizes, *Order);
    return true;
  }
  return false;
}

/// Which own sizes a stride is the product of, and what is left then.
struct StridePattern {
  std::vector<unsigned> Axes;
  Monomial Rest;
  bool operator==(const StridePattern &O) const {
    return Axes == O.Axes && Rest == O.Rest;
  }
};

static bool divides(const Monomial &Stride, const Monomial &Size) {
  return !Size.factors().empty() && (Stride / Size).isIntegral();
}

static StridePattern patternOf(const Layout &L, unsigned Own, const Facts &F) {
  StridePattern P;
  P.Rest = F.canonical(L.Front[Own].Stride);
  for (unsigned I = 0; I < L.Front.size(); ++I) {
    Monomial Size = F.canonical(L.Front[I].Size);
    if (I == Own || !P.Rest.isValid() || !divides(P.Rest, Size))
      continue;
    P.Rest = P.Rest / Size;
    P.Axes.push_back(I);
  }
  return P;
}

void keepStridePattern(const std::vector<Layout> &Layouts, Layout &Joined,
                       const Facts &F) {
  if (keepDenseOrder(Layouts, Joined, F))
    return;
  for (unsigned I = 0; I < Joined.Front.size(); ++I) {
    StridePattern P = patternOf(Layouts[0], I, F);
    bool Common =
        P.Rest.isValid() &&
        std::all_of(Layouts.begin(), Layouts.end(),
                    [&](const Layout &L) { return patternOf(L, I, F) == P; });
    if (!Common)
      continue;
    Joined.Front[I].Stride = P.Rest;
    for (unsigned J : P.Axes)
      Joined.Front[I].Stride = Joined.Front[I].Stride * Joined.Front[J].Size;
  }
}

} // namespace tensortidy
