// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_MEMORYORDER_H
#define TENSORTIDY_LAYOUT_MEMORYORDER_H

#include "layout/Queries.h"

#include <optional>
#include <vector>

namespace tensortidy {

/// The axes of a format from the innermost outwards; \p Rank counts for
/// row-major only.
std::vector<unsigned> memoryOrder(MemoryFormat Format, unsigned Rank);
/// The rank that a format needs; none when it fits any.
std::optional<unsigned> rankOf(MemoryFormat Format);

/// \p Sizes laid out densely, axes from the innermost outwards by \p Order. A
/// size known to be 0 counts as 1.
Layout layoutInOrder(const std::vector<Monomial> &Sizes,
                     const std::vector<unsigned> &Order);

/// Channels-last as libtorch computes it: once an empty axis has been passed,
/// strides are 0 (c10/core/MemoryFormat.h, get_channels_last_strides_2d).
Layout layoutInFormat(const std::vector<Monomial> &Sizes, MemoryFormat Format);

/// The order in which libtorch sorts axes to allocate a result: an insertion
/// sort from the last axis that compares strides operand by operand
/// (TensorIteratorBase::reorder_dimensions; at::infer_dense_strides does the
/// same with one operand). \p Strides holds one row per operand. None when a
/// comparison that it makes cannot be told.
std::optional<std::vector<unsigned>>
strideOrder(const std::vector<std::vector<Monomial>> &Strides,
            const std::vector<Monomial> &Sizes, const Facts &F);

} // namespace tensortidy

#endif
