// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/GuardPlaces.h"

#include <algorithm>
#include <variant>
#include <vector>

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

static bool takesPointerOf(const Block &B, PlaceId P) {
  return std::any_of(B.Facts.begin(), B.Facts.end(), [P](const Fact &X) {
    const auto *T = std::get_if<TakePointer>(&X.What);
    return T && T->Tensor == P;
  });
}

bool isAlwaysTaken(const Function &F, PlaceId P) {
  std::vector<bool> Seen(F.Blocks.size());
  std::vector<unsigned> Left = {F.Entry};
  while (!Left.empty()) {
    const unsigned Number = Left.back();
    Left.pop_back();
    if (Seen[Number] || takesPointerOf(F.Blocks[Number], P))
      continue;
    Seen[Number] = true;
    const Block &B = F.Blocks[Number];
    const bool Returns =
        B.Successors.empty() &&
        (!B.IsStopped ||
         std::any_of(B.Facts.begin(), B.Facts.end(), [](const Fact &X) {
           return std::holds_alternative<Return>(X.What);
         }));
    if (Returns)
      return false;
    for (const Edge &E : B.Successors)
      Left.push_back(E.To);
  }
  return true;
}

bool isNameOfAny(const Function &F, const std::string &Name) {
  return std::any_of(F.Places.begin(), F.Places.end(),
                     [&](const Place &P) { return P.Name == Name; }) ||
         std::count(F.Integers.begin(), F.Integers.end(), Name) > 0 ||
         std::count(F.Pointers.begin(), F.Pointers.end(), Name) > 0;
}

} // namespace tensortidy
