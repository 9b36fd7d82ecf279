// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_FLATAXES_H
#define TENSORTIDY_LAYOUT_FLATAXES_H

#include "layout/Answer.h"
#include "layout/Layout.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace tensortidy {

/// A layout's axes in one row, for the queries. A gap counts as one axis.
struct FlatAxis {
  Monomial Size;
  Monomial Stride;
  unsigned Position = 0; ///< in Front, gap, Back taken together
  bool IsGap = false;
  bool Unordered = false; ///< a gap whose axes are not known to be row-major
  bool AtLeastTwo = true; ///< its size is at least 2
};
std::vector<FlatAxis> flatAxes(const Layout &L, const Facts &F);
/// Without the axes whose size is known to be 1.
std::vector<FlatAxis> flatAxesAboveOne(const Layout &L, const Facts &F);
/// Does \p G stand for an axis of 2 or more, whatever its size's symbol says?
bool isAboveOne(const Gap &G, const SymbolTable &Symbols);
/// May one of the axes of \p L be 1?
bool mayHoldUnits(const Layout &L, const Facts &F);
bool isKnownEmpty(const Layout &L);

/// How a comparison answers "are they equal?".
Answer isEqual(Order O);
Answer isAtLeast(Order O);

/// \name Axes that may be 1
/// The symbol of an axis whose size may be 1 (or of a gap that may be empty).
/// The queries then ask twice, with the axis absent and with 2 or more.
/// @{
std::optional<SymbolId> sizeThatMayBeOne(const Layout &L, const Facts &F);
Layout withSizeOne(const Layout &L, SymbolId Id);
/// \p Id is replaced by a symbol that stands for it where it is at least 2.
SymbolId atLeastTwo(SymbolId Id, SymbolTable &Symbols);
Layout withSizeOfTwo(const Layout &L, SymbolId Id, const Facts &F);
/// Both answers the same, or cannot tell; two ways of no give the weaker.
Answer combineCases(Answer A, Answer B);
/// \p Ask of \p L, by cases as far as that helps.
Answer askByCases(const Layout &L, const Facts &F,
                  const std::function<Answer(const Layout &)> &Ask);
/// @}

/// \p L with row-major strides where a guard has shown it contiguous although
/// its strides' symbols do not say so.
Layout withKnownStrides(const Layout &L, const Facts &F);

} // namespace tensortidy

#endif
