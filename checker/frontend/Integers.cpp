// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

using namespace clang;

namespace tensortidy {

IntExpr FunctionLowering::opaque() { return IntExpr::opaque(NextOpaque++); }

IntExpr FunctionLowering::intOf(const Value &V) {
  if (V.is(Value::Kind::Int))
    return V.Int;
  IntExpr E = opaque();
  if (V.is(Value::Kind::Pointer) || V.is(Value::Kind::Address))
    E.Pointer = V.Id;
  return E;
}

/// The tensors of whose strides \p E is computed, remainders counted.
void FunctionLowering::collectStrided(const IntExpr &E,
                                      std::vector<PlaceId> &Into) const {
  std::vector<StrideGiven> Strides;
  collectStrides(E, Strides);
  for (const StrideGiven &S : Strides)
    if (S.Tensor != NoId)
      Into.push_back(S.Tensor);
  llvm::append_range(Into, E.RemainderOf);
  for (const IntExpr &O : E.Operands)
    llvm::append_range(Into, O.RemainderOf);
}

IntExpr FunctionLowering::arithmetic(BinaryOperatorKind Op, IntExpr L,
                                     IntExpr R) {
  IntExpr Result;
  switch (Op) {
  case BO_Mul:
    Result.TheKind = IntExpr::Kind::Product;
    break;
  case BO_Div:
    Result.TheKind = IntExpr::Kind::Quotient;
    break;
  case BO_Add:
    Result.TheKind = IntExpr::Kind::Sum;
    break;
  case BO_Sub:
    Result.TheKind = IntExpr::Kind::Difference;
    break;
  default:
    Result = opaque();
    Result.Pointer = L.Pointer;
    collectStrided(L, Result.RemainderOf);
    collectStrided(R, Result.RemainderOf);
    return Result;
  }
  Result.Operands = {std::move(L), std::move(R)};
  return Result;
}

void FunctionLowering::define(const Value &Target, IntExpr V, const Expr *At) {
  if (!Target.is(Value::Kind::Int) ||
      Target.Int.TheKind != IntExpr::Kind::Variable)
    return;
  std::vector<StrideGiven> Strides;
  collectStrides(V, Strides);
  if (!Strides.empty())
    IntStrides[Target.Int.Int] = std::move(Strides);
  Builder.emit(Define{Target.Int.Int, std::move(V)}, At);
}

namespace {

void addStride(StrideGiven S, std::vector<StrideGiven> &Into) {
  if (!llvm::is_contained(Into, S))
    Into.push_back(S);
}

/// Who is told whether a tensor is contiguous knows what it needs to.
void addTold(const Condition &C, std::vector<StrideGiven> &Into) {
  if (C.TheKind == Condition::Kind::Contiguous && C.Tensor != NoId)
    addStride({C.Tensor, std::nullopt}, Into);
  for (const Condition &Operand : C.Operands)
    addTold(Operand, Into);
}

} // namespace

void FunctionLowering::collectStrides(const IntExpr &E,
                                      std::vector<StrideGiven> &Into) const {
  if (E.TheKind == IntExpr::Kind::StrideOf)
    addStride({E.Tensor, E.constantDimension()}, Into);
  if (E.TheKind == IntExpr::Kind::Variable) {
    auto It = IntStrides.find(E.Int);
    if (It != IntStrides.end())
      for (StrideGiven S : It->second)
        addStride(S, Into);
  }
  for (const IntExpr &Operand : E.Operands)
    collectStrides(Operand, Into);
}

void FunctionLowering::collectStrides(const Value &V,
                                      std::vector<StrideGiven> &Into) const {
  if (V.is(Value::Kind::Int))
    return collectStrides(V.Int, Into);
  if (V.is(Value::Kind::Truth))
    return addTold(V.Truth, Into);
  if (V.is(Value::Kind::Strides))
    addStride({V.Id, std::nullopt}, Into);
  for (StrideGiven S : V.StridesOf)
    addStride(S, Into);
  for (const Value &Element : V.Elements)
    collectStrides(Element, Into);
  if (V.is(Value::Kind::Object))
    forEachField(V.Path,
                 [&](const Value &Field) { collectStrides(Field, Into); });
}

} // namespace tensortidy
