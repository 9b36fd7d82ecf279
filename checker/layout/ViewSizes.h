// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_VIEWSIZES_H
#define TENSORTIDY_LAYOUT_VIEWSIZES_H

#include "layout/View.h"

#include <string>

namespace tensortidy {

/// What a view does to the strides of axes known to be 1: each gets the extent
/// of the next inner axis; \p Inner is that of what lies inside \p Axes, none
/// when they are the innermost. An axis that may be 1 has an unknown extent,
/// named after \p Key.
void restrideUnits(std::vector<Axis> &Axes, std::optional<Monomial> Inner,
                   const std::string &Key, const Facts &F);

Monomial productOf(const std::vector<Monomial> &Sizes);

/// Requested sizes with -1 worked out from the number of elements.
struct ResolvedSizes {
  std::vector<Monomial> Sizes;
  /// What the inferred size is, when it is no monomial.
  std::optional<std::pair<Monomial, Monomial>> Learned;
  bool Impossible = false; ///< more than one -1, or it cannot divide evenly
};
ResolvedSizes resolveSizes(const Monomial &Numel,
                           const std::vector<SizeArgument> &Sizes,
                           const Facts &F);

} // namespace tensortidy

#endif
