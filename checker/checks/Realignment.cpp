// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Realignment.h"

#include <algorithm>

namespace tensortidy {

Realignment::Realignment(const Function &F)
    : F(F), Taken(F.Pointers.size(), NoId), From(F.Blocks.size()) {
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    for (const Fact &X : F.Blocks[B].Facts)
      if (const auto *T = std::get_if<TakePointer>(&X.What);
          T && T->Pointer != NoId)
        Taken[T->Pointer] = T->Tensor;
    for (const Edge &E : F.Blocks[B].Successors)
      From[E.To].push_back(B);
  }
}

namespace {

/// `address % 16 == 0` or `!= 0`; null for anything else.
const IntExpr *comparedAddress(const Condition &C) {
  const bool IsEquality = C.Operator == Condition::Comparison::Equal ||
                          C.Operator == Condition::Comparison::NotEqual;
  if (C.TheKind != Condition::Kind::Compare || !IsEquality)
    return nullptr;
  const IntExpr &Left = C.Integers[0], &Right = C.Integers[1];
  const bool IsZero =
      Right.TheKind == IntExpr::Kind::Literal && Right.Value == 0;
  return IsZero && Left.Pointer != NoId ? &Left : nullptr;
}

} // namespace

/// May \p C be true (false, if it does not hold) because of the address?
bool Realignment::isMisaligned(const Condition &C, bool Holds,
                               PlaceId P) const {
  if (const IntExpr *Address = comparedAddress(C))
    return Taken[Address->Pointer] == P &&
           Holds == (C.Operator == Condition::Comparison::NotEqual);
  const bool IsNegation = C.TheKind == Condition::Kind::Not;
  if (!IsNegation && C.TheKind != Condition::Kind::And &&
      C.TheKind != Condition::Kind::Or)
    return false;
  return std::any_of(C.Operands.begin(), C.Operands.end(),
                     [&](const Condition &Each) {
                       return isMisaligned(Each, Holds != IsNegation, P);
                     });
}

bool Realignment::testsAddress(const Condition &C) const {
  return comparedAddress(C) ||
         std::any_of(C.Operands.begin(), C.Operands.end(),
                     [&](const Condition &Each) { return testsAddress(Each); });
}

bool Realignment::isTestedAfter(unsigned Block) const {
  std::vector<bool> Seen(F.Blocks.size());
  std::vector<unsigned> Work = {Block};
  while (!Work.empty()) {
    const unsigned B = Work.back();
    Work.pop_back();
    for (const Edge &E : F.Blocks[B].Successors) {
      if (E.Assumes && testsAddress(*E.Assumes))
        return true;
      if (!Seen[E.To]) {
        Seen[E.To] = true;
        Work.push_back(E.To);
      }
    }
  }
  return false;
}

const Origin *Realignment::decisionFor(unsigned Block, PlaceId P) const {
  if (From[Block].size() != 1)
    return nullptr;
  const unsigned Before = From[Block].front();
  const std::vector<Edge> &Ways = F.Blocks[Before].Successors;
  const bool IsReason =
      std::any_of(Ways.begin(), Ways.end(), [&](const Edge &E) {
        return E.To == Block && E.Assumes && isMisaligned(*E.Assumes, true, P);
      });
  return IsReason && !isTestedAfter(Block) ? &F.Blocks[Before].Decision
                                           : nullptr;
}

} // namespace tensortidy
