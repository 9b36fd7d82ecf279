// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_EINSUM_H
#define TENSORTIDY_MODELS_EINSUM_H

#include "models/Evaluator.h"

namespace tensortidy {

/// What einsum does. "bhid,bhjd->bhij" is bmm of [b*h, i, d] and [b*h, d, j]:
/// an operand in which b and h cannot be merged is copied.
struct Einsum {
  Layout Result;
  /// Nothing is computed: the only operand, permuted.
  bool IsView = false;
  /// Are all operands used where they are? And each of them?
  Answer Viewed = Answer::Unknown;
  std::vector<Answer> EachViewed;
};

/// For the equation and the tensors in the children of \p Call; a third says
/// whether two operands may change places where that makes the result's order
/// the one of their product, so that its strides are not known. None where the
/// equation, a rank or whether a size is 1 is not known.
std::optional<Einsum> einsumOf(Evaluator &Ev, const RuleExpr &Call);

} // namespace tensortidy

#endif
