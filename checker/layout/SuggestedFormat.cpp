// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/FlatAxes.h"
#include "layout/MemoryOrder.h"

#include <algorithm>

namespace tensortidy {

Answer suggestsChannelsLast(const Layout &L, const Facts &F) {
  return suggestsFormat(L, MemoryFormat::ChannelsLast, F);
}

/// is_channels_last_strides_2d_s4 and _3d_s5 of c10/core/MemoryFormat.h,
/// libtorch 1.13: strides must not shrink along the format's order, those of
/// size-1 axes included; what would fit row-major too is row-major.
static Answer followsStrides(const Layout &L, MemoryFormat Format,
                             const Facts &F) {
  const std::vector<Axis> &Axes = L.Front;
  const Monomial &Channel = Axes[1].Stride;
  if (isKnownEmpty(L) || Channel.isZero())
    return Answer::No;
  Answer Result = F.lowerBound(Channel) >= 1 ? Answer::Yes : Answer::Unknown;
  Monomial Least(0);
  for (unsigned I : memoryOrder(Format, 0)) {
    if (!Least.isZero())
      Result = conjunction(Result, isAtLeast(F.compare(Axes[I].Stride, Least)));
    if (I == 0) {
      Answer Same = isEqual(F.compare(Least, Channel));
      Result = conjunction(Result, negation(Same));
    }
    Least = Axes[I].Stride * Axes[I].Size;
  }
  return Result;
}

Answer suggestsFormat(const Layout &Source, MemoryFormat Format,
                      const Facts &F) {
  std::optional<unsigned> Needed = rankOf(Format);
  if (Format == MemoryFormat::Contiguous)
    return negation(
        disjunction(suggestsFormat(Source, MemoryFormat::ChannelsLast, F),
                    suggestsFormat(Source, MemoryFormat::ChannelsLast3d, F)));
  if (!Needed)
    return Answer::Unknown;
  if (Source.minRank() > *Needed ||
      (Source.rank() && *Source.rank() != *Needed))
    return Answer::No;
  Layout L = normalized(Source, F);
  if (L.rank() == Needed)
    return followsStrides(withKnownStrides(L, F), Format, F);
  // Row-major is ambiguous only with axes of size 1.
  std::vector<FlatAxis> Axes = flatAxes(L, F);
  bool Firm =
      std::all_of(Axes.begin(), Axes.end(),
                  [](const FlatAxis &A) { return A.IsGap || A.AtLeastTwo; }) &&
      !mayHoldUnits(L.Middle->Group, F.symbols());
  return Firm && isContiguous(L, F) == Answer::Yes ? Answer::No
                                                   : Answer::Unknown;
}

static Answer lastTwoFitBlas(const Axis &Outer, const Axis &Inner,
                             const Facts &F) {
  auto Fits = [&](const Axis &Leading, const Axis &Unit) {
    return conjunction(isEqual(F.compare(Unit.Stride, 1)),
                       isAtLeast(F.compare(Leading.Stride, Unit.Size)));
  };
  return disjunction(Fits(Outer, Inner), Fits(Inner, Outer));
}

Answer isFew(const Monomial &Number, int64_t Limit, const Facts &F) {
  const Order O = F.compare(Number, Limit);
  return O == Order::Less || O == Order::Equal ? Answer::Yes
         : O == Order::Greater                 ? Answer::No
                                               : Answer::NoGeneric;
}

Answer isBlasCompatible(const Layout &Source, const Facts &F) {
  Layout L = withKnownStrides(normalized(Source, F), F);
  const std::vector<Axis> &Last = L.Middle ? L.Back : L.Front;
  size_t Count = Last.size();
  if (Count >= 2)
    return lastTwoFitBlas(Last[Count - 2], Last[Count - 1], F);
  if (!L.Middle)
    return Answer::No;
  bool Inner = Count == 0 && L.Middle->RowMajor && L.Middle->Stride.isOne() &&
               !mayHoldUnits(L.Middle->Group, F.symbols()) &&
               (L.Front.empty() || L.Middle->MinCount >= 2);
  return Inner ? Answer::Yes : Answer::Unknown;
}

} // namespace tensortidy
