// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_TRANSFER_H
#define TENSORTIDY_ANALYSIS_TRANSFER_H

#include "analysis/Context.h"
#include "analysis/Observer.h"

namespace tensortidy {

/// \p S after the fact \p X with number \p Number; \p O, if there is one, is
/// told before. \returns false when the state is dead after it.
///
/// Handles share: after `y = x` both have one value, and a guard on either
/// refines both; an in-place operator that changes sizes or strides
/// (transpose_) changes every handle of the object. An assignment gives its
/// target another object and leaves other handles alone.
bool transfer(State &S, const Fact &X, unsigned Number, const Context &C,
              Observer *O);

} // namespace tensortidy

#endif
