// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "program/Expression.h"

#include <utility>

namespace tensortidy {

std::optional<int64_t> IntExpr::constantDimension() const {
  if (Operands.empty())
    return std::nullopt;
  const IntExpr &D = Operands.front();
  if (D.TheKind == Kind::Literal)
    return D.Value;
  const bool IsFromBack =
      D.TheKind == Kind::Difference && D.Operands[0].TheKind == Kind::RankOf &&
      D.Operands[0].Tensor == Tensor && D.Operands[1].TheKind == Kind::Literal;
  if (IsFromBack)
    return -D.Operands[1].Value;
  return std::nullopt;
}

IntExpr IntExpr::literal(int64_t V) {
  IntExpr E;
  E.TheKind = Kind::Literal;
  E.Value = V;
  return E;
}

IntExpr IntExpr::variable(IntId I) {
  IntExpr E;
  E.TheKind = Kind::Variable;
  E.Int = I;
  return E;
}

IntExpr IntExpr::sizeOf(PlaceId T, IntExpr Dim) {
  IntExpr E;
  E.TheKind = Kind::SizeOf;
  E.Tensor = T;
  E.Operands.push_back(std::move(Dim));
  return E;
}

IntExpr IntExpr::opaque(int64_t UniqueNumber) {
  IntExpr E;
  E.TheKind = Kind::Opaque;
  E.Value = UniqueNumber;
  return E;
}

Condition Condition::negated(Condition C) {
  if (C.TheKind == Kind::Unknown)
    return C;
  if (C.TheKind == Kind::Not)
    return std::move(C.Operands.front());
  Condition N;
  N.TheKind = Kind::Not;
  N.Operands.push_back(std::move(C));
  return N;
}

} // namespace tensortidy
