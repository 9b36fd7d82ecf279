// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/AskedLists.h"

#include <utility>
#include <variant>

namespace tensortidy {

AskedLists::AskedLists(const Function &F)
    : In(F), MadeOf(F.Places.size()), IsMade(F.Places.size()) {
  for (const Parameter &P : F.Parameters)
    if (P.Tensor != NoId)
      IsMade[P.Tensor] = true;
  for (const Block &B : F.Blocks) {
    for (const Fact &X : B.Facts)
      read(X);
    for (const Edge &E : B.Successors)
      if (E.Assumes)
        read(*E.Assumes);
  }
  for (PlaceId P : std::exchange(Walked, {}))
    walk(P);
  const std::set<PlaceId> Start = std::exchange(Asked, {});
  for (PlaceId P : Start)
    reach(P);
}

void AskedLists::made(PlaceId Target, const std::vector<PlaceId> &Sources) {
  if (Target == NoId)
    return;
  IsMade[Target] = true;
  if (In.Places[Target].IsList)
    Lists.insert(Target);
  for (PlaceId Source : Sources)
    if (Source != NoId && Source != Target)
      MadeOf[Target].push_back(Source);
}

void AskedLists::read(const Fact &X) {
  if (const auto *A = std::get_if<Assume>(&X.What)) {
    read(A->Holds);
  } else if (const auto *A = std::get_if<Assign>(&X.What)) {
    made(A->Target, {A->Source});
    HandleOf.emplace(A->Target, A->Source);
  } else if (const auto *C = std::get_if<Choose>(&X.What)) {
    made(C->Target, C->Sources);
  } else if (const auto *C = std::get_if<Call>(&X.What)) {
    for (PlaceId Result : C->Results)
      made(Result, {});
  } else if (const auto *A = std::get_if<Apply>(&X.What)) {
    std::vector<PlaceId> Sources;
    for (const Argument &Each : A->Arguments)
      Sources.insert(Sources.end(), Each.Places.begin(), Each.Places.end());
    for (PlaceId Result : A->Results)
      made(Result, Sources);
  }
}

void AskedLists::read(const Condition &C) {
  const bool Asks = C.TheKind == Condition::Kind::Contiguous ||
                    C.TheKind == Condition::Kind::Dense ||
                    C.TheKind == Condition::Kind::SameStrides;
  for (PlaceId P : {C.Tensor, C.Other})
    if (Asks && P != NoId)
      Asked.insert(P);
  const bool IsEquality = C.Operator == Condition::Comparison::Equal ||
                          C.Operator == Condition::Comparison::NotEqual;
  for (size_t I = 0; I < C.Integers.size(); ++I) {
    const IntExpr &E = C.Integers[I];
    const IntExpr &With = C.Integers[C.Integers.size() - 1 - I];
    const bool IsOfAny = C.TheKind == Condition::Kind::Compare &&
                         E.TheKind == IntExpr::Kind::StrideOf &&
                         E.Tensor != NoId && !E.constantDimension();
    if (IsOfAny && IsEquality && With.TheKind != IntExpr::Kind::Literal &&
        With.TheKind != IntExpr::Kind::StrideOf)
      Walked.insert(E.Tensor);
    if (IsOfAny && !IsEquality && With.TheKind == IntExpr::Kind::Variable)
      Sought.insert(With.Int);
    read(E);
  }
  for (const Condition &Each : C.Operands)
    read(Each);
}

void AskedLists::read(const IntExpr &E) {
  if (E.TheKind == IntExpr::Kind::StrideOf && E.Tensor != NoId)
    Asked.insert(E.Tensor);
  for (const IntExpr &Each : E.Operands)
    read(Each);
}

void AskedLists::walk(PlaceId P) {
  if (P == NoId || !Walked.insert(P).second)
    return;
  const auto [Begin, End] = HandleOf.equal_range(P);
  for (auto It = Begin; It != End; ++It)
    walk(It->second);
}

void AskedLists::reach(PlaceId P) {
  if (!Asked.insert(P).second)
    return;
  if (In.Places[P].IsList)
    Lists.insert(P);
  // What a lambda is given that a library calls may be of any list.
  All |= !IsMade[P];
  for (PlaceId Source : MadeOf[P])
    if (In.Places[P].IsAtPosition)
      InPart.insert(Source);
    else
      reach(Source);
}

} // namespace tensortidy
