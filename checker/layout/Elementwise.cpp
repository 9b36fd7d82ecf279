// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/FlatAxes.h"
#include "layout/MemoryOrder.h"
#include "layout/Naming.h"
#include "layout/Results.h"

#include <algorithm>
#include <iterator>

namespace tensortidy {

/// The size that two operands give an axis. Sizes of 2 and more must agree:
/// the older symbol stands for both; one that may be 1 gives way.
static Monomial broadcastSize(const Monomial &A, const Monomial &B,
                              const Facts &F) {
  if (A.isOne() || F.compare(A, B) == Order::Equal)
    return B;
  if (B.isOne())
    return A;
  bool Firm = F.lowerBound(A) >= 2, OtherFirm = F.lowerBound(B) >= 2;
  if (Firm != OtherFirm)
    return Firm ? A : B;
  if (Firm)
    return B.asConstant() ? B : A;
  std::string Display =
      "max(" + F.symbols().print(A) + "," + F.symbols().print(B) + ")";
  return derivedSize("broadcast", {A, B}, 1, Display, F.symbols());
}

std::vector<Monomial> broadcastSizes(const std::vector<Layout> &Operands,
                                     const Facts &F, bool &Known) {
  std::vector<Monomial> Sizes;
  Known = false;
  for (const Layout &Operand : Operands) {
    Layout L = normalized(Operand, F);
    if (!L.hasRank())
      return {};
    size_t Rank = L.Front.size();
    if (Rank > Sizes.size())
      Sizes.insert(Sizes.begin(), Rank - Sizes.size(), Monomial(1));
    for (size_t I = 0; I < Rank; ++I) {
      Monomial &Size = Sizes[Sizes.size() - Rank + I];
      Size = broadcastSize(Size, L.Front[I].Size, F);
    }
  }
  Known = true;
  return Sizes;
}

/// What success teaches: sizes of 2 and more that meet are equal.
static void learnBroadcast(const std::vector<Layout> &Operands,
                           const std::vector<Monomial> &Sizes, Facts &F) {
  for (const Layout &L : Operands)
    for (size_t I = 0; I < L.Front.size(); ++I) {
      const Monomial &Own = L.Front[I].Size;
      if (F.lowerBound(Own) >= 2)
        F.equate(Own, Sizes[Sizes.size() - L.Front.size() + I]);
    }
}

static bool allAnswer(const std::vector<Layout> &Operands, const Facts &F,
                      Answer (*Ask)(const Layout &, const Facts &)) {
  return std::all_of(Operands.begin(), Operands.end(),
                     [&](const Layout &L) { return Ask(L, F) == Answer::Yes; });
}

static Answer isChannelsLast(const Layout &L, const Facts &F) {
  return isContiguous(L, MemoryFormat::ChannelsLast, F);
}

static bool allOfSizes(const std::vector<Layout> &Operands,
                       const std::vector<Monomial> &Sizes, const Facts &F) {
  return std::all_of(Operands.begin(), Operands.end(), [&](const Layout &L) {
    return L.Front.size() == Sizes.size() &&
           std::equal(Sizes.begin(), Sizes.end(), L.Front.begin(),
                      [&](const Monomial &Size, const Axis &A) {
                        return F.compare(Size, A.Size) == Order::Equal;
                      });
  });
}

/// Same strides, those of size-1 axes included.
static bool allAlike(const std::vector<Layout> &Operands) {
  return std::all_of(Operands.begin(), Operands.end(), [&](const Layout &L) {
    return L.Front == Operands[0].Front && L.Middle == Operands[0].Middle &&
           L.Back == Operands[0].Back;
  });
}

static std::string nameOf(const std::vector<Layout> &Operands,
                          const std::string &Operator) {
  std::string Name = Operator;
  for (const Layout &L : Operands)
    Name += keyOf(L);
  return Name;
}

/// Strides of axes that are or may be 1 depend on which way TensorIterator
/// goes; here it cannot be told.
static void forgetUnitStrides(Layout &L, const std::vector<Layout> &Operands,
                              const std::string &Operator, const Facts &F) {
  std::string Name = nameOf(Operands, Operator);
  for (std::vector<Axis> *Axes : {&L.Front, &L.Back})
    for (size_t I = 0; I < Axes->size(); ++I)
      if (F.lowerBound((*Axes)[I].Size) < 2)
        (*Axes)[I].Stride =
            F.symbols().stride("st(" + Name + (Axes == &L.Back ? ",b" : ",u") +
                               std::to_string(I) + ")");
}

/// The result of alike dense operands: their strides, unless they are
/// contiguous or channels-last, which sets those of axes of size 1 anew.
static Layout likeDense(const std::vector<Layout> &Operands,
                        const std::string &Operator, const Facts &F) {
  Layout L = Operands[0];
  if (!isNo(isContiguous(L, F)) || !isNo(isChannelsLast(L, F)))
    forgetUnitStrides(L, Operands, Operator, F);
  return L;
}

static bool someIsNot(const std::vector<Layout> &Operands, const Facts &F,
                      Answer (*Ask)(const Layout &, const Facts &)) {
  return std::any_of(Operands.begin(), Operands.end(),
                     [&](const Layout &L) { return isNo(Ask(L, F)); });
}

/// May the fast set-up apply although that could not be told?
static bool mayBeFast(const std::vector<Layout> &Operands,
                      const std::vector<Monomial> &Sizes, const Facts &F) {
  if (!allOfSizes(Operands, Sizes, F))
    return false;
  bool Unlike =
      std::any_of(Operands.begin(), Operands.end(), [&](const Layout &L) {
        return isNo(sameLayout(Operands[0], L, F));
      });
  return !someIsNot(Operands, F, isContiguous) ||
         !someIsNot(Operands, F, isChannelsLast) ||
         !(Unlike || someIsNot(Operands, F, isDense));
}

/// TensorIterator's fast set-up, for operands that all have the result's
/// sizes; ChannelsLast counts for rank 4 only.
static std::optional<Layout> fastSetUp(const std::vector<Layout> &Operands,
                                       const std::vector<Monomial> &Sizes,
                                       const std::string &Operator,
                                       const Facts &F) {
  if (!allOfSizes(Operands, Sizes, F))
    return std::nullopt;
  if (allAnswer(Operands, F, isContiguous))
    return rowMajor(Sizes);
  if (Sizes.size() == 4 && allAnswer(Operands, F, isChannelsLast))
    return layoutInFormat(Sizes, MemoryFormat::ChannelsLast);
  if (allAnswer(Operands, F, isDense) && allAlike(Operands))
    return likeDense(Operands, Operator, F);
  return std::nullopt;
}

/// The strides of one operand on the result's axes: 0 where it is broadcast.
static std::optional<std::vector<Monomial>>
stridesOnto(const Layout &L, const std::vector<Monomial> &Sizes,
            const Facts &F) {
  size_t Added = Sizes.size() - L.Front.size();
  std::vector<Monomial> Strides(Added, Monomial(0));
  for (size_t I = 0; I < L.Front.size(); ++I) {
    const Axis &A = L.Front[I];
    Order Fits = F.compare(A.Size, Sizes[Added + I]);
    if (A.Size.isOne() && (Fits == Order::Less || Fits == Order::Greater))
      Strides.push_back(0);
    else if (Fits == Order::Equal || F.lowerBound(A.Size) >= 2)
      Strides.push_back(A.Stride);
    else
      return std::nullopt;
  }
  return Strides;
}

/// Strides after \p Order, from the innermost axis on. Those outside of an
/// empty axis are 0, unless nothing is permuted.
static Layout allocatedInOrder(const std::vector<Monomial> &Sizes,
                               const std::vector<unsigned> &Order) {
  Layout L = layoutInOrder(Sizes, Order);
  bool Empty = std::any_of(Sizes.begin(), Sizes.end(),
                           [](const Monomial &Size) { return Size.isZero(); });
  bool InOrder = Order == memoryOrder(MemoryFormat::Contiguous,
                                      static_cast<unsigned>(Sizes.size()));
  if (!Empty || InOrder)
    return L;
  Monomial Stride;
  for (unsigned I : Order) {
    L.Front[I].Stride = Stride;
    Stride = Stride * Sizes[I];
  }
  return L;
}

static Layout elementwiseRanked(const std::vector<Layout> &Operands,
                                const std::vector<Monomial> &Sizes,
                                const std::string &Operator, Facts &F) {
  if (Sizes.size() <= 1) // dense in the only order there is
    return rowMajor(Sizes);
  if (std::optional<Layout> Fast = fastSetUp(Operands, Sizes, Operator, F))
    return *Fast;
  std::vector<std::vector<Monomial>> Strides;
  for (const Layout &L : Operands)
    if (auto Row = stridesOnto(withKnownStrides(L, F), Sizes, F))
      Strides.push_back(*Row);
  if (Strides.size() == Operands.size())
    if (auto Order = strideOrder(Strides, Sizes, F)) {
      Layout Result = allocatedInOrder(Sizes, *Order);
      if (mayBeFast(Operands, Sizes, F))
        forgetUnitStrides(Result, Operands, Operator, F);
      return Result;
    }
  return denseOfUnknownOrder(Sizes, nameOf(Operands, Operator), Operator,
                             F.symbols());
}

/// Operands of unknown rank: decided where they are alike, or contiguous, or
/// where all but one are scalars.
static Layout elementwiseUnranked(const std::vector<Layout> &Operands,
                                  const std::string &Operator, Facts &F) {
  std::vector<Layout> Tensors;
  std::copy_if(Operands.begin(), Operands.end(), std::back_inserter(Tensors),
               [](const Layout &L) { return L.rank() != 0u; });
  const Layout &First = Tensors[0];
  bool SameSizes =
      std::all_of(Tensors.begin(), Tensors.end(), [&](const Layout &L) {
        return sameSizes(First, L, F) == Answer::Yes;
      });
  bool Contiguous = allAnswer(Tensors, F, isContiguous);
  if (SameSizes && Contiguous)
    return normalized(rowMajorLike(First), F);
  if (SameSizes && allAnswer(Tensors, F, isDense) && allAlike(Tensors))
    return likeDense(Tensors, Operator, F);
  std::string Name = nameOf(Operands, Operator);
  if (SameSizes)
    return denseOfUnknownOrder(First, Name, Operator, F.symbols());
  unsigned MinRank = 0;
  bool Units = false;
  for (const Layout &L : Tensors) {
    MinRank = std::max(MinRank, L.minRank());
    Units |= mayHoldUnits(L, F);
  }
  Layout Result = unknownLayoutOfMinRank(Name, MinRank, F.symbols(), Units);
  F.symbols().setDisplay(Result.Middle->Group, "numel(" + Operator + ")");
  F.symbols().setDisplay(Result.Middle->Strides, "st(" + Operator + ")");
  Result.KnownDense = !Contiguous;
  return Contiguous ? rowMajorLike(Result) : Result;
}

Layout elementwise(const std::vector<Layout> &Operands,
                   const std::string &Operator, Facts &F) {
  std::vector<Layout> Known;
  for (const Layout &L : Operands)
    Known.push_back(normalized(L, F));
  if (Known.empty())
    return Layout();
  bool SizesKnown = false;
  std::vector<Monomial> Sizes = broadcastSizes(Known, F, SizesKnown);
  if (!SizesKnown)
    return elementwiseUnranked(Known, Operator, F);
  learnBroadcast(Known, Sizes, F);
  for (Layout &L : Known)
    L = normalized(L, F);
  for (Monomial &Size : Sizes)
    Size = F.canonical(Size);
  return elementwiseRanked(Known, Sizes, Operator, F);
}

} // namespace tensortidy
