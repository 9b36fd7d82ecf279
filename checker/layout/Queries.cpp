// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Queries.h"

#include "layout/FlatAxes.h"
#include "layout/MemoryOrder.h"

#include <algorithm>

namespace tensortidy {

const char *toString(MemoryFormat F) {
  switch (F) {
  case MemoryFormat::Contiguous:
    return "contiguous";
  case MemoryFormat::ChannelsLast:
    return "channels-last";
  case MemoryFormat::ChannelsLast3d:
    return "channels-last-3d";
  case MemoryFormat::Preserve:
    break;
  }
  return "preserve";
}

std::vector<unsigned> memoryOrder(MemoryFormat Format, unsigned Rank) {
  if (Format == MemoryFormat::ChannelsLast)
    return {1, 3, 2, 0};
  if (Format == MemoryFormat::ChannelsLast3d)
    return {1, 4, 3, 2, 0};
  std::vector<unsigned> Order(Rank);
  for (unsigned I = 0; I < Rank; ++I)
    Order[I] = Rank - 1 - I;
  return Order;
}

std::optional<unsigned> rankOf(MemoryFormat Format) {
  if (Format == MemoryFormat::ChannelsLast)
    return 4;
  if (Format == MemoryFormat::ChannelsLast3d)
    return 5;
  return std::nullopt;
}

/// Are the strides the running products of the sizes, taken in \p Order?
static Answer followsOrder(const std::vector<FlatAxis> &Axes,
                           const std::vector<unsigned> &MemoryOrder,
                           const Facts &F) {
  Answer Result = Answer::Yes;
  Monomial Product;
  for (unsigned I : MemoryOrder) {
    const FlatAxis &A = Axes[I];
    if (A.Size.isOne() && !A.IsGap)
      continue;
    Answer Here = isEqual(F.compare(A.Stride, Product));
    if (isNo(Here) && !A.AtLeastTwo && !A.Size.isZero())
      Here = Answer::Unknown;
    if (Here == Answer::Yes && A.Unordered)
      Here = Answer::Unknown;
    Result = conjunction(Result, Here);
    Product = Product * A.Size;
  }
  return Result;
}

Answer isContiguous(const Layout &L, const Facts &F) {
  if (L.KnownContiguous)
    return *L.KnownContiguous ? Answer::Yes : Answer::No;
  if (isKnownEmpty(L))
    return Answer::Yes;
  std::vector<FlatAxis> Axes = flatAxes(L, F);
  unsigned Count = static_cast<unsigned>(Axes.size());
  return followsOrder(Axes, memoryOrder(MemoryFormat::Contiguous, Count), F);
}

Answer isContiguous(const Layout &L, MemoryFormat Format, const Facts &F) {
  std::optional<unsigned> Needed = rankOf(Format);
  if (!Needed)
    return isContiguous(L, F);
  if (L.minRank() > *Needed || (L.rank() && *L.rank() != *Needed))
    return Answer::No;
  if (!L.rank())
    return Answer::Unknown;
  // Unlike row-major contiguity, this one makes no exception for empty tensors:
  // their strides are compared, with 0 once an empty axis has been passed
  // (c10/core/TensorImpl.cpp, compute_channels_last_contiguous_2d).
  return followsOrder(flatAxes(withKnownStrides(L, F), F),
                      memoryOrder(Format, *Needed), F);
}

static Answer sameStrides(const Layout &A, const Layout &B, const Facts &F) {
  Answer Result = Answer::Yes;
  for (size_t I = 0; I < A.Front.size(); ++I) {
    if (A.Front[I].Size.isOne() && B.Front[I].Size.isOne())
      continue;
    Answer Here = isEqual(F.compare(A.Front[I].Stride, B.Front[I].Stride));
    bool MayBeOne =
        F.lowerBound(A.Front[I].Size) < 2 || F.lowerBound(B.Front[I].Size) < 2;
    Result =
        conjunction(Result, isNo(Here) && MayBeOne ? Answer::Unknown : Here);
  }
  return Result;
}

Answer sameSizes(const Layout &LeftSide, const Layout &RightSide,
                 const Facts &F) {
  Layout A = normalized(LeftSide, F), B = normalized(RightSide, F);
  if (A.Middle && B.Middle) {
    const Gap &G = *A.Middle, &H = *B.Middle;
    bool SameGap = G.Group == H.Group && G.Group != NoGroup &&
                   G.SplitFront == H.SplitFront && G.SplitBack == H.SplitBack;
    auto SameSize = [&](const Axis &X, const Axis &Y) {
      return F.compare(X.Size, Y.Size) == Order::Equal;
    };
    bool SameEnds = std::equal(A.Front.begin(), A.Front.end(), B.Front.begin(),
                               B.Front.end(), SameSize) &&
                    std::equal(A.Back.begin(), A.Back.end(), B.Back.begin(),
                               B.Back.end(), SameSize);
    return SameGap && SameEnds ? Answer::Yes : Answer::Unknown;
  }
  if (A.Middle || B.Middle) {
    const Layout &Ranked = A.Middle ? B : A, &Other = A.Middle ? A : B;
    return Other.minRank() > *Ranked.rank() ? Answer::No : Answer::Unknown;
  }
  if (A.rank() != B.rank())
    return Answer::No;
  Answer Result = Answer::Yes;
  for (size_t I = 0; I < A.Front.size(); ++I)
    Result = conjunction(Result,
                         isEqual(F.compare(A.Front[I].Size, B.Front[I].Size)));
  return Result;
}

Answer sameLayout(const Layout &LeftSide, const Layout &RightSide,
                  const Facts &F) {
  Layout A = normalized(LeftSide, F), B = normalized(RightSide, F);
  Answer Sizes = sameSizes(A, B, F);
  if (Sizes != Answer::Yes)
    return Sizes;
  if (isContiguous(A, F) == Answer::Yes && isContiguous(B, F) == Answer::Yes)
    return Answer::Yes;
  if (!A.Middle)
    return sameStrides(A, B, F);
  bool Same = A.Front == B.Front && A.Middle == B.Middle && A.Back == B.Back;
  return Same ? Answer::Yes : Answer::Unknown;
}

} // namespace tensortidy
