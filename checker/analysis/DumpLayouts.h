// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_DUMPLAYOUTS_H
#define TENSORTIDY_ANALYSIS_DUMPLAYOUTS_H

#include "program/Function.h"

#include <string>

namespace tensortidy {

/// What is known of each tensor with a name before each statement, in the order
/// of the source; what --dump=layouts shows.
std::string dumpLayouts(const Function &F, const FileTable &Files);

} // namespace tensortidy

#endif
