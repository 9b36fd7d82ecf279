// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions of the rule language that map the axes of a view.

#include "layout/Saturating.h"
#include "layout/Transforms.h"
#include "models/Evaluator.h"

#include <algorithm>
#include <cstdlib>

namespace tensortidy {
namespace {

using E = RuleExpr;

/// A full permutation of a dense tensor is dense.
std::optional<Layout> permuted(Evaluator &Ev, const Layout &From,
                               std::optional<Layout> To) {
  if (To && isYes(isDense(From, Ev.facts())) &&
      !isYes(isDense(*To, Ev.facts())))
    To->KnownDense = true;
  return To;
}

/// Two constant dimensions of \p Call, or none.
std::optional<std::pair<int64_t, int64_t>> twoDims(Evaluator &Ev,
                                                   const E &Call) {
  std::optional<int64_t> A = Ev.constant(Call.Children[0]);
  std::optional<int64_t> B = Ev.constant(Call.Children[1]);
  if (!A || !B)
    return std::nullopt;
  return std::make_pair(*A, *B);
}

std::optional<std::vector<int64_t>> constants(Evaluator &Ev, const E &Child) {
  std::optional<std::vector<SizeArgument>> List = Ev.sizeArguments(Child);
  if (!List)
    return std::nullopt;
  std::vector<int64_t> Out;
  for (const SizeArgument &S : *List) {
    std::optional<int64_t> C = -1;
    if (S)
      C = Ev.facts().canonical(*S).asConstant();
    if (!C)
      return std::nullopt;
    Out.push_back(*C);
  }
  return Out;
}

std::optional<Layout> same(Evaluator &, const E &, const Layout &L) {
  return L;
}

std::optional<Layout> swap(Evaluator &Ev, const E &Call, const Layout &L) {
  auto D = twoDims(Ev, Call);
  if (!D)
    return std::nullopt;
  return permuted(Ev, L, swapAxes(L, D->first, D->second, Ev.facts()));
}

std::optional<Layout> permute(Evaluator &Ev, const E &Call, const Layout &L) {
  std::optional<std::vector<int64_t>> Dims = constants(Ev, Call.Children[0]);
  if (!Dims)
    return std::nullopt;
  return permuted(Ev, L, permuteAxes(L, *Dims, Ev.facts()));
}

/// movedim() of one or several axes: those not named keep their order
/// (libtorch 1.13, aten/src/ATen/native/TensorShape.cpp, movedim).
std::optional<Layout> move(Evaluator &Ev, const E &Call, const Layout &L) {
  auto From = constants(Ev, Call.Children[0]);
  auto To = constants(Ev, Call.Children[1]);
  if (!From || !To || From->size() != To->size())
    return std::nullopt;
  if (From->size() == 1)
    return permuted(Ev, L, moveAxis(L, From->front(), To->front(), Ev.facts()));
  if (!L.hasRank())
    return std::nullopt;
  int64_t Rank = static_cast<int64_t>(L.Front.size());
  std::vector<int64_t> Order(Rank, -1), Rest;
  std::vector<bool> Taken(Rank, false);
  for (size_t I = 0; I < From->size(); ++I) {
    int64_t S = (*From)[I] + ((*From)[I] < 0 ? Rank : 0);
    int64_t D = (*To)[I] + ((*To)[I] < 0 ? Rank : 0);
    if (S < 0 || D < 0 || S >= Rank || D >= Rank)
      return std::nullopt;
    Order[D] = S;
    Taken[S] = true;
  }
  for (int64_t I = 0; I < Rank; ++I)
    if (!Taken[I])
      Rest.push_back(I);
  size_t Next = 0;
  for (int64_t &O : Order)
    if (O < 0 && Next < Rest.size())
      O = Rest[Next++];
  return permuted(Ev, L, permuteAxes(L, Order, Ev.facts()));
}

std::optional<Layout> reverse(Evaluator &Ev, const E &, const Layout &L) {
  return permuted(Ev, L, reverseAxes(L, Ev.facts()));
}

/// Applies \p Transform to the constant dimension in the first child.
template <typename Transform>
std::optional<Layout> atDim(Evaluator &Ev, const E &Call, Transform Apply) {
  std::optional<int64_t> Dim = Ev.constant(Call.Children[0]);
  return Dim ? Apply(*Dim) : std::nullopt;
}

/// The number in child \p I of \p Call, if it is given and known.
std::optional<Monomial> known(Evaluator &Ev, const E &Call, size_t I) {
  if (Call.Children.size() <= I)
    return std::nullopt;
  const RuleValue V = Ev.eval(Call.Children[I]);
  return V.Known ? std::optional(V.Int) : std::nullopt;
}

std::optional<Layout> drop(Evaluator &Ev, const E &Call, const Layout &L) {
  return atDim(Ev, Call, [&](int64_t D) {
    return dropAxis(L, D, Ev.facts(), known(Ev, Call, 1));
  });
}

std::optional<Layout> dropOnes(Evaluator &Ev, const E &, const Layout &L) {
  return dropUnitAxes(L, Ev.facts());
}

std::optional<Layout> dropOne(Evaluator &Ev, const E &Call, const Layout &L) {
  return atDim(Ev, Call,
               [&](int64_t D) { return dropUnitAxis(L, D, Ev.facts()); });
}

std::optional<Layout> insert(Evaluator &Ev, const E &Call, const Layout &L) {
  return atDim(Ev, Call,
               [&](int64_t D) { return insertUnitAxis(L, D, Ev.facts()); });
}

std::optional<Layout> resize(Evaluator &Ev, const E &Call, const Layout &L) {
  RuleValue Size = Ev.eval(Call.Children[1]);
  Monomial To = Size.Known ? Size.Int
                           : Ev.anySize("length" + std::to_string(Call.Offset));
  return atDim(Ev, Call, [&](int64_t D) {
    return resizeAxis(L, D, To, 1, Ev.facts(), known(Ev, Call, 2));
  });
}

std::optional<Layout> slice(Evaluator &Ev, const E &Call, const Layout &L) {
  RuleValue Start = Ev.eval(Call.Children[1]);
  RuleValue End = Ev.eval(Call.Children[2]);
  RuleValue Step = Ev.eval(Call.Children[3]);
  bool Unknown = (!Start.Known && !Start.Absent) || (!End.Known && !End.Absent);
  auto Bound = [](const RuleValue &V) {
    return V.Known ? std::optional<Monomial>(V.Int) : std::nullopt;
  };
  std::optional<int64_t> By = Ev.constant(Call.Children[3]);
  return atDim(Ev, Call, [&](int64_t D) -> std::optional<Layout> {
    if (Unknown && By)
      return resizeAxis(L, D, Ev.anySize("slice"), *By, Ev.facts());
    if (Unknown)
      return std::nullopt;
    return sliceAxis(L, D, Bound(Start), Bound(End), By, Ev.facts());
  });
}

std::optional<Layout> part(Evaluator &Ev, const E &Call, const Layout &L) {
  std::optional<int64_t> Count;
  if (Call.Children.size() > 1)
    Count = Ev.constant(Call.Children[1]);
  return atDim(Ev, Call, [&](int64_t D) {
    return partOfAxis(L, D, Ev.label("part"), Ev.facts(), Count);
  });
}

/// A piece of at most so many: all of an axis that is not longer.
std::optional<Layout> piece(Evaluator &Ev, const E &Call, const Layout &L) {
  RuleValue Size = Ev.eval(Call.Children[1]);
  return atDim(Ev, Call, [&](int64_t D) -> std::optional<Layout> {
    std::optional<Axis> Whole = axisAt(L, D, Ev.facts());
    if (!Whole || !Size.Known)
      return partOfAxis(L, D, Ev.label("part"), Ev.facts());
    Order O = Ev.facts().compare(Size.Int, Whole->Size);
    if (O == Order::Equal || O == Order::Greater)
      return L;
    if (O != Order::Less)
      return partOfAxis(L, D, Ev.label("part"), Ev.facts());
    if ((Whole->Size / Size.Int).isIntegral())
      return resizeAxis(L, D, Size.Int, 1, Ev.facts());
    Monomial Smaller = Ev.anySize("part", 1);
    Ev.facts().addLess(*Smaller.asSymbol(), Whole->Size);
    return resizeAxis(L, D, Smaller, 1, Ev.facts());
  });
}

std::optional<Layout> expand(Evaluator &Ev, const E &Call, const Layout &L) {
  RuleValue Sizes = Ev.eval(Call.Children[0]);
  if (Sizes.SizesOf && isYes(sameSizes(*Sizes.SizesOf, L, Ev.facts())))
    return L;
  std::optional<std::vector<SizeArgument>> List =
      Ev.sizeArguments(Call.Children[0]);
  return List ? expandAxes(L, *List, Ev.facts()) : std::nullopt;
}

std::optional<Layout> window(Evaluator &Ev, const E &Call, const Layout &L) {
  RuleValue Size = Ev.eval(Call.Children[1]), Step = Ev.eval(Call.Children[2]);
  if (!Size.Known || !Step.Known)
    return std::nullopt;
  return atDim(Ev, Call, [&](int64_t D) {
    return unfoldAxis(L, D, Size.Int, Step.Int, Ev.facts());
  });
}

/// A symbol where the sum is no monomial.
Monomial sumOrSymbol(Evaluator &Ev, const Monomial &A, const Monomial &B) {
  Monomial X = Ev.facts().canonical(A), Y = Ev.facts().canonical(B);
  if (std::optional<Monomial> Sum = sum(X, Y))
    return *Sum;
  // A sum is no product but by coincidence.
  std::string Name = "st(" + Ev.label("diagonal") + ")";
  const bool Opaque = Ev.facts().isOpaque(X) || Ev.facts().isOpaque(Y);
  const int64_t Least =
      (Saturating(Ev.facts().lowerBound(X)) + Ev.facts().lowerBound(Y)).value();
  return Monomial::symbol(Ev.symbols().get(Name, Least, Opaque));
}

Monomial diagonalSize(Evaluator &Ev, std::optional<int64_t> Offset,
                      const Monomial &Rows, const Monomial &Columns) {
  std::optional<int64_t> M = Ev.facts().canonical(Rows).asConstant();
  std::optional<int64_t> N = Ev.facts().canonical(Columns).asConstant();
  if (Offset == 0 && Ev.facts().compare(Rows, Columns) == Order::Equal)
    return Rows;
  if (!Offset || !M || !N) {
    const bool Opaque = !Offset || Ev.facts().isOpaque(Rows * Columns);
    return Monomial::symbol(Ev.symbols().get(Ev.label("diagonal"), 0, Opaque));
  }
  int64_t Size = *Offset >= 0
                     ? std::min(*M, (Saturating(*N) - *Offset).value())
                     : std::min((Saturating(*M) + *Offset).value(), *N);
  return std::max<int64_t>(Size, 0);
}

/// diagonal(offset, dim1, dim2): the two axes go and one with the sum of their
/// strides comes last (libtorch 1.13, native/TensorShape.cpp, diagonal).
std::optional<Layout> diagonal(Evaluator &Ev, const E &Call, const Layout &L) {
  std::optional<int64_t> First = Ev.constant(Call.Children[1]);
  std::optional<int64_t> Second = Ev.constant(Call.Children[2]);
  if (!First || !Second || !L.hasRank())
    return std::nullopt;
  int64_t Rank = static_cast<int64_t>(L.Front.size());
  int64_t A = *First < 0 ? *First + Rank : *First;
  int64_t B = *Second < 0 ? *Second + Rank : *Second;
  if (A < 0 || B < 0 || A >= Rank || B >= Rank || A == B)
    return std::nullopt;
  Monomial Stride = sumOrSymbol(Ev, L.Front[A].Stride, L.Front[B].Stride);
  Monomial Size = diagonalSize(Ev, Ev.constant(Call.Children[0]),
                               L.Front[A].Size, L.Front[B].Size);
  Layout R = L;
  R.KnownDense = false;
  R.KnownContiguous.reset();
  R.Front.erase(R.Front.begin() + std::max(A, B));
  R.Front.erase(R.Front.begin() + std::min(A, B));
  R.Front.push_back({Size, Stride});
  // Above the main diagonal it begins further right, below it further down.
  const std::optional<int64_t> Offset = Ev.constant(Call.Children[0]);
  R.Offset.reset();
  if (Offset && !Size.isZero())
    R.Offset = *Offset < 0 ? offsetAt(L, A, negated(*Offset), Ev.facts())
                           : offsetAt(L, B, *Offset, Ev.facts());
  return R;
}

/// An offset that is given counts from the storage's beginning.
std::optional<Layout> restride(Evaluator &Ev, const E &Call, const Layout &L) {
  std::optional<Layout> R = restrided(Ev, Call);
  if (!R)
    return R;
  R->Offset = L.Offset;
  if (Call.Children.size() < 3)
    return R;
  const RuleValue Offset = Ev.eval(Call.Children[2]);
  if (Offset.Known)
    R->Offset = StorageOffset{Ev.facts().canonical(Offset.Int)};
  else if (!Offset.Absent)
    R->Offset.reset();
  return R;
}

std::optional<Layout> becomes(Evaluator &Ev, const E &Call, const Layout &) {
  return Ev.tensor(Call.Children[0]);
}

} // namespace

std::vector<RuleFunction> axesFunctions() {
  using T = ExprType;
  T A = T::Axes, I = T::Int;
  return {
      {"same", A, {}, 0, false, nullptr, same, "all axes as they are"},
      {"swap", A, {I, I}, 2, false, nullptr, swap, "two axes exchanged"},
      {"permute",
       A,
       {T::Ints},
       1,
       false,
       nullptr,
       permute,
       "in the order given; this says what the rank is"},
      {"move",
       A,
       {T::Ints, T::Ints},
       2,
       false,
       nullptr,
       move,
       "axes moved to other places"},
      {"reverse", A, {}, 0, false, nullptr, reverse, "all axes reversed"},
      {"drop",
       A,
       {I, I},
       1,
       false,
       nullptr,
       drop,
       "one axis goes; which index of it stays"},
      {"drop_ones",
       A,
       {},
       0,
       false,
       nullptr,
       dropOnes,
       "axes known to be of size 1 go"},
      {"drop_one",
       A,
       {I},
       1,
       false,
       nullptr,
       dropOne,
       "the axis goes if its size is known to be 1"},
      {"insert", A, {I}, 1, false, nullptr, insert, "an axis of size 1 comes"},
      {"resize",
       A,
       {I, I, I},
       2,
       false,
       nullptr,
       resize,
       "one axis gets another size; where it begins"},
      {"slice",
       A,
       {I, I, I, I},
       4,
       false,
       nullptr,
       slice,
       "axis, start, end, step"},
      {"part",
       A,
       {I, I},
       1,
       false,
       nullptr,
       part,
       "a piece of one axis, one of so many"},
      {"piece", A, {I, I}, 2, false, nullptr, piece, "axis, size of a piece"},
      {"expand",
       A,
       {T::Ints},
       1,
       false,
       nullptr,
       expand,
       "axes of size 1 repeated with stride 0, new ones in front"},
      {"window",
       A,
       {I, I, I},
       3,
       false,
       nullptr,
       window,
       "axis, size, step: unfold()"},
      {"diagonal",
       A,
       {I, I, I},
       3,
       false,
       nullptr,
       diagonal,
       "offset and two axes: one with the sum of their strides, last"},
      {"restride",
       A,
       {T::Shape, T::Ints, I},
       2,
       false,
       nullptr,
       restride,
       "these sizes and strides, whatever there was before; the offset"},
      {"becomes",
       A,
       {T::Tensor},
       1,
       false,
       nullptr,
       becomes,
       "the sizes and strides of another tensor"},
  };
}

} // namespace tensortidy
