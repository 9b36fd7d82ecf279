// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Peel.h"

namespace tensortidy {

static Monomial symbolOf(SymbolId Id, const Facts &F) {
  return F.canonical(Monomial::symbol(Id));
}

static void shrink(Gap &G, unsigned Front, unsigned Back, const Facts &F) {
  G.SplitFront += Front;
  G.SplitBack += Back;
  G.MinCount -= G.MinCount > 0;
  G.Size =
      symbolOf(groupRest(G.Group, G.SplitFront, G.SplitBack, F.symbols()), F);
}

Axis takeFront(Gap &G, const Facts &F) {
  int Index = static_cast<int>(G.SplitFront);
  shrink(G, 1, 0, F);
  Axis A;
  A.Size = symbolOf(groupSize(G.Group, Index, F.symbols()), F);
  A.Stride = G.RowMajor
                 ? G.Size * G.Stride
                 : symbolOf(groupStride(G.Strides, Index, F.symbols()), F);
  return A;
}

Axis takeBack(Gap &G, const Facts &F) {
  int Index = -static_cast<int>(G.SplitBack) - 1;
  shrink(G, 0, 1, F);
  Axis A;
  A.Size = symbolOf(groupSize(G.Group, Index, F.symbols()), F);
  A.Stride = F.canonical(G.Stride);
  G.Stride = G.RowMajor
                 ? A.Size * A.Stride
                 : symbolOf(groupStride(G.Strides, Index - 1, F.symbols()), F);
  return A;
}

/// Tells the facts that \p G has one axis fewer, so that it had one.
static void noteSplit(const Gap &G, unsigned Front, unsigned Back, Facts &F) {
  F.raiseMinAxes(G.Group, G.MinCount + G.SplitFront + G.SplitBack);
  F.noteSplit(G.Group, G.RowMajor ? NoGroup : G.Strides, G.SplitFront + Front,
              G.SplitBack + Back);
}

/// May \p Count axes be split off the gap, when those beyond it must not be
/// met instead?
static bool maySplit(const Gap &G, size_t Count, bool NothingBeyond) {
  return G.Group != NoGroup &&
         G.SplitFront + G.SplitBack + Count <= MaxSplitAxes &&
         (NothingBeyond || Count <= G.MinCount);
}

Layout foldedForSplitting(const Layout &L, const Facts &F) {
  Layout Result = normalized(L, F);
  if (Result.Middle && Result.Middle->Group != NoGroup)
    foldIntoGap(Result, F);
  return Result;
}

bool splitFront(Layout &L, size_t Count, Facts &F) {
  if (Count <= L.Front.size())
    return true;
  size_t Missing = Count - L.Front.size();
  if (!L.Middle || !maySplit(*L.Middle, Missing, L.Back.empty()))
    return false;
  while (Missing-- > 0) {
    noteSplit(*L.Middle, 1, 0, F);
    L.Front.push_back(takeFront(*L.Middle, F));
  }
  return true;
}

bool splitBack(Layout &L, size_t Count, Facts &F) {
  if (!L.Middle)
    return Count <= L.Front.size();
  if (Count <= L.Back.size())
    return true;
  size_t Missing = Count - L.Back.size();
  if (!maySplit(*L.Middle, Missing, L.Front.empty()))
    return false;
  while (Missing-- > 0) {
    noteSplit(*L.Middle, 0, 1, F);
    L.Back.insert(L.Back.begin(), takeBack(*L.Middle, F));
  }
  return true;
}

std::optional<AxisPlace> findAxis(Layout &L, int64_t Dim, Facts &F) {
  if (Dim >= 0) {
    if (!splitFront(L, size_t(Dim) + 1, F))
      return std::nullopt;
    return AxisPlace{false, size_t(Dim)};
  }
  size_t FromEnd = size_t(-(Dim + 1)) + 1;
  if (!splitBack(L, FromEnd, F))
    return std::nullopt;
  size_t Count = L.Middle ? L.Back.size() : L.Front.size();
  return AxisPlace{L.Middle.has_value(), Count - FromEnd};
}

} // namespace tensortidy
