// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_MISSINGCONTIGUITYGUARDCHECK_H
#define TENSORTIDY_CHECKS_MISSINGCONTIGUITYGUARDCHECK_H

#include "checks/Links.h"

#include <vector>

namespace tensortidy {

inline constexpr const char *MissingContiguityGuard =
    "tensor-missing-contiguity-guard";

/// Raw pointers of tensors whose layout nobody established that go to
/// something that assumes one: an indexed loop, a kernel, memcpy, a function
/// that is not given the strides. One finding per function and confidence,
/// listing its arguments. Made of summaries, so that the functions' callers
/// may be in other files.
std::vector<Finding> findMissingGuards(const UnitSummary &Unit, Links &Between);

} // namespace tensortidy

#endif
