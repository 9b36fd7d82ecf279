// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Results.h"

#include "layout/MemoryOrder.h"
#include "layout/Naming.h"
#include "layout/Transforms.h"

#include <algorithm>

namespace tensortidy {

static void layOut(std::vector<Axis> &Axes, Monomial &Stride) {
  for (size_t I = Axes.size(); I-- > 0;) {
    Axes[I].Stride = Stride;
    if (!Axes[I].Size.isZero())
      Stride = Stride * Axes[I].Size;
  }
}

Layout rowMajorLike(const Layout &L) {
  Layout Result = L;
  Monomial Stride;
  layOut(Result.Back, Stride);
  if (Result.Middle) {
    Result.Middle->Stride = Stride;
    Result.Middle->RowMajor = true;
    Result.Middle->Strides = NoGroup;
    Stride = Stride * Result.Middle->Size;
  }
  layOut(Result.Front, Stride);
  Result.KnownDense = false;
  Result.KnownContiguous.reset();
  Result.Offset.reset();
  return Result;
}

static std::vector<Monomial> sizesOf(const Layout &L) {
  std::vector<Monomial> Sizes;
  for (const Axis &A : L.Front)
    Sizes.push_back(A.Size);
  return Sizes;
}

Layout inFormat(const Layout &Source, MemoryFormat Format, Facts &F) {
  Layout L = normalized(Source, F);
  std::optional<unsigned> Rank = rankOf(Format);
  if (!Rank)
    return normalized(rowMajorLike(L), F);
  std::optional<Layout> Ranked = withRank(L, *Rank, F);
  if (!Ranked)
    return normalized(rowMajorLike(L), F);
  return layoutInFormat(sizesOf(*Ranked), Format);
}

Layout contiguousResult(const Layout &Source, MemoryFormat Format, Facts &F) {
  Layout L = normalized(Source, F);
  Answer Already = isContiguous(L, Format, F);
  if (Already == Answer::Yes)
    return L;
  Layout Copy = inFormat(L, Format, F);
  if (isNo(Already))
    return Copy;
  std::string Name = "contiguous" + keyOf(normalized(L, F)) + toString(Format);
  for (std::vector<Axis> *Axes : {&Copy.Front, &Copy.Back})
    for (size_t I = 0; I < Axes->size(); ++I)
      if (F.lowerBound((*Axes)[I].Size) < 2)
        (*Axes)[I].Stride = F.symbols().stride(
            "st(" + Name + (Axes == &Copy.Back ? ",b" : ",") +
            std::to_string(I) + ")");
  if (Copy.Middle && mayHoldUnits(Copy.Middle->Group, F.symbols())) {
    Copy.Middle->RowMajor = false;
    Copy.Middle->Strides = strideGroup(Name, F.symbols());
    Copy.Middle->Stride = Monomial::symbol(groupStride(
        Copy.Middle->Strides, -int(Copy.Middle->SplitBack) - 1, F.symbols()));
  }
  Copy.Offset.reset();
  Copy.KnownContiguous = rankOf(Format) ? std::nullopt : std::optional(true);
  return Copy;
}

Layout columnMajor(const std::vector<Monomial> &Sizes) {
  std::vector<unsigned> Order = memoryOrder(
      MemoryFormat::Contiguous, static_cast<unsigned>(Sizes.size()));
  if (Order.size() >= 2)
    std::swap(Order[0], Order[1]);
  return layoutInOrder(Sizes, Order);
}

Layout keepPermutation(const Layout &Source, const std::string &Operator,
                       Facts &F) {
  Layout L = normalized(Source, F);
  Answer Dense = isDense(L, F);
  if (Dense == Answer::Yes) {
    L.Offset.reset();
    return L;
  }
  if (L.hasRank() && isNo(Dense)) {
    std::vector<Monomial> Sizes = sizesOf(L), Strides;
    for (const Axis &A : L.Front)
      Strides.push_back(A.Stride);
    if (auto Order = strideOrder({Strides}, Sizes, F))
      return layoutInOrder(Sizes, *Order);
  }
  return denseOfUnknownOrder(L, Operator + keyOf(L), Operator, F.symbols());
}

/// The strides of a result that is channels-last if \p Suggested.
static Layout inSuggestedFormat(Answer Suggested, MemoryFormat Format,
                                const std::vector<Monomial> &Sizes,
                                const std::string &Name,
                                const std::string &Operator, Facts &F) {
  if (isNo(Suggested))
    return normalized(rowMajor(Sizes), F);
  if (Suggested == Answer::Yes)
    return normalized(layoutInFormat(Sizes, Format), F);
  return denseOfUnknownOrder(Sizes, Name, Operator, F.symbols());
}

/// \p Combine over the operands' answers.
static Layout formatOfOperands(const std::vector<Layout> &Operands,
                               const std::vector<Monomial> &Sizes,
                               const std::string &Operator,
                               Answer (*Combine)(Answer, Answer), Facts &F) {
  if ((Sizes.size() != 4 && Sizes.size() != 5) || Operands.empty())
    return normalized(rowMajor(Sizes), F);
  MemoryFormat Format = Sizes.size() == 4 ? MemoryFormat::ChannelsLast
                                          : MemoryFormat::ChannelsLast3d;
  std::string Name = Operator + "(" + keyOf(Sizes) + ")";
  std::optional<Answer> Suggested;
  for (const Layout &Operand : Operands) {
    Layout L = normalized(Operand, F);
    Answer Here = suggestsFormat(L, Format, F);
    Suggested = Suggested ? Combine(*Suggested, Here) : Here;
    Name += keyOf(L);
  }
  return inSuggestedFormat(*Suggested, Format, Sizes, Name, Operator, F);
}

Layout formatOf(const Layout &L, const std::vector<Monomial> &Sizes,
                const std::string &Operator, Facts &F) {
  return formatOfOperands({L}, Sizes, Operator, disjunction, F);
}

Layout formatOfAny(const std::vector<Layout> &Operands,
                   const std::vector<Monomial> &Sizes,
                   const std::string &Operator, Facts &F) {
  return formatOfOperands(Operands, Sizes, Operator, disjunction, F);
}

Layout formatOfAll(const std::vector<Layout> &Operands,
                   const std::vector<Monomial> &Sizes,
                   const std::string &Operator, Facts &F) {
  return formatOfOperands(Operands, Sizes, Operator, conjunction, F);
}

} // namespace tensortidy
