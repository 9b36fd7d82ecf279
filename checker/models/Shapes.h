// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_SHAPES_H
#define TENSORTIDY_MODELS_SHAPES_H

#include "models/Evaluator.h"

namespace tensortidy {

/// A shape is a layout whose strides nobody reads; row-major, so that equal
/// shapes are equal. None: unknown.
RuleValue shape(const std::optional<Layout> &L);
/// A Shape parameter: a tensor's sizes or a list of integers.
Layout shapeOf(Evaluator &Ev, const RuleExpr &Child);
/// \p L with another size of one axis, which may be larger; strides afresh.
std::optional<Layout> withSize(Layout L, int64_t Dim, const Monomial &Size,
                               Facts &F);
/// \p L with one axis more, where \p Dim of the result is.
std::optional<Layout> withNewAxis(const Layout &L, int64_t Dim,
                                  const Monomial &Size, Facts &F);

} // namespace tensortidy

#endif
