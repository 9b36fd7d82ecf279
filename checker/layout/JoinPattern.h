// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_JOINPATTERN_H
#define TENSORTIDY_LAYOUT_JOINPATTERN_H

#include "layout/Layout.h"

#include <vector>

namespace tensortidy {

/// Restates the strides of \p Joined, whose sizes are joined already, where
/// all of \p Layouts (of its rank) build theirs from their own sizes in the
/// same way: dense in the same order, or coefficient times product of sizes.
void keepStridePattern(const std::vector<Layout> &Layouts, Layout &Joined,
                       const Facts &F);

} // namespace tensortidy

#endif
