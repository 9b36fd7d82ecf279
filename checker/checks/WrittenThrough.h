// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_WRITTENTHROUGH_H
#define TENSORTIDY_CHECKS_WRITTENTHROUGH_H

#include "program/Function.h"

namespace tensortidy {

/// May \p F write to the memory of the tensor that \p Result holds, through it
/// or through what is made from it? A copy in its place would lose the write.
/// Flow-insensitive; handing it to a function that is not an operator counts.
bool mayBeWrittenThrough(PlaceId Result, const Function &F);

} // namespace tensortidy

#endif
