// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "models/RuleExpression.h"

using namespace clang;

namespace tensortidy {

/// Null for one that the call does not give.
const Value *FunctionLowering::guardArgument(const RuleExpr &E,
                                             const CallSite &S) const {
  if (E.TheKind != RuleExpr::Kind::Argument)
    return nullptr;
  unsigned Object = S.Object != nullptr;
  if (E.ArgumentIndex < Object)
    return &S.ObjectValue;
  unsigned Index = E.ArgumentIndex - Object;
  return Index < S.Values.size() ? &S.Values[Index] : nullptr;
}

IntExpr FunctionLowering::guardInteger(const RuleExpr &E, const CallSite &S) {
  switch (E.TheKind) {
  case RuleExpr::Kind::Integer:
    return IntExpr::literal(E.Integer);
  case RuleExpr::Kind::Argument: {
    const Value *V = guardArgument(E, S);
    return V && V->is(Value::Kind::Int) ? V->Int : opaque();
  }
  case RuleExpr::Kind::Product:
    return arithmetic(BO_Mul, guardInteger(E.Children[0], S),
                      guardInteger(E.Children[1], S));
  case RuleExpr::Kind::Call: {
    const Value *Of = guardArgument(E.Children.front(), S);
    if (!Of || !Of->isTensor() || F.Places[Of->Id].IsList)
      return opaque();
    IntExpr Q;
    Q.TheKind = E.Text == "size"     ? IntExpr::Kind::SizeOf
                : E.Text == "stride" ? IntExpr::Kind::StrideOf
                : E.Text == "rank"   ? IntExpr::Kind::RankOf
                                     : IntExpr::Kind::NumelOf;
    Q.Tensor = Of->Id;
    if (E.Children.size() > 1)
      Q.Operands.push_back(guardInteger(E.Children[1], S));
    return Q;
  }
  default:
    return opaque();
  }
}

namespace {

Condition ofAll(Condition::Kind K, ArrayRef<PlaceId> Of) {
  Condition All;
  All.TheKind = Condition::Kind::And;
  for (PlaceId P : Of) {
    Condition C;
    C.TheKind = K;
    C.Tensor = P;
    All.Operands.push_back(std::move(C));
  }
  return All;
}

} // namespace

/// A question about one tensor, or about each of a list.
Condition FunctionLowering::guardQuestion(const RuleExpr &E,
                                          const CallSite &S) {
  std::vector<std::vector<PlaceId>> Of(E.Children.size());
  for (unsigned I = 0; I < E.Children.size(); ++I)
    if (const Value *V = guardArgument(E.Children[I], S))
      collectTensors(*V, Of[I]);
  if (Of.front().empty())
    return Condition::unknown();
  if (E.Text == "given")
    return ofAll(Condition::Kind::Defined, Of.front());
  if (E.Text == "dense")
    return ofAll(Condition::Kind::Dense, Of.front());
  if (E.Text == "contiguous") {
    Condition All = ofAll(Condition::Kind::Contiguous, Of.front());
    if (E.Children.size() < 2)
      return All;
    const Value *V = guardArgument(E.Children[1], S);
    if (V ? !V->is(Value::Kind::Format)
          : E.Children[1].TheKind != RuleExpr::Kind::Format)
      return Condition::unknown();
    for (Condition &C : All.Operands)
      C.Format = V ? V->Format : E.Children[1].Format;
    return All;
  }
  if (Of.back().size() != 1)
    return Condition::unknown();
  Condition All = ofAll(Condition::Kind::SameSizes, Of.front());
  if (E.Text == "same_layout") {
    Condition Strides = ofAll(Condition::Kind::SameStrides, Of.front());
    All.Operands.insert(All.Operands.end(), Strides.Operands.begin(),
                        Strides.Operands.end());
  }
  for (Condition &C : All.Operands)
    C.Other = Of.back().front();
  return All;
}

Condition FunctionLowering::guardCondition(const RuleExpr &E,
                                           const CallSite &S) {
  Condition C;
  switch (E.TheKind) {
  case RuleExpr::Kind::Truth:
    C.TheKind = Condition::Kind::Constant;
    C.Value = E.Integer != 0;
    return C;
  case RuleExpr::Kind::Not:
    return Condition::negated(guardCondition(E.Children.front(), S));
  case RuleExpr::Kind::And:
  case RuleExpr::Kind::Or:
    C.TheKind = E.TheKind == RuleExpr::Kind::And ? Condition::Kind::And
                                                 : Condition::Kind::Or;
    for (const RuleExpr &Child : E.Children)
      C.Operands.push_back(guardCondition(Child, S));
    return C;
  case RuleExpr::Kind::Compare:
    C.TheKind = Condition::Kind::Compare;
    C.Operator = E.Text == "<="   ? Condition::Comparison::LessEqual
                 : E.Text == ">=" ? Condition::Comparison::GreaterEqual
                                  : Condition::Comparison::Equal;
    for (const RuleExpr &Side : E.Children)
      C.Integers.push_back(guardInteger(Side, S));
    return C;
  case RuleExpr::Kind::Call:
    return guardQuestion(E, S);
  default:
    return Condition::unknown();
  }
}

Value FunctionLowering::lowerGuard(const CallSite &S, const CalleeInfo &Info) {
  const CalleeRule &R = *Info.Rule;
  Condition Proves = guardCondition(*R.Proves, S);
  if (!R.Answers) {
    // By reference it may get the tensor that it proves something of.
    forgetArguments(S, Info.Name);
    Builder.emit(Assume{std::move(Proves)}, S.Whole, S.Name);
    return {};
  }
  // Where it says no, nothing is known: it may ask for more.
  Condition C;
  C.TheKind = Condition::Kind::And;
  C.Operands = {Condition::unknown(), std::move(Proves)};
  return Value::truth(std::move(C));
}

} // namespace tensortidy
