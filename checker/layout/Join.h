// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_JOIN_H
#define TENSORTIDY_LAYOUT_JOIN_H

#include "layout/Layout.h"

#include <string>
#include <vector>

namespace tensortidy {

/// One layout that covers all of \p Layouts, which must not be empty and are
/// normalised under \p F. Axes that agree stay; others become phi symbols
/// "phi(Name,axis)" named after the join, so that joining again gives the same
/// symbols (finite height); what a symbol is at least is part of its name, so
/// that a bound that falls gives another symbol. A phi symbol stands for this
/// place's value *now*: where a loop brings values of other places that were
/// made from it in an earlier round, the caller must give those other symbols
/// first. Patterns survive: where every layout has
/// stride_i = c * product of the same own sizes (contiguous, channels-last,
/// transposed), so has the result over its phi sizes. Different ranks give an
/// unknown rank of at least the least, whose axes may be 1 where one of theirs
/// may. Known answers (dense, contiguous) that all share survive.
Layout joinLayouts(const std::vector<Layout> &Layouts, const std::string &Name,
                   const Facts &F);

} // namespace tensortidy

#endif
