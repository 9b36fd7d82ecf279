// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_ORACLE_GENERATOR_H
#define TENSORTIDY_TESTS_ORACLE_GENERATOR_H

#include "Writer.h"

namespace oracle {

/// Program number \p Number of a seed, the same one whenever it is asked for.
ProgramTree generate(const Supplies &From, uint64_t Seed, unsigned Number);

} // namespace oracle

#endif
