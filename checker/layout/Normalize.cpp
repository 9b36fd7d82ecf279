// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Layout.h"

#include "layout/Peel.h"

#include <algorithm>

namespace tensortidy {

static Monomial natural(SymbolId Id, const Facts &F) {
  return F.canonical(Monomial::symbol(Id));
}

/// The facts know the gap's axes to be row-major among themselves.
static void makeRowMajor(Gap &G, const Facts &F) {
  const RowMajorAxes Known = *F.strideGroupFacts(G.Strides).RowMajor;
  if (Known.Innermost) {
    G.Stride = F.canonical(*Known.Innermost);
    for (unsigned Q = Known.Back + 1; Q <= G.SplitBack; ++Q)
      G.Stride =
          G.Stride *
          natural(groupSize(G.Group, -static_cast<int>(Q), F.symbols()), F);
  }
  G.RowMajor = true;
  G.Strides = NoGroup;
}

static void rewrite(Layout &L, const Facts &F) {
  if (L.Offset)
    L.Offset->Elements = F.canonical(L.Offset->Elements);
  for (std::vector<Axis> *Axes : {&L.Front, &L.Back})
    for (Axis &A : *Axes) {
      A.Size = F.canonical(A.Size);
      A.Stride = F.canonical(A.Stride);
    }
  if (!L.Middle)
    return;
  Gap &G = *L.Middle;
  G.Size = F.canonical(G.Size);
  G.Stride = F.canonical(G.Stride);
  if (G.Group == NoGroup)
    return;
  unsigned Split = G.SplitFront + G.SplitBack;
  unsigned Known = F.minAxes(G.Group);
  G.MinCount = std::max(G.MinCount, Known > Split ? Known - Split : 0);
  if (!G.RowMajor && F.isRowMajor(G.Strides, G.SplitFront, G.SplitBack))
    makeRowMajor(G, F);
}

/// The \p Count axes that the gap stands for, moved to the front.
static void expandGap(Layout &L, unsigned Count, const Facts &F) {
  const Gap G = *L.Middle;
  std::vector<Axis> Axes(Count);
  Monomial Stride = G.Stride;
  for (unsigned I = Count; I-- > 0;) {
    int Index = static_cast<int>(G.SplitFront + I);
    Axes[I].Size =
        F.canonical(Monomial::symbol(groupSize(G.Group, Index, F.symbols())));
    bool Own = G.RowMajor || I + 1 == Count;
    Axes[I].Stride = Own ? Stride
                         : F.canonical(Monomial::symbol(
                               groupStride(G.Strides, Index, F.symbols())));
    Stride = Stride * Axes[I].Size;
  }
  L.Front.insert(L.Front.end(), Axes.begin(), Axes.end());
  L.Front.insert(L.Front.end(), L.Back.begin(), L.Back.end());
  L.Back.clear();
  L.Middle.reset();
}

static bool foldFront(Layout &L, const Facts &F) {
  Gap &G = *L.Middle;
  if (L.Front.empty() || G.SplitFront == 0)
    return false;
  const Axis &A = L.Front.back();
  int Index = static_cast<int>(G.SplitFront) - 1;
  if (A.Size != natural(groupSize(G.Group, Index, F.symbols()), F))
    return false;
  Monomial Stride =
      G.RowMajor ? G.Size * G.Stride
                 : natural(groupStride(G.Strides, Index, F.symbols()), F);
  if (A.Stride != Stride)
    return false;
  L.Front.pop_back();
  --G.SplitFront;
  return true;
}

static bool foldBack(Layout &L, const Facts &F) {
  Gap &G = *L.Middle;
  if (L.Back.empty() || G.SplitBack == 0)
    return false;
  const Axis A = L.Back.front();
  int Index = -static_cast<int>(G.SplitBack);
  if (A.Size != natural(groupSize(G.Group, Index, F.symbols()), F))
    return false;
  bool InOrder =
      G.RowMajor
          ? G.Stride == A.Size * A.Stride
          : A.Stride == natural(groupStride(G.Strides, Index, F.symbols()), F);
  if (!InOrder)
    return false;
  L.Back.erase(L.Back.begin());
  G.Stride = A.Stride;
  --G.SplitBack;
  return true;
}

void foldIntoGap(Layout &L, const Facts &F) {
  Gap &G = *L.Middle;
  while (foldFront(L, F) || foldBack(L, F)) {
    ++G.MinCount;
    G.Size =
        natural(groupRest(G.Group, G.SplitFront, G.SplitBack, F.symbols()), F);
  }
}

static bool isLearnt(SymbolId Id, const Facts &F) {
  return natural(Id, F) != Monomial::symbol(Id);
}

/// How many axes must stand beside an unordered gap to show what is known of
/// their strides: at its front, or at its back.
static unsigned axesToShow(const Gap &G, bool AtFront, const Facts &F) {
  if (G.RowMajor || G.Strides == NoGroup)
    return 0;
  StrideGroupFacts S = F.strideGroupFacts(G.Strides);
  unsigned Split = AtFront ? G.SplitFront : G.SplitBack;
  unsigned Last = AtFront ? S.Front : S.Back;
  for (unsigned Count = std::min(Last, Split + G.MinCount); Count > Split;
       --Count) {
    int Index = static_cast<int>(Count);
    SymbolId Id =
        groupStride(G.Strides, AtFront ? Index - 1 : -Index, F.symbols());
    if (isLearnt(Id, F))
      return Count - Split;
  }
  return 0;
}

static void showLearntStrides(Layout &L, const Facts &F) {
  Gap &G = *L.Middle;
  for (unsigned Count = axesToShow(G, true, F); Count > 0; --Count)
    L.Front.push_back(takeFront(G, F));
  for (unsigned Count = axesToShow(G, false, F); Count > 0; --Count)
    L.Back.insert(L.Back.begin(), takeBack(G, F));
  if (!G.RowMajor && F.isRowMajor(G.Strides, G.SplitFront, G.SplitBack))
    makeRowMajor(G, F);
}

Layout normalized(const Layout &L, const Facts &F) {
  Layout Result = L;
  rewrite(Result, F);
  if (!Result.Middle || Result.Middle->Group == NoGroup)
    return Result;
  Gap &G = *Result.Middle;
  if (std::optional<unsigned> Count = F.countOfAxes(G.Group)) {
    unsigned Split = G.SplitFront + G.SplitBack;
    expandGap(Result, *Count > Split ? *Count - Split : 0, F);
    return Result;
  }
  foldIntoGap(Result, F);
  showLearntStrides(Result, F);
  return Result;
}

} // namespace tensortidy
