// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_GROWINGTENSORS_H
#define TENSORTIDY_CHECKS_GROWINGTENSORS_H

#include "program/Function.h"

#include <cstddef>
#include <vector>

namespace tensortidy {

/// A tensor that a call joins with others, and the fact that makes it the
/// result: `x = cat({x, y})`.
struct Growing {
  PlaceId Of = NoId;
  unsigned Block = 0;
  size_t Index = 0;
};

/// Those of \p A, which is fact \p Index of \p Block.
std::vector<Growing> growing(const Apply &A, unsigned Block, size_t Index,
                             const Function &F);

} // namespace tensortidy

#endif
