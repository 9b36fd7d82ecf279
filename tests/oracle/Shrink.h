// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_ORACLE_SHRINK_H
#define TENSORTIDY_TESTS_ORACLE_SHRINK_H

#include "Compare.h"
#include "Session.h"

namespace oracle {

/// The smallest program that removing statements leads to from \p T and in
/// which the operator is contradicted about the same thing.
ProgramTree shrunk(const ProgramTree &T, const Contradiction &C, Session &In);

} // namespace oracle

#endif
