// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/FlatAxes.h"
#include "layout/Naming.h"
#include "layout/Peel.h"
#include "layout/Results.h"
#include "layout/ViewSizes.h"

#include <algorithm>

namespace tensortidy {

/// The neighbours among \p Axes that do not merge, and whether all do.
static Answer mergeable(const std::vector<Axis> &Axes, size_t First,
                        size_t Last, const Facts &F, MergeAnswer &Result) {
  Answer All = Answer::Yes;
  std::optional<size_t> Inner;
  bool MayBeOne = false;
  for (size_t I = Last + 1; I-- > First;) {
    if (Axes[I].Size.isOne())
      continue;
    MayBeOne |= F.lowerBound(Axes[I].Size) < 2;
    if (Inner) {
      Answer Here = isEqual(
          F.compare(Axes[I].Stride, Axes[*Inner].Size * Axes[*Inner].Stride));
      if (isNo(Here) && !Result.Blocked)
        Result.Blocked.emplace(unsigned(I), unsigned(*Inner));
      All = conjunction(All, Here);
    }
    Inner = I;
  }
  return MayBeOne && isNo(All) ? Answer::Unknown : All;
}

/// The stride of the merged axis: that of the innermost one above 1.
static Monomial mergedStride(const std::vector<Axis> &Axes, size_t First,
                             size_t Last) {
  for (size_t I = Last + 1; I-- > First;)
    if (!Axes[I].Size.isOne())
      return Axes[I].Stride;
  return Axes[Last].Stride;
}

/// restrideUnits over a gap, whose extent is not known.
static void restrideAll(Layout &L, Facts &F) {
  std::string Key = keyOf(L);
  if (!L.Middle) {
    restrideUnits(L.Front, std::nullopt, Key, F);
    return;
  }
  Gap &G = *L.Middle;
  if (mayHoldUnits(G.Group, F.symbols())) {
    G.RowMajor = false;
    G.Strides = strideGroup("merge" + Key, F.symbols());
    G.Stride = Monomial::symbol(
        groupStride(G.Strides, -int(G.SplitBack) - 1, F.symbols()));
  }
  restrideUnits(L.Back, std::nullopt, Key + "b", F);
  restrideUnits(L.Front, F.symbols().stride("extent(" + Key + ")"), Key, F);
}

std::optional<MergeAnswer> mergeAxes(const Layout &Source, int64_t Start,
                                     int64_t End, Facts &F) {
  Layout L = withKnownStrides(foldedForSplitting(Source, F), F);
  if (!findAxis(L, Start, F) || !findAxis(L, End, F))
    return std::nullopt;
  AxisPlace A = *findAxis(L, Start, F), B = *findAxis(L, End, F);
  if (A.InBack != B.InBack || A.Index > B.Index)
    return std::nullopt;
  std::vector<Axis> &Axes = A.InBack ? L.Back : L.Front;
  MergeAnswer Result;
  Result.Viewable = mergeable(Axes, A.Index, B.Index, F, Result);
  if (A.InBack && Result.Blocked) {
    unsigned Before = unsigned(L.Front.size()) + 1;
    Result.Blocked->first += Before;
    Result.Blocked->second += Before;
  }
  if (!isNo(Result.Viewable))
    Result.Blocked.reset();
  std::vector<Monomial> Sizes;
  for (size_t I = A.Index; I <= B.Index; ++I)
    Sizes.push_back(Axes[I].Size);
  Axis Merged{productOf(Sizes), mergedStride(Axes, A.Index, B.Index)};
  bool Firm = std::all_of(Sizes.begin(), Sizes.end(), [&](const Monomial &S) {
    return S.isOne() || F.lowerBound(S) >= 2;
  });
  if (Result.Viewable == Answer::Unknown && !Firm)
    Merged.Stride = F.symbols().stride("st(merge" + keyOf(L) + ")");
  auto At = Axes.begin() + std::ptrdiff_t(A.Index);
  At = Axes.erase(At, Axes.begin() + std::ptrdiff_t(B.Index) + 1);
  Axes.insert(At, Merged);
  restrideAll(L, F);
  Result.View = normalized(L, F);
  Result.Copy = normalized(rowMajorLike(L), F);
  return Result;
}

std::optional<Layout> splitAxis(const Layout &Source, int64_t Dim,
                                const std::vector<SizeArgument> &Sizes,
                                Facts &F) {
  Layout L = withKnownStrides(foldedForSplitting(Source, F), F);
  std::optional<AxisPlace> P = findAxis(L, Dim, F);
  if (!P)
    return std::nullopt;
  Axis Whole = axisIn(L, *P);
  ResolvedSizes R = resolveSizes(Whole.Size, Sizes, F);
  if (R.Impossible ||
      (R.Learned && !F.equate(R.Learned->first, R.Learned->second)) ||
      !F.equate(Whole.Size, productOf(R.Sizes)))
    return std::nullopt;
  std::vector<Axis> Parts(R.Sizes.size());
  Monomial Stride = Whole.Stride;
  for (size_t I = Parts.size(); I-- > 0;) {
    Parts[I] = {R.Sizes[I], Stride};
    Stride = Stride * R.Sizes[I];
  }
  std::vector<Axis> &Axes = P->InBack ? L.Back : L.Front;
  auto At = Axes.erase(Axes.begin() + std::ptrdiff_t(P->Index));
  Axes.insert(At, Parts.begin(), Parts.end());
  restrideAll(L, F);
  return normalized(L, F);
}

} // namespace tensortidy
