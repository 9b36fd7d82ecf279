// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_CONDITIONS_H
#define TENSORTIDY_ANALYSIS_CONDITIONS_H

#include "analysis/Context.h"

#include <string>

namespace tensortidy {

/// \p S where \p Condition is known to be \p Holds. Conditions are evaluated
/// whole: `a || b` joins the states in which a, or else b, holds. Alternatives
/// that contradict the condition are dropped; what is learnt of sizes and
/// strides holds for the whole state.
/// \p Site: unique to the edge or fact.
/// \returns false when nothing is left: the path is dead.
bool assume(State &S, const Condition &Holds, bool Value, const Context &C,
            const std::string &Site);

} // namespace tensortidy

#endif
