// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/Conditions.h"

#include "analysis/Atoms.h"
#include "analysis/Uses.h"

#include <optional>
#include <utility>

namespace tensortidy {

namespace {

using Kind = Condition::Kind;

bool assumeAll(State &S, const Condition &X, bool Value, const Context &C,
               const std::string &Site) {
  for (size_t I = 0; I < X.Operands.size(); ++I)
    if (!assume(S, X.Operands[I], Value, C, Site + "." + std::to_string(I)))
      return false;
  return true;
}

/// `t.size(d) == 1` for the \p Question `t.stride(d) == 1`: an axis of one
/// element may have any stride.
bool isOneElement(const Condition &X, const IntExpr &Question) {
  if (X.TheKind == Kind::Flag && X.Operands.size() == 1)
    return isOneElement(X.Operands.front(), Question);
  if (X.TheKind != Kind::Compare || X.Integers.size() != 2)
    return false;
  const IntExpr &Size = X.Integers[0], &Bound = X.Integers[1];
  return (X.Operator == Condition::Comparison::Equal ||
          X.Operator == Condition::Comparison::LessEqual) &&
         Size.TheKind == IntExpr::Kind::SizeOf &&
         Size.Tensor == Question.Tensor &&
         Size.constantDimension() == Question.constantDimension() &&
         Bound.TheKind == IntExpr::Kind::Literal && Bound.Value <= 1;
}

/// `t.stride(d) == 1 || t.size(d) == 1`: the first, as far as anything depends
/// on it. Null for any other condition.
const Condition *strideTest(const Condition &X) {
  if (X.Operands.size() != 2)
    return nullptr;
  for (size_t I : {0, 1}) {
    const Condition &Test = X.Operands[I];
    if (Test.TheKind == Kind::Compare && Test.Integers.size() == 2 &&
        Test.Operator == Condition::Comparison::Equal &&
        Test.Integers[0].TheKind == IntExpr::Kind::StrideOf &&
        Test.Integers[0].Tensor != NoId &&
        Test.Integers[0].constantDimension() &&
        isOneElement(X.Operands[1 - I], Test.Integers[0]))
      return &Test;
  }
  return nullptr;
}

/// One of the operands is \p Value; those before it are not.
bool assumeAny(State &S, const Condition &X, bool Value, const Context &C,
               const std::string &Site) {
  std::optional<State> Result;
  State Rest = S;
  for (size_t I = 0; I < X.Operands.size(); ++I) {
    const std::string Inner = Site + "." + std::to_string(I);
    State Taken = Rest;
    if (assume(Taken, X.Operands[I], Value, C, Inner))
      Result = Result ? join(*Result, Taken, C.In, Inner) : std::move(Taken);
    if (!assume(Rest, X.Operands[I], !Value, C, Inner + "n"))
      break;
  }
  if (Result)
    S = std::move(*Result);
  return Result.has_value();
}

/// One question: asked for every combination of alternatives on its own.
bool assumeAtom(State &S, const Condition &X, bool Value, const Context &C,
                const std::string &Site) {
  Uses Read;
  collectReads(X, Read);
  std::optional<State> Result;
  const ListValues Lists(S, Read.Places, C.In);
  std::vector<State> Cases = splitOn(std::move(S), Read.Places, Site);
  if (Cases.size() == 1) {
    S = std::move(Cases.front());
    return Atoms(S, C, Site).assume(X, Value);
  }
  bool AreAllAlive = true;
  for (size_t I = 0; I < Cases.size(); ++I) {
    const std::string Inner = Site + ";" + std::to_string(I);
    if (Atoms(Cases[I], C, Inner).assume(X, Value))
      Result =
          Result ? join(*Result, Cases[I], C.In, Inner) : std::move(Cases[I]);
    else
      AreAllAlive = false;
  }
  if (Result) {
    S = std::move(*Result);
    if (!AreAllAlive)
      Lists.restoreIn(S, Site);
  }
  return Result.has_value();
}

/// A flag, and what follows from it for others.
bool decide(State &S, IntId Flag, bool Value, const Context &C) {
  if (!S.decide(Flag, Value))
    return false;
  auto It = C.Implied.find({Flag, Value});
  if (It != C.Implied.end())
    for (const auto &[Other, Its] : It->second)
      if (!S.decide(Other, Its))
        return false;
  return true;
}

} // namespace

bool assume(State &S, const Condition &X, bool Value, const Context &C,
            const std::string &Site) {
  switch (X.TheKind) {
  case Kind::Unknown:
    return true;
  case Kind::Constant:
    return X.Value == Value;
  case Kind::Flag:
    return decide(S, X.Integers.front().Int, Value, C) &&
           assumeAll(S, X, Value, C, Site);
  case Kind::Not:
    return assume(S, X.Operands.front(), !Value, C, Site);
  case Kind::And:
    return Value ? assumeAll(S, X, true, C, Site)
                 : assumeAny(S, X, false, C, Site);
  case Kind::Or:
    if (const Condition *Test = Value ? strideTest(X) : nullptr)
      return assume(S, *Test, true, C, Site);
    return Value ? assumeAny(S, X, true, C, Site)
                 : assumeAll(S, X, false, C, Site);
  default:
    return assumeAtom(S, X, Value, C, Site);
  }
}

} // namespace tensortidy
