// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions of the rule language that compute sizes from several operands.

#include "layout/Results.h"
#include "layout/Transforms.h"
#include "models/Shapes.h"

#include <algorithm>

namespace tensortidy {
namespace {

using E = RuleExpr;

std::vector<Layout> shapesOf(Evaluator &Ev, const E &Call, bool &Complete) {
  std::vector<Layout> Shapes;
  for (const E &Child : Call.Children) {
    RuleValue V = Ev.eval(Child);
    if (V.Absent)
      continue;
    if (Child.Type == ExprType::Tensors) {
      Complete = Complete && V.Known && V.ListComplete;
      Shapes.insert(Shapes.end(), V.List.begin(), V.List.end());
    } else {
      Shapes.push_back(Ev.tensor(Child));
    }
  }
  return Shapes;
}

RuleValue broadcastOf(Evaluator &Ev, const E &Call) {
  bool Known = true;
  std::vector<Layout> Shapes = shapesOf(Ev, Call, Known);
  if (!Known)
    return RuleValue::unknown();
  std::vector<Monomial> Sizes = broadcastSizes(Shapes, Ev.facts(), Known);
  return Known ? shape(rowMajor(Sizes)) : RuleValue::unknown();
}

/// matmul's sizes (libtorch 1.13, aten/src/ATen/native/LinearAlgebra.cpp).
RuleValue matmulOf(Evaluator &Ev, const E &Call) {
  Layout A = Ev.tensor(Call.Children[0]), B = Ev.tensor(Call.Children[1]);
  if (!A.hasRank() || !B.hasRank() || A.Front.empty() || B.Front.empty())
    return RuleValue::unknown();
  std::vector<Axis> X = A.Front, Y = B.Front;
  std::vector<Monomial> Tail;
  if (X.size() > 1)
    Tail.push_back(X[X.size() - 2].Size);
  if (Y.size() > 1)
    Tail.push_back(Y.back().Size);
  Layout BatchX, BatchY;
  BatchX.Front.assign(X.begin(), X.end() - std::min<size_t>(2, X.size()));
  BatchY.Front.assign(Y.begin(), Y.end() - std::min<size_t>(2, Y.size()));
  bool Known = true;
  std::vector<Monomial> Sizes =
      broadcastSizes({BatchX, BatchY}, Ev.facts(), Known);
  if (!Known)
    return RuleValue::unknown();
  Sizes.insert(Sizes.end(), Tail.begin(), Tail.end());
  return shape(rowMajor(Sizes));
}

RuleValue concatOf(Evaluator &Ev, const E &Call) {
  RuleValue List = Ev.eval(Call.Children[0]);
  std::optional<int64_t> Dim = Ev.constant(Call.Children[1]);
  if (!List.Known || List.List.empty() || !Dim)
    return RuleValue::unknown();
  Monomial Total = Ev.anySize("concatenated");
  std::optional<Axis> One = axisAt(List.List.front(), *Dim, Ev.facts());
  bool AllEqual = List.ListComplete && One;
  for (const Layout &L : List.List) {
    std::optional<Axis> A = axisAt(L, *Dim, Ev.facts());
    AllEqual =
        AllEqual && A && Ev.facts().compare(A->Size, One->Size) == Order::Equal;
  }
  if (AllEqual)
    Total = One->Size * Monomial(static_cast<int64_t>(List.List.size()));
  return shape(withSize(List.List.front(), *Dim, Total, Ev.facts()));
}

RuleValue stackedOf(Evaluator &Ev, const E &Call) {
  RuleValue List = Ev.eval(Call.Children[0]);
  std::optional<int64_t> Dim = Ev.constant(Call.Children[1]);
  if (!List.Known || List.List.empty() || !Dim)
    return RuleValue::unknown();
  Monomial Count = List.ListComplete
                       ? Monomial(static_cast<int64_t>(List.List.size()))
                       : Ev.anySize("stacked");
  return shape(
      withNewAxis(rowMajorLike(List.List.front()), *Dim, Count, Ev.facts()));
}

/// repeat(): one repeat for each axis, in front of x's when there are more.
RuleValue repeatedOf(Evaluator &Ev, const E &Call) {
  Layout L = shapeOf(Ev, Call.Children[0]);
  std::optional<std::vector<SizeArgument>> Times =
      Ev.sizeArguments(Call.Children[1]);
  if (!L.hasRank() || !Times)
    return RuleValue::unknown();
  std::vector<Monomial> Sizes;
  while (Times->size() < L.Front.size())
    Times->insert(Times->begin(), SizeArgument(Monomial(1)));
  size_t Extra = Times->size() - L.Front.size();
  for (size_t I = 0; I < Times->size(); ++I) {
    if (!(*Times)[I])
      return RuleValue::unknown();
    Sizes.push_back(I < Extra ? *(*Times)[I]
                              : L.Front[I - Extra].Size * *(*Times)[I]);
  }
  return shape(rowMajor(Sizes));
}

} // namespace

std::vector<RuleFunction> joinedShapeFunctions() {
  using T = ExprType;
  return {
      {"broadcast",
       T::Shape,
       {T::Tensors},
       1,
       true,
       broadcastOf,
       nullptr,
       "operands broadcast against each other"},
      {"matmul",
       T::Shape,
       {T::Tensor, T::Tensor},
       2,
       false,
       matmulOf,
       nullptr,
       "sizes of a matrix product, batch axes broadcast"},
      {"concatenated",
       T::Shape,
       {T::Tensors, T::Int},
       2,
       false,
       concatOf,
       nullptr,
       "joined along an axis"},
      {"stacked",
       T::Shape,
       {T::Tensors, T::Int},
       2,
       false,
       stackedOf,
       nullptr,
       "joined along a new axis"},
      {"repeated",
       T::Shape,
       {T::Shape, T::Ints},
       2,
       false,
       repeatedOf,
       nullptr,
       "repeat()"},
  };
}

} // namespace tensortidy
