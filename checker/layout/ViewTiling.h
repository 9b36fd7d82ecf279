// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_VIEWTILING_H
#define TENSORTIDY_LAYOUT_VIEWTILING_H

#include "layout/View.h"

namespace tensortidy {

/// computeStride over monomials: groups of mergeable axes, taken from the
/// back, are to be tiled exactly by the view's sizes, taken from the back. The
/// number of elements is known to fit. Sets Viewable, Strides, Blocked and
/// Learned of \p Result, whose Sizes are given.
///
/// A group whose outer edge is uncertain and which the sizes do not tile is
/// taken to merge with the next axis: the answer is then no better than
/// "cannot tell", but a no that follows is a no either way. Symmetrically, a
/// yes never depends on an edge being one.
void tileView(const Layout &L, const Facts &F, ViewAnswer &Result);

} // namespace tensortidy

#endif
