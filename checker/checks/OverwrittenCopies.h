// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_OVERWRITTENCOPIES_H
#define TENSORTIDY_CHECKS_OVERWRITTENCOPIES_H

#include "program/Function.h"

namespace tensortidy {

/// A fact that gives the place \p P, which \p Made in the block \p Block gave a
/// value, another one before anything has read it; null where there is none.
const Fact *overwriteOf(PlaceId P, const Fact *Made, unsigned Block,
                        const Function &F);

/// May anything read the place \p P after \p Made in the block \p Block, before
/// it gets another value?
bool isReadAfter(PlaceId P, const Fact *Made, unsigned Block,
                 const Function &F);

/// Does \p X call an operator on the tensor \p Of?
bool isMadeOf(const Fact &X, PlaceId Of);

} // namespace tensortidy

#endif
