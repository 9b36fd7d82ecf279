// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_DEADFACTS_H
#define TENSORTIDY_ANALYSIS_DEADFACTS_H

#include "analysis/State.h"

namespace tensortidy {

/// Drops what \p S knows of symbols that no value of it leads to, once there
/// may be much of that: \p Slack more facts than twice as many as were kept the
/// last time, so that looking for them costs a constant per fact. Values must
/// have been restricted to the live ones. Fewer facts decide fewer questions,
/// and none otherwise.
void dropDeadFacts(State &S, size_t Slack);

} // namespace tensortidy

#endif
