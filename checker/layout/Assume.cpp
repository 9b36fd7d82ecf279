// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Assume.h"

#include "layout/FlatAxes.h"
#include "layout/MemoryOrder.h"
#include "layout/Peel.h"
#include "layout/Transforms.h"

#include <algorithm>

namespace tensortidy {

/// One axis' share of a contiguity guard. False: it cannot be so.
static bool assumeStride(const Axis &A, const Monomial &Product, Facts &F) {
  if (A.Size.isOne() || F.lowerBound(A.Size) < 2)
    return true;
  Order O = F.compare(A.Stride, Product);
  if (O == Order::Less || O == Order::Greater)
    return false;
  return O != Order::Unknown || F.equate(A.Stride, Product);
}

/// A gap's share. Where it may be empty its stride's symbol may stand for an
/// axis elsewhere, so that only this layout learns; axes that are 1 may have
/// any stride, so that a gap that holds such teaches nothing.
static bool assumeGap(Gap &G, Monomial &Product, Facts &F) {
  if (mayHoldUnits(G.Group, F.symbols())) {
    Product = Product * G.Size;
    return true;
  }
  Order O = F.compare(G.Stride, Product);
  bool Firm = isAboveOne(G, F.symbols());
  bool Mismatch = O == Order::Less || O == Order::Greater;
  Monomial Stride = Product;
  Product = Product * G.Size;
  if (Mismatch) // possible for an empty gap only
    return !Firm;
  bool Whole = G.SplitFront + G.SplitBack == 0 && !G.RowMajor;
  if (O == Order::Unknown && (Firm || Whole) && !F.equate(G.Stride, Stride))
    return !Firm;
  if (!G.RowMajor && G.Strides != NoGroup && G.Group != NoGroup)
    F.learnRowMajor(G.Group, G.Strides, {G.SplitFront, G.SplitBack, Stride});
  G.Stride = Stride;
  G.RowMajor = true;
  G.Strides = NoGroup;
  return true;
}

static bool assumeRowMajor(Layout &L, Facts &F) {
  Monomial Product;
  auto Assume = [&](const std::vector<Axis> &Axes) {
    return std::all_of(Axes.rbegin(), Axes.rend(), [&](const Axis &A) {
      bool Possible = assumeStride(A, Product, F);
      Product = Product * A.Size;
      return Possible;
    });
  };
  return Assume(L.Back) && (!L.Middle || assumeGap(*L.Middle, Product, F)) &&
         Assume(L.Front);
}

static bool assumeInOrder(const Layout &L, MemoryFormat Format, Facts &F) {
  Monomial Product;
  for (unsigned I : memoryOrder(Format, 0)) {
    if (!assumeStride(L.Front[I], Product, F))
      return false;
    Product = Product * L.Front[I].Size;
  }
  return true;
}

bool assumeContiguous(Layout &L, MemoryFormat Format, Facts &F) {
  L = normalized(L, F);
  Answer Now = isContiguous(L, Format, F);
  if (Now == Answer::Yes || Now == Answer::No)
    return Now == Answer::Yes;
  if (std::optional<unsigned> Rank = rankOf(Format)) {
    std::optional<Layout> Ranked = withRank(L, *Rank, F);
    if (!Ranked || !assumeInOrder(*Ranked, Format, F))
      return false;
    L = normalized(*Ranked, F);
    L.KnownDense |= isDense(L, F) != Answer::Yes;
    return true;
  }
  if (!assumeRowMajor(L, F))
    return false;
  L = normalized(L, F);
  if (isContiguous(L, F) != Answer::Yes)
    L.KnownContiguous = true;
  return true;
}

bool assumeNotContiguous(Layout &L, MemoryFormat Format, Facts &F) {
  L = normalized(L, F);
  Answer Now = isContiguous(L, Format, F);
  if (Now == Answer::Yes)
    return false;
  if (!rankOf(Format) && Now == Answer::Unknown)
    L.KnownContiguous = false;
  return true;
}

bool assumeDense(Layout &L, Facts &F) {
  L = normalized(L, F);
  Answer Now = isDense(L, F);
  L.KnownDense |= Now != Answer::Yes;
  return Now != Answer::No;
}

bool assumeRank(Layout &L, int64_t Rank, Facts &F) {
  std::optional<Layout> Ranked = withRank(L, Rank, F);
  if (!Ranked)
    return false;
  L = *Ranked;
  return true;
}

/// Gives both the same rank where one of them has one.
static bool shareRank(Layout &A, Layout &B, Facts &F) {
  A = normalized(A, F);
  B = normalized(B, F);
  if (A.Middle && B.hasRank())
    return assumeRank(A, *B.rank(), F);
  if (B.Middle && A.hasRank())
    return assumeRank(B, *A.rank(), F);
  return true;
}

/// Of two unknown ranks: \p B takes the axes of \p A. Only this value learns
/// it, and only where both are nothing but a gap.
static void shareGap(const Layout &A, Layout &B, Facts &F) {
  bool Bare = A.Front.empty() && A.Back.empty() && B.Front.empty() &&
              B.Back.empty() && A.Middle->SplitFront == 0 &&
              A.Middle->SplitBack == 0 && B.Middle->SplitFront == 0 &&
              B.Middle->SplitBack == 0;
  F.equate(B.Middle->Size, A.Middle->Size);
  if (!Bare || A.Middle->Group == NoGroup)
    return;
  B.Middle->Size = A.Middle->Size;
  B.Middle->Group = A.Middle->Group;
  B.Middle->MinCount = std::max(A.Middle->MinCount, B.Middle->MinCount);
}

bool assumeSameSizes(Layout &A, Layout &B, Facts &F) {
  if (!shareRank(A, B, F))
    return false;
  if (A.Middle) {
    if (sameSizes(A, B, F) != Answer::Yes)
      shareGap(A, B, F);
  } else {
    if (A.rank() != B.rank())
      return false;
    for (size_t I = 0; I < A.Front.size(); ++I)
      if (!F.equate(A.Front[I].Size, B.Front[I].Size))
        return false;
  }
  A = normalized(A, F);
  B = normalized(B, F);
  return true;
}

bool assumeSameLayout(Layout &A, Layout &B, Facts &F) {
  if (!assumeSameSizes(A, B, F))
    return false;
  for (size_t I = 0; !A.Middle && I < A.Front.size(); ++I)
    if (!A.Front[I].Size.isOne() &&
        !F.equate(A.Front[I].Stride, B.Front[I].Stride))
      return false;
  if (A.KnownContiguous && B.KnownContiguous &&
      A.KnownContiguous != B.KnownContiguous)
    return false;
  bool Dense = A.KnownDense || B.KnownDense;
  std::optional<bool> Contiguous =
      A.KnownContiguous ? A.KnownContiguous : B.KnownContiguous;
  const std::optional<StorageOffset> OffsetOfA = A.Offset, OffsetOfB = B.Offset;
  A = normalized(A, F);
  // Of an unknown rank the one whose order is known stands for both.
  if (A.Middle && B.Middle->RowMajor && !A.Middle->RowMajor)
    A = normalized(B, F);
  B = A.Middle ? A : normalized(B, F);
  for (Layout *L : {&A, &B}) {
    L->KnownDense = Dense;
    L->KnownContiguous = Contiguous;
  }
  A.Offset = OffsetOfA;
  B.Offset = OffsetOfB;
  return true;
}

} // namespace tensortidy
