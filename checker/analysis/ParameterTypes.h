// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_PARAMETERTYPES_H
#define TENSORTIDY_ANALYSIS_PARAMETERTYPES_H

#include "program/Function.h"

#include <functional>
#include <optional>
#include <vector>

namespace tensortidy {

/// Is there a fact that \p Is holds of on every path on which \p F returns?
bool isOnEveryPath(const Function &F,
                   const std::function<bool(const Fact &)> &Is);

/// By place: the c10::ScalarType of the parameter there, where each call that
/// returns has taken a pointer to elements of that type and of no other. Taking
/// one of another type throws (aten/src/ATen/templates/TensorMethods.cpp,
/// data_ptr).
std::vector<std::optional<int8_t>> parameterTypes(const Function &F);

} // namespace tensortidy

#endif
