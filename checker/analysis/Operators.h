// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_OPERATORS_H
#define TENSORTIDY_ANALYSIS_OPERATORS_H

#include "analysis/Context.h"
#include "analysis/Observer.h"

namespace tensortidy {

/// The transfer function of Apply: the operator's model is evaluated for each
/// combination of its operands' alternatives, those in which the call cannot
/// return are dropped, and the others joined.
///
/// An operand whose layout makes the call throw in every case is taken to have
/// been made contiguous: what follows is judged as if the finding were fixed.
bool applyOperator(State &S, const Apply &A, const Fact &X, unsigned Number,
                   const Context &C, Observer *O);

} // namespace tensortidy

#endif
