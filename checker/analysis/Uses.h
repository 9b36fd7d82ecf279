// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_USES_H
#define TENSORTIDY_ANALYSIS_USES_H

#include "program/Function.h"

#include <vector>

namespace tensortidy {

/// What a fact, condition or block reads and defines. May hold an id twice.
struct Uses {
  std::vector<PlaceId> Places;
  std::vector<IntId> Integers;
  std::vector<PointerId> Pointers;
};

void collectReads(const IntExpr &E, Uses &Into);
void collectReads(const Condition &C, Uses &Into);
void collectReads(const Argument &A, Uses &Into);
void collectReads(const Fact &X, Uses &Into);
/// What \p X gives a wholly new value. Adding to a list defines nothing.
void collectDefinitions(const Fact &X, const Function &In, Uses &Into);

/// What is read later on. States hold only this, so their size does not grow
/// with the function.
struct Liveness {
  std::vector<Uses> AtEntry; ///< per block, sorted
  /// Per block and fact: what the fact reads or defines and nobody reads later,
  /// but parameters.
  std::vector<std::vector<Uses>> LastUsed;
  explicit Liveness(const Function &F);
};

} // namespace tensortidy

#endif
