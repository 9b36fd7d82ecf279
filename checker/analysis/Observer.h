// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_OBSERVER_H
#define TENSORTIDY_ANALYSIS_OBSERVER_H

#include "analysis/Context.h"
#include "models/Evaluate.h"

#include <vector>

namespace tensortidy {

/// A fact that is reached, with the state before it.
struct Visit {
  const Context &In;
  const Fact &At;
  unsigned Number = 0; ///< of the fact in its function
  const State &Before;
};

/// One combination of its operands' alternatives.
struct ApplyCase {
  /// Per schema argument: the alternatives handed over (one, unless it is a
  /// list). Their layouts are as they were before the call.
  std::vector<std::vector<Alternative>> Operands;
  Outcome Result;
  /// Per entry of Result.Copies that cannot be told: would a row-major operand
  /// of these sizes be copied? Then the ordinary layout is the wrong one.
  std::vector<bool> CopiesRowMajor;
  /// Per entry of Result.Copies: would a channels-last operand of these sizes
  /// be used as it is, and a row-major one not?
  std::vector<bool> WantsChannelsLast;
  Facts Before; ///< what was known before the call
  Facts After;  ///< and what a call that returns has taught
};

/// Reads the result of an analysis: told each reachable fact once, in reverse
/// post-order, with what the fixpoint knows there.
class Observer {
public:
  virtual ~Observer() = default;
  virtual void onFact(const Visit &) {}
  /// All cases of an operator. None: an operand is undefined.
  virtual void onApply(const Visit &, const Apply &,
                       const std::vector<ApplyCase> &) {}
  /// The end of a block that is left by its edges, with the state there.
  virtual void onLeave(const Context &, const Block &, const State &) {}
};

} // namespace tensortidy

#endif
