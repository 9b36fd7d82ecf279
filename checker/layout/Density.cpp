// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/FlatAxes.h"
#include "layout/Queries.h"

#include <algorithm>

namespace tensortidy {

/// Takes away the axis whose stride is the running product, as often as one
/// can be found. Stuck with every comparison decided: there is a hole. The
/// axes of an unordered gap may lie anywhere between the others.
static Answer isDenseDirectly(const Layout &L, const Facts &F) {
  std::vector<FlatAxis> Axes = flatAxesAboveOne(L, F);
  if (std::any_of(Axes.begin(), Axes.end(),
                  [](const FlatAxis &A) { return A.Unordered; }))
    return Answer::Unknown;
  Monomial Product;
  while (!Axes.empty()) {
    Answer Found = Answer::No;
    auto It = Axes.begin();
    for (; It != Axes.end(); ++It) {
      Answer Here = isEqual(F.compare(It->Stride, Product));
      if (Here == Answer::Yes)
        break;
      Found = disjunction(Found, It->AtLeastTwo ? Here : Answer::Unknown);
    }
    if (It == Axes.end())
      return Found;
    Product = Product * It->Size;
    Axes.erase(It);
  }
  return Answer::Yes;
}

Answer isDense(const Layout &Source, const Facts &F) {
  if (Source.KnownDense || Source.KnownContiguous == true ||
      isKnownEmpty(Source))
    return Answer::Yes;
  return askByCases(Source, F,
                    [&](const Layout &L) { return isDenseDirectly(L, F); });
}

/// Does some step along \p A lead to the same place as one step along \p B?
static bool meets(const FlatAxis &A, const FlatAxis &B, const Facts &F) {
  if (A.IsGap || B.IsGap || !A.AtLeastTwo || !B.AtLeastTwo)
    return false;
  if (F.compare(A.Stride, B.Stride) == Order::Equal)
    return true;
  Monomial Steps = F.canonical(B.Stride) / F.canonical(A.Stride);
  return Steps.isValid() && Steps.isIntegral() && F.lowerBound(Steps) >= 1 &&
         F.compare(Steps, A.Size) == Order::Less;
}

/// Sorted by stride, does every axis begin beyond the end of the one before?
static bool hasRoom(std::vector<FlatAxis> Axes, const Facts &F) {
  std::optional<Monomial> End;
  while (!Axes.empty()) {
    auto Least = std::find_if(Axes.begin(), Axes.end(), [&](auto &A) {
      return std::all_of(Axes.begin(), Axes.end(), [&](auto &B) {
        return isAtLeast(F.compare(B.Stride, A.Stride)) == Answer::Yes;
      });
    });
    if (Least == Axes.end() || Least->Unordered ||
        F.lowerBound(Least->Stride) < 1)
      return false;
    if (End && isAtLeast(F.compare(Least->Stride, *End)) != Answer::Yes)
      return false;
    End = Least->Size * Least->Stride;
    Axes.erase(Least);
  }
  return true;
}

static Answer mayOverlapDirectly(const Layout &L, const Facts &F) {
  std::vector<FlatAxis> Axes = flatAxesAboveOne(L, F);
  for (const FlatAxis &A : Axes)
    if (A.AtLeastTwo && F.canonical(A.Stride).isZero())
      return Answer::Yes;
  if (isDenseDirectly(L, F) == Answer::Yes || hasRoom(Axes, F))
    return Answer::No;
  for (const FlatAxis &A : Axes)
    for (const FlatAxis &B : Axes)
      if (A.Position != B.Position && meets(A, B, F))
        return Answer::Yes;
  return Answer::Unknown;
}

Answer mayOverlap(const Layout &Source, const Facts &F) {
  if (Source.KnownDense || Source.KnownContiguous == true ||
      isKnownEmpty(Source))
    return Answer::No;
  return askByCases(Source, F,
                    [&](const Layout &L) { return mayOverlapDirectly(L, F); });
}

} // namespace tensortidy
