// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_REPETITION_H
#define TENSORTIDY_CHECKS_REPETITION_H

#include "analysis/Context.h"

#include <optional>

namespace tensortidy {

/// Does the fact \p At of \p Block run again and again: in a loop, or in what
/// a framework calls?
bool isRunRepeatedly(const Fact &At, unsigned Block, const Context &C);

/// Does it run once, when the program or a module starts? What it costs there
/// is no news, unless it is about \p Bytes that are known to be many.
bool isSetUp(unsigned Block, const Context &C,
             std::optional<int64_t> Bytes = std::nullopt);

} // namespace tensortidy

#endif
