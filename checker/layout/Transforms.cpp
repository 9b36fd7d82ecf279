// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Transforms.h"

#include "layout/Naming.h"
#include "layout/Peel.h"
#include "layout/Saturating.h"

#include <algorithm>

namespace tensortidy {

Answer outOfRange(const Layout &L, int64_t Dim) {
  const int64_t FromEnd = Dim < 0 ? -(Dim + 1) : Dim;
  // A scalar is asked as if it had one axis (c10, maybe_wrap_dim).
  if (FromEnd < std::max(L.minRank(), 1u))
    return Answer::No;
  return L.hasRank() ? Answer::Yes : Answer::Unknown;
}

std::optional<Axis> axisAt(const Layout &Source, int64_t Dim, Facts &F) {
  Layout L = foldedForSplitting(Source, F);
  std::optional<AxisPlace> P = findAxis(L, Dim, F);
  if (!P)
    return std::nullopt;
  return axisIn(L, *P);
}

std::optional<Layout> withRank(const Layout &Source, int64_t Wanted, Facts &F) {
  if (Wanted < 0 || Wanted > MaxRank)
    return std::nullopt;
  const unsigned Rank = static_cast<unsigned>(Wanted);
  Layout L = foldedForSplitting(Source, F);
  if (L.hasRank())
    return *L.rank() == Rank ? std::optional(L) : std::nullopt;
  const Gap &G = *L.Middle;
  size_t Explicit = L.Front.size() + L.Back.size();
  if (G.Group == NoGroup || Rank < L.minRank() || Rank < Explicit)
    return std::nullopt;
  unsigned Left = Rank - static_cast<unsigned>(Explicit);
  if (!F.fixCountOfAxes(G.Group, Left + G.SplitFront + G.SplitBack))
    return std::nullopt;
  return normalized(L, F);
}

std::optional<Layout> withMinRank(const Layout &Source, int64_t Wanted,
                                  Facts &F) {
  if (Wanted > MaxRank)
    return std::nullopt;
  const unsigned Rank = static_cast<unsigned>(std::max<int64_t>(Wanted, 0));
  Layout L = foldedForSplitting(Source, F);
  if (L.minRank() >= Rank)
    return L;
  if (L.hasRank())
    return std::nullopt;
  Gap &G = *L.Middle;
  G.MinCount += Rank - L.minRank();
  if (G.Group != NoGroup &&
      !F.raiseMinAxes(G.Group, G.MinCount + G.SplitFront + G.SplitBack))
    return std::nullopt;
  return normalized(L, F);
}

/// The axes now stand in another order: a dense layout stays dense.
static Layout reordered(Layout L, const Facts &F) {
  L.KnownContiguous.reset();
  return normalized(L, F);
}

std::optional<Layout> swapAxes(const Layout &Source, int64_t D0, int64_t D1,
                               Facts &F) {
  Layout L = foldedForSplitting(Source, F);
  if (L.rank() == 0u)
    return L;
  if (!findAxis(L, D0, F) || !findAxis(L, D1, F))
    return std::nullopt;
  AxisPlace A = *findAxis(L, D0, F), B = *findAxis(L, D1, F);
  if (A.InBack == B.InBack && A.Index == B.Index)
    return normalized(L, F);
  std::swap(axisIn(L, A), axisIn(L, B));
  return reordered(std::move(L), F);
}

std::optional<Layout> permuteAxes(const Layout &Source,
                                  const std::vector<int64_t> &Dims, Facts &F) {
  std::optional<Layout> L =
      withRank(Source, static_cast<int64_t>(Dims.size()), F);
  if (!L)
    return std::nullopt;
  int64_t Rank = static_cast<int64_t>(Dims.size());
  Layout Result = *L;
  std::vector<bool> Seen(Dims.size());
  bool InOrder = true;
  for (int64_t I = 0; I < Rank; ++I) {
    int64_t From = Dims[I] < 0 ? Dims[I] + Rank : Dims[I];
    if (From < 0 || From >= Rank || Seen[From])
      return std::nullopt;
    Seen[From] = true;
    InOrder &= From == I;
    Result.Front[I] = L->Front[From];
  }
  return InOrder ? *L : reordered(std::move(Result), F);
}

static Axis take(Layout &L, AxisPlace P) {
  std::vector<Axis> &Axes = P.InBack ? L.Back : L.Front;
  Axis A = Axes[P.Index];
  Axes.erase(Axes.begin() + static_cast<std::ptrdiff_t>(P.Index));
  return A;
}

/// Puts \p A where it is axis \p Dim of the result.
static bool put(Layout &L, int64_t Dim, const Axis &A, Facts &F) {
  size_t Place = Dim >= 0 ? size_t(Dim) : size_t(-(Dim + 1));
  bool FromBack = Dim < 0;
  if (!(FromBack ? splitBack(L, Place, F) : splitFront(L, Place, F)))
    return false;
  std::vector<Axis> &Axes = FromBack && L.Middle ? L.Back : L.Front;
  size_t Index = FromBack ? Axes.size() - Place : Place;
  Axes.insert(Axes.begin() + static_cast<std::ptrdiff_t>(Index), A);
  return true;
}

std::optional<Layout> moveAxis(const Layout &Source, int64_t From, int64_t To,
                               Facts &F) {
  Layout L = foldedForSplitting(Source, F);
  std::optional<AxisPlace> P = findAxis(L, From, F);
  if (!P)
    return std::nullopt;
  Axis A = take(L, *P);
  if (!put(L, To, A, F))
    return std::nullopt;
  Layout Result = reordered(L, F);
  Layout Before = normalized(Source, F);
  bool InOrder = Result.Front == Before.Front &&
                 Result.Middle == Before.Middle && Result.Back == Before.Back;
  return InOrder ? Before : Result;
}

std::optional<Layout> reverseAxes(const Layout &Source, Facts &F) {
  Layout L = foldedForSplitting(Source, F);
  if (!L.hasRank())
    return std::nullopt;
  if (*L.rank() < 2)
    return L;
  std::reverse(L.Front.begin(), L.Front.end());
  return reordered(std::move(L), F);
}

/// An axis is gone, or shorter. What is left of a contiguous tensor is
/// contiguous when it was the outermost one.
static void forgetAfterCut(Layout &L, bool Outermost) {
  bool Keeps = Outermost && L.KnownContiguous == true;
  L.KnownDense = false;
  L.KnownContiguous = Keeps ? std::optional(true) : std::nullopt;
  L.Offset.reset();
}

static bool isOutermost(const Layout &L, AxisPlace P) {
  return P.Index == 0 && (!P.InBack || (!L.Middle && L.Front.empty()));
}

std::optional<StorageOffset> offsetAt(const Layout &L, int64_t Dim,
                                      const Monomial &Index, Facts &F) {
  const std::optional<Axis> A = axisAt(L, Dim, F);
  if (!L.Offset || !A)
    return std::nullopt;
  Monomial From = F.canonical(Index);
  const std::optional<int64_t> Count = A->Size.asConstant();
  const std::optional<int64_t> At = From.asConstant();
  if (At && *At < 0) {
    if (!Count)
      return std::nullopt;
    From = (Saturating(*At) + *Count).value();
  }
  const std::optional<Monomial> Sum =
      sum(L.Offset->Elements, F.canonical(From * A->Stride));
  if (!Sum)
    return std::nullopt;
  return StorageOffset{*Sum, L.Offset->FromOrigin};
}

std::optional<Layout> dropAxis(const Layout &Source, int64_t Dim, Facts &F,
                               std::optional<Monomial> Index) {
  Layout L = foldedForSplitting(Source, F);
  std::optional<AxisPlace> P = findAxis(L, Dim, F);
  if (!P)
    return std::nullopt;
  bool Outermost = isOutermost(L, *P);
  if (take(L, *P).Size.isOne())
    return normalized(L, F);
  forgetAfterCut(L, Outermost);
  if (Index)
    L.Offset = offsetAt(Source, Dim, *Index, F);
  return normalized(L, F);
}

static bool mayBeOne(const Monomial &Size, const Facts &F) {
  return !Size.asConstant() && F.lowerBound(Size) < 2;
}

std::optional<Layout> dropUnitAxes(const Layout &Source, Facts &F) {
  Layout L = foldedForSplitting(Source, F);
  if (L.Middle && mayHoldUnits(L.Middle->Group, F.symbols()))
    return std::nullopt;
  for (std::vector<Axis> *Axes : {&L.Front, &L.Back}) {
    if (std::any_of(Axes->begin(), Axes->end(),
                    [&](const Axis &A) { return mayBeOne(A.Size, F); }))
      return std::nullopt;
    Axes->erase(std::remove_if(Axes->begin(), Axes->end(),
                               [](const Axis &A) { return A.Size.isOne(); }),
                Axes->end());
  }
  return normalized(L, F);
}

std::optional<Layout> dropUnitAxis(const Layout &Source, int64_t Dim,
                                   Facts &F) {
  Layout L = foldedForSplitting(Source, F);
  std::optional<AxisPlace> P = findAxis(L, Dim, F);
  if (!P || mayBeOne(axisIn(L, *P).Size, F))
    return std::nullopt;
  if (axisIn(L, *P).Size.isOne())
    take(L, *P);
  return normalized(L, F);
}

/// The stride libtorch gives a new axis in front of \p L's axis at \p Place:
/// that one's size times its stride (aten, inferUnsqueezeGeometry).
static Monomial strideBefore(Layout &L, size_t Place, bool InBack, Facts &F) {
  const std::vector<Axis> &Axes = InBack ? L.Back : L.Front;
  if (Place < Axes.size())
    return Axes[Place].Size * Axes[Place].Stride;
  if (InBack || !L.Middle)
    return 1;
  const Gap &G = *L.Middle;
  // Were the gap empty, would the extent of what follows be the same?
  Monomial Inside =
      L.Back.empty() ? Monomial(1) : L.Back[0].Size * L.Back[0].Stride;
  if (G.RowMajor && (G.MinCount > 0 || G.Stride == Inside))
    return G.Size * G.Stride;
  return F.symbols().stride("extent(" + keyOf(L) + "," + std::to_string(Place) +
                            ")");
}

std::optional<Layout> insertUnitAxis(const Layout &Source, int64_t Dim,
                                     Facts &F) {
  Layout L = foldedForSplitting(Source, F);
  if (L.hasRank() && Dim < 0)
    Dim += *L.rank() + 1;
  bool FromBack = L.Middle && Dim < 0;
  size_t Place = Dim >= 0 ? size_t(Dim) : size_t(-(Dim + 1));
  if (Dim < 0 && !L.Middle)
    return std::nullopt;
  if (!(FromBack ? splitBack(L, Place, F) : splitFront(L, Place, F)))
    return std::nullopt;
  std::vector<Axis> &Axes = FromBack ? L.Back : L.Front;
  size_t Index = FromBack ? Axes.size() - Place : Place;
  Axis Unit{1, strideBefore(L, Index, FromBack, F)};
  Axes.insert(Axes.begin() + static_cast<std::ptrdiff_t>(Index), Unit);
  return normalized(L, F);
}

} // namespace tensortidy
