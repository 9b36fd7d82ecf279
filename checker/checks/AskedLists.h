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

  /// Is a stride of \p P, of a dimension that a variable names, equal or not to
  /// what is neither a number nor another stride, in a condition, as in a loop
  /// that asks whether it is contiguous?
  bool isWalked(PlaceId P) const { return Walked.count(P) > 0; }
  /// Is it compared with strides as where the greatest or the least is sought?
  bool isSought(IntId I) const { return Sought.count(I) > 0; }
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
  std::set<IntId> Sought;
  std::multimap<PlaceId, PlaceId> HandleOf;
  bool All = false;
};

} // namespace tensortidy

#endif
