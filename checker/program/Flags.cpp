// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "program/Flags.h"

#include <map>
#include <set>
#include <utility>

namespace tensortidy {

namespace {

using Askers = std::map<IntId, unsigned>;

/// How many branches and facts ask or set each flag.
Askers countAskers(const Function &F) {
  std::set<std::pair<IntId, unsigned>> Asked;
  forEachFlag(F,
              [&](IntId Flag, unsigned Asker) { Asked.emplace(Flag, Asker); });
  Askers Count;
  for (const auto &[Flag, Asker] : Asked)
    ++Count[Flag];
  for (const Block &B : F.Blocks)
    for (const Fact &X : B.Facts)
      if (const auto *D = std::get_if<Define>(&X.What))
        if (D->Value.TheKind == IntExpr::Kind::Literal)
          if (auto It = Count.find(D->Integer); It != Count.end())
            ++It->second;
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
