// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_OPERANDS_H
#define TENSORTIDY_ANALYSIS_OPERANDS_H

#include "analysis/Integers.h"
#include "models/Evaluate.h"

#include <vector>

namespace tensortidy {

/// An operator's arguments in a state where each has one alternative.
struct Operands {
  std::vector<ActualArgument> Actual;           ///< for evaluate()
  std::vector<std::vector<Alternative>> Chosen; ///< per schema argument
  /// An operand that must be a tensor is undefined: no result.
  bool Undefined = false;

  const Alternative *of(int Argument) const {
    return Argument >= 0 && static_cast<size_t>(Argument) < Chosen.size() &&
                   !Chosen[Argument].empty()
               ? &Chosen[Argument].front()
               : nullptr;
  }
};

/// Evaluates \p Arguments of \p Op; sizes that they ask for may teach \p S.
Operands operandsOf(const Operator &Op, const std::vector<Argument> &Arguments,
                    State &S, Integers &Ints, const Context &C);
/// The tensor places whose alternatives decide what the operator does.
std::vector<PlaceId> operandPlaces(const std::vector<Argument> &Arguments);

} // namespace tensortidy

#endif
