// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PROGRAM_FLAGS_H
#define TENSORTIDY_PROGRAM_FLAGS_H

#include "program/Function.h"

namespace tensortidy {

/// A flag that only one branch asks and nothing sets decides nothing else: it
/// becomes the condition that it stands for.
void dropSingleFlags(Function &F);

} // namespace tensortidy

#endif
