// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/View.h"

#include "layout/FlatAxes.h"
#include "layout/MemoryOrder.h"
#include "layout/Naming.h"
#include "layout/Queries.h"
#include "layout/ViewSizes.h"
#include "layout/ViewTiling.h"

#include <algorithm>

namespace tensortidy {

static bool hasSizes(const Layout &L, const std::vector<Monomial> &Sizes) {
  return L.hasRank() && L.Front.size() == Sizes.size() &&
         std::equal(Sizes.begin(), Sizes.end(), L.Front.begin(),
                    [](const Monomial &Size, const Axis &A) {
                      return Size == A.Size;
                    });
}

static void giveStridesOf(const Layout &L, ViewAnswer &A) {
  A.Viewable = Answer::Yes;
  A.Strides.clear();
  for (const Axis &X : L.Front)
    A.Strides.push_back(X.Stride);
}

void restrideUnits(std::vector<Axis> &Axes, std::optional<Monomial> Inner,
                   const std::string &Key, const Facts &F) {
  if (!Inner && !Axes.empty())
    Inner = Axes.back().Stride;
  for (size_t I = Axes.size(); I-- > 0;) {
    if (Axes[I].Size.isOne())
      Axes[I].Stride = *Inner;
    else if (F.lowerBound(Axes[I].Size) >= 2)
      Inner = Axes[I].Size * Axes[I].Stride;
    else
      Inner =
          F.symbols().stride("extent(" + Key + "," + std::to_string(I) + ")");
  }
}

/// No elements: any sizes of product 0 will do.
static void viewEmpty(const Layout &L, ViewAnswer &A) {
  giveStridesOf(hasSizes(L, A.Sizes) ? L : rowMajor(A.Sizes), A);
}

static ViewAnswer tiled(const Layout &L, const std::vector<Monomial> &Sizes,
                        const Facts &F, unsigned Cases);

static void substitute(std::vector<Monomial> &Monomials, SymbolId Id,
                       const Monomial &Value) {
  for (Monomial &M : Monomials)
    M = M.substituted(Id, Value);
}

/// Asks with the axis \p Id of size 1 (or the gap empty), and of 2 or more.
static ViewAnswer tiledByCases(const Layout &L,
                               const std::vector<Monomial> &Sizes, SymbolId Id,
                               const Facts &F, unsigned Cases) {
  SymbolId Two = atLeastTwo(Id, F.symbols());
  std::vector<Monomial> AboveSizes = Sizes, OneSizes = Sizes;
  substitute(AboveSizes, Id, Monomial::symbol(Two));
  substitute(OneSizes, Id, 1);
  ViewAnswer Above = tiled(withSizeOfTwo(L, Id, F), AboveSizes, F, Cases);
  substitute(Above.Strides, Two, Monomial::symbol(Id));
  for (auto &[A, B] : Above.Learned) {
    A = A.substituted(Two, Monomial::symbol(Id));
    B = B.substituted(Two, Monomial::symbol(Id));
  }
  Above.Sizes = Sizes;
  if (L.Middle && isAboveOne(*L.Middle, F.symbols()) &&
      L.Middle->Size.asSymbol() == Id)
    return Above;
  ViewAnswer One = tiled(withSizeOne(L, Id), OneSizes, F, Cases);
  Above.Viewable = combineCases(Above.Viewable, One.Viewable);
  Above.Learned.clear();
  std::vector<Monomial> Check = Above.Strides;
  substitute(Check, Id, 1);
  if (Check != One.Strides)
    Above.Strides.clear();
  return Above;
}

/// The answer when the number of elements fits.
static ViewAnswer tiled(const Layout &L, const std::vector<Monomial> &Sizes,
                        const Facts &F, unsigned Cases) {
  ViewAnswer A;
  A.Sizes = Sizes;
  if (hasSizes(L, Sizes)) {
    Layout Same = L;
    restrideUnits(Same.Front, std::nullopt, keyOf(L), F);
    giveStridesOf(Same, A);
    return A;
  }
  tileView(L, F, A);
  std::optional<SymbolId> Id = sizeThatMayBeOne(L, F);
  if (A.Viewable == Answer::Yes || (!Id && !isNo(A.Viewable)))
    return A;
  if (Id && Cases > 0)
    return tiledByCases(L, Sizes, *Id, F, Cases - 1);
  std::vector<FlatAxis> Axes = flatAxesAboveOne(L, F);
  bool Firm = std::all_of(Axes.begin(), Axes.end(),
                          [](const FlatAxis &X) { return X.AtLeastTwo; });
  if (!Firm) {
    A.Viewable = Answer::Unknown;
    A.Blocked.reset();
    A.Learned.clear();
  }
  return A;
}

/// The number of elements is only formally different: supposes that it fits.
static void viewSupposing(const Layout &L, const Monomial &Numel,
                          const Facts &F, ViewAnswer &A) {
  Facts Fitting = F;
  Monomial Product = productOf(A.Sizes);
  if (!Fitting.suppose(Numel, Product)) {
    A.ShapeMismatch = true;
    A.Viewable = Answer::No;
    return;
  }
  std::vector<Monomial> Sizes = A.Sizes;
  for (Monomial &Size : Sizes)
    Size = Fitting.canonical(Size);
  Layout Source = normalized(L, Fitting);
  std::pair<Monomial, Monomial> Learned(Numel, Product);
  if (Fitting.canonical(Numel) == Fitting.canonical(Product))
    A = tiled(Source, Sizes, Fitting, 2);
  else if (isContiguous(L, F) == Answer::Yes)
    giveStridesOf(rowMajor(A.Sizes), A);
  A.Learned.insert(A.Learned.begin(), Learned);
}

ViewAnswer viewAs(const Layout &Source, const std::vector<SizeArgument> &Sizes,
                  const Facts &F) {
  Layout L = withKnownStrides(normalized(Source, F), F);
  Monomial Numel = F.canonical(L.numel());
  ResolvedSizes R = resolveSizes(Numel, Sizes, F);
  ViewAnswer A;
  Monomial Product = F.canonical(productOf(R.Sizes));
  bool Valid = Numel.isValid() && Product.isValid();
  Order Fits = F.compare(Product, Numel);
  if (R.Impossible || Fits == Order::Less || Fits == Order::Greater) {
    A.ShapeMismatch = true;
    A.Viewable = Answer::No;
    return A;
  }
  A.Sizes = R.Sizes;
  if (!Valid)
    return A;
  if (Numel.isZero() && Product.isZero())
    viewEmpty(L, A);
  else if (Fits == Order::Equal)
    A = tiled(L, R.Sizes, F, 2);
  else
    viewSupposing(L, Numel, F, A);
  return A;
}

/// Row-major where the source is contiguous, but for axes that may be 1.
static Layout viewOfUnknownStrides(const Layout &Source,
                                   const std::vector<Monomial> &Sizes,
                                   const Facts &F) {
  std::string Name = "view" + keyOf(Source) + "(" + keyOf(Sizes) + ")";
  int64_t Bound = isDense(Source, F) == Answer::Yes ? 1 : 0;
  Layout L = opaqueStrides(Sizes, Name, "view", Bound, F.symbols());
  if (isContiguous(Source, F) != Answer::Yes)
    return L;
  Layout Ordered = rowMajor(Sizes);
  for (size_t I = 0; I < Sizes.size(); ++I)
    if (F.lowerBound(Sizes[I]) >= 2)
      L.Front[I] = Ordered.Front[I];
  L.KnownContiguous = true;
  return L;
}

Layout viewedLayout(const Layout &Source, const ViewAnswer &A, Facts &F) {
  Layout Before = normalized(Source, F);
  Answer Contiguous = isContiguous(Before, F);
  bool Dense = isDense(Before, F) == Answer::Yes;
  for (const auto &[Left, Right] : A.Learned)
    F.equate(Left, Right);
  Layout L;
  if (A.Strides.size() == A.Sizes.size()) {
    for (size_t I = 0; I < A.Sizes.size(); ++I)
      L.Front.push_back({A.Sizes[I], A.Strides[I]});
  } else {
    L = viewOfUnknownStrides(Before, A.Sizes, F);
  }
  // A view has the same elements in the same order.
  L.Offset = Before.Offset;
  L.KnownDense = Dense;
  L = normalized(L, F);
  if (Contiguous == Answer::No && isContiguous(L, F) == Answer::Unknown)
    L.KnownContiguous = false;
  if (L.KnownDense && isContiguous(L, F) == Answer::Yes)
    L.KnownDense = false;
  return L;
}

} // namespace tensortidy
