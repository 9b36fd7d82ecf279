// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "program/Flags.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tensortidy {

namespace {

using Askers = std::map<IntId, unsigned>;

/// How many branches and facts ask or set each flag, or one that says something
/// of it.
Askers countAskers(const Function &F) {
  std::map<IntId, std::set<unsigned>> Asked;
  unsigned Last = 0;
  forEachFlag(F, [&](IntId Flag, unsigned Asker) {
    Asked[Flag].insert(Asker);
    Last = std::max(Last, Asker);
  });
  for (const Block &B : F.Blocks)
    for (const Fact &X : B.Facts)
      if (const auto *D = std::get_if<Define>(&X.What))
        if (D->Value.TheKind == IntExpr::Kind::Literal)
          if (auto It = Asked.find(D->Integer); It != Asked.end())
            It->second.insert(++Last);
  std::map<IntId, std::set<unsigned>> Related = Asked;
  for (const FlagImplication &I : F.Implications)
    for (auto [One, Other] : {std::pair(I.Flag, I.Other), {I.Other, I.Flag}})
      if (auto From = Asked.find(Other); From != Asked.end())
        if (auto It = Related.find(One); It != Related.end())
          It->second.insert(From->second.begin(), From->second.end());
  Askers Count;
  for (const auto &[Flag, Each] : Related)
    Count[Flag] = static_cast<unsigned>(Each.size());
  return Count;
}

void replaceSingle(Condition &C, const Askers &Count) {
  for (Condition &Operand : C.Operands)
    replaceSingle(Operand, Count);
  if (C.TheKind != Condition::Kind::Flag ||
      Count.at(C.Integers.front().Int) > 1)
    return;
  Condition Meaning =
      C.Operands.empty() ? Condition::unknown() : std::move(C.Operands.front());
  C = std::move(Meaning);
}

} // namespace

void dropSingleFlags(Function &F) {
  const Askers Count = countAskers(F);
  if (Count.empty())
    return;
  for (Block &B : F.Blocks) {
    for (Edge &E : B.Successors)
      if (E.Assumes)
        replaceSingle(*E.Assumes, Count);
    for (Fact &X : B.Facts)
      if (auto *A = std::get_if<Assume>(&X.What))
        replaceSingle(A->Holds, Count);
  }
}

} // namespace tensortidy
