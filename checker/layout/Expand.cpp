// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Naming.h"
#include "layout/Peel.h"
#include "layout/Saturating.h"
#include "layout/Transforms.h"

namespace tensortidy {

/// The stride of an axis in front of the first, of size \p Size: 0 where it
/// repeats, the extent of what it contains where it is a single one (aten,
/// ExpandUtils.cpp, inferExpandGeometry).
static Monomial strideOfNewAxis(const Monomial &Size, const Layout &Inner,
                                Facts &F) {
  if (F.lowerBound(Size) >= 2 || Size.isZero())
    return 0;
  Monomial Extent = Inner.Front.empty()
                        ? Monomial(1)
                        : Inner.Front[0].Size * Inner.Front[0].Stride;
  if (Size.isOne())
    return Extent;
  return derivedSize("repeated", {Size, Extent}, 0, "st(expand)", F.symbols());
}

/// False when an axis of this size cannot be expanded to \p Size.
static bool expandOne(Axis &A, const Monomial &Size, Facts &F) {
  if (F.compare(A.Size, Size) == Order::Equal)
    return true;
  if (A.Size.isOne()) {
    bool MayStay = F.lowerBound(Size) < 2 && !Size.isZero();
    A = {Size, MayStay ? derivedSize("repeated", {Size, A.Stride}, 0,
                                     "st(expand)", F.symbols())
                       : Monomial(0)};
    return true;
  }
  if (F.lowerBound(A.Size) >= 2) {
    if (!F.equate(A.Size, Size))
      return false;
    A.Size = Size;
    return true;
  }
  A = {Size, derivedSize("expanded", {A.Size, A.Stride, Size}, 0, "st(expand)",
                         F.symbols())};
  return true;
}

std::optional<Layout> expandAxes(const Layout &Source,
                                 const std::vector<SizeArgument> &Sizes,
                                 Facts &F) {
  Layout L = foldedForSplitting(Source, F);
  if (!L.hasRank() || Sizes.size() < L.Front.size())
    return std::nullopt;
  size_t Added = Sizes.size() - L.Front.size();
  Layout Result = L;
  for (size_t I = 0; I < L.Front.size(); ++I)
    if (Sizes[Added + I] && !expandOne(Result.Front[I], *Sizes[Added + I], F))
      return std::nullopt;
  for (size_t I = Added; I-- > 0;) {
    if (!Sizes[I]) // -1 stands for no existing axis
      return std::nullopt;
    Monomial Stride = strideOfNewAxis(F.canonical(*Sizes[I]), Result, F);
    Result.Front.insert(Result.Front.begin(), Axis{*Sizes[I], Stride});
  }
  Result = normalized(Result, F);
  if (Result.Front == normalized(L, F).Front)
    return normalized(L, F);
  Result.KnownDense = false;
  Result.KnownContiguous.reset();
  return Result;
}

std::optional<Layout> unfoldAxis(const Layout &Source, int64_t Dim,
                                 const Monomial &Size, const Monomial &Step,
                                 Facts &F) {
  Layout L = foldedForSplitting(Source, F);
  std::optional<AxisPlace> P = findAxis(L, Dim, F);
  if (!P)
    return std::nullopt;
  Axis &A = axisIn(L, *P);
  Monomial Whole = F.canonical(A.Size), Length = F.canonical(Size);
  Monomial By = F.canonical(Step);
  Axis Window{Length, A.Stride};
  std::optional<int64_t> N = Whole.asConstant(), W = Length.asConstant(),
                         S = By.asConstant();
  if ((N && W && *W > *N) || (S && *S <= 0))
    return std::nullopt;
  Monomial Count = Whole / Length;
  bool Tiles = F.compare(Length, By) == Order::Equal && Count.isIntegral();
  if (N && W && S)
    Count = (Saturating((Saturating(*N) - *W).value() / *S) + 1).value();
  else if (!Tiles)
    Count =
        derivedSize("windows", {Whole, Length, By}, 1,
                    "windows(" + F.symbols().print(Whole) + ")", F.symbols());
  A = {Count, A.Stride * By};
  (L.Middle ? L.Back : L.Front).push_back(Window);
  L.KnownDense = false;
  L.KnownContiguous.reset();
  return normalized(L, F);
}

} // namespace tensortidy
