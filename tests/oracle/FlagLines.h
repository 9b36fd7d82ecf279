// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_ORACLE_FLAGLINES_H
#define TENSORTIDY_TESTS_ORACLE_FLAGLINES_H

#include "Writer.h"

#include <string>

namespace oracle {

/// A condition, mostly one that was asked before, or its opposite.
std::string condition(Writer &W);

/// Statements that make, copy and change flags, in ways in which one can be
/// asked again later under this or another name and have another value.
std::string flagLines(Writer &W);

} // namespace oracle

#endif
