// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_PEEL_H
#define TENSORTIDY_LAYOUT_PEEL_H

#include "layout/Layout.h"

#include <optional>

namespace tensortidy {

/// Where an axis stands in a layout.
struct AxisPlace {
  bool InBack = false;
  size_t Index = 0;
};

inline Axis &axisIn(Layout &L, AxisPlace P) {
  return P.InBack ? L.Back[P.Index] : L.Front[P.Index];
}

/// The next axis of \p G at its front (back), which \p G loses. Tells nobody.
Axis takeFront(Gap &G, const Facts &F);
Axis takeBack(Gap &G, const Facts &F);
/// Takes the axes beside the gap of \p L that stand in their natural order
/// back into it.
void foldIntoGap(Layout &L, const Facts &F);

/// Normalised, with as few axes explicit as can be: where operators begin.
Layout foldedForSplitting(const Layout &L, const Facts &F);

/// Makes axis \p Dim of \p L, folded as above, explicit and says where it is,
/// splitting it off the gap if need be, which tells \p F that it exists. None
/// when it does not exist, or when it may lie beyond the gap.
std::optional<AxisPlace> findAxis(Layout &L, int64_t Dim, Facts &F);

/// Makes the first \p Count axes explicit in Front (the last ones in Back).
/// Without a gap all axes are in Front, and only the count is checked.
bool splitFront(Layout &L, size_t Count, Facts &F);
bool splitBack(Layout &L, size_t Count, Facts &F);

} // namespace tensortidy

#endif
