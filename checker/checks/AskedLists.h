// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_ASKEDLISTS_H
#define TENSORTIDY_CHECKS_ASKEDLISTS_H

#include "program/Function.h"

#include <map>
#include <set>
#include <vector>

namespace tensortidy {

/// The lists of a function of whose elements it asks how they are laid out, or
/// which it changes. The analysis learns nothing of all elements from one, so
/// what is checked in a loop is told from what is not by the text alone,
/// whatever the order.
class AskedLists {
public:
  explicit AskedLists(const Function &F);
  bool contains(PlaceId List) const {
    return In.Places[List].IsList && (All || Lists.count(List) > 0);
  }

  /// Does a condition compare a stride of \p P, of a dimension that a variable
  /// names, with what is neither a number nor another stride, as a loop does
  /// that asks whether it is contiguous?
  bool isWalked(PlaceId P) const { return Walked.count(P) > 0; }
  bool isAtPosition(PlaceId P) const { return In.Places[P].IsAtPosition; }
  /// Is one of its elements asked by its position?
  bool isAskedInPart(PlaceId List) const { return InPart.count(List) > 0; }

private:
  void read(const Fact &X);
  void read(const Condition &C);
  void read(const IntExpr &E);
  void made(PlaceId Target, const std::vector<PlaceId> &Sources);
  void reach(PlaceId P);
  void walk(PlaceId P);

  const Function &In;
  std::vector<std::vector<PlaceId>> MadeOf;
  std::vector<bool> IsMade;
  std::set<PlaceId> Asked, Lists, InPart, Walked;
  std::multimap<PlaceId, PlaceId> HandleOf;
  bool All = false;
};

} // namespace tensortidy

#endif
