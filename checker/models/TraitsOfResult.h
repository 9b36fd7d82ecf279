// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_TRAITSOFRESULT_H
#define TENSORTIDY_MODELS_TRAITSOFRESULT_H

#include "models/Evaluate.h"
#include "models/Rule.h"

namespace tensortidy {

/// What is known of the result \p T of a call of \p Op besides its layout.
/// \p R is null where no rule says how it comes about.
Traits traitsOfResult(const Operator &Op, const ResultRule *R,
                      const TensorResult &T,
                      const std::vector<ActualArgument> &Arguments);

} // namespace tensortidy

#endif
