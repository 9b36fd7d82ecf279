// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/GuardPlaces.h"

#include "analysis/ParameterTypes.h"

#include <algorithm>
#include <variant>

namespace tensortidy {

static bool asksIfDefined(const Condition &C, PlaceId P) {
  return (C.TheKind == Condition::Kind::Defined && C.Tensor == P) ||
         std::any_of(
             C.Operands.begin(), C.Operands.end(),
             [P](const Condition &Part) { return asksIfDefined(Part, P); });
}

bool asksIfDefined(const Function &F, PlaceId P) {
  for (const Block &B : F.Blocks) {
    for (const Edge &E : B.Successors)
      if (E.Assumes && asksIfDefined(*E.Assumes, P))
        return true;
    for (const Fact &X : B.Facts)
      if (const auto *A = std::get_if<Assume>(&X.What);
          A && asksIfDefined(A->Holds, P))
        return true;
  }
  return false;
}

bool isAlwaysTaken(const Function &F, PlaceId P) {
  return isOnEveryPath(F, [P](const Fact &X) {
    const auto *T = std::get_if<TakePointer>(&X.What);
    return T && T->Tensor == P;
  });
}

bool isNameOfAny(const Function &F, const std::string &Name) {
  return std::any_of(F.Places.begin(), F.Places.end(),
                     [&](const Place &P) { return P.Name == Name; }) ||
         std::count(F.Integers.begin(), F.Integers.end(), Name) > 0 ||
         std::count(F.Pointers.begin(), F.Pointers.end(), Name) > 0;
}

} // namespace tensortidy
