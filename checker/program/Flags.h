// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PROGRAM_FLAGS_H
#define TENSORTIDY_PROGRAM_FLAGS_H

#include "program/Function.h"

namespace tensortidy {

/// A flag that only one branch asks and nothing sets decides nothing else: it
/// becomes the condition that it stands for. A branch in a loop that asks it in
/// every round is one branch too: that the flag is the same in all rounds is
/// given up.
void dropSingleFlags(Function &F);

/// Calls \p Visit(IntId) for each flag in \p C, as often as it stands there.
template <typename Visitor>
void forEachFlag(const Condition &C, Visitor &Visit) {
  if (C.TheKind == Condition::Kind::Flag)
    Visit(C.Integers.front().Int);
  for (const Condition &Operand : C.Operands)
    forEachFlag(Operand, Visit);
}

/// Calls \p Visit(IntId, unsigned Asker) for each flag that a branch or a fact
/// of \p F asks. Askers are numbered; the edges of a block are one.
template <typename Visitor> void forEachFlag(const Function &F, Visitor Visit) {
  unsigned Asker = 0;
  auto Ask = [&](IntId Flag) { Visit(Flag, Asker); };
  for (const Block &B : F.Blocks) {
    for (const Edge &E : B.Successors)
      if (E.Assumes)
        forEachFlag(*E.Assumes, Ask);
    ++Asker;
    for (const Fact &X : B.Facts)
      if (const auto *A = std::get_if<Assume>(&X.What)) {
        forEachFlag(A->Holds, Ask);
        ++Asker;
      }
  }
}

} // namespace tensortidy

#endif
