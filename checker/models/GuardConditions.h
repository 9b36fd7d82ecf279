// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_GUARDCONDITIONS_H
#define TENSORTIDY_MODELS_GUARDCONDITIONS_H

#include "models/RuleReader.h"

namespace tensortidy {

/// Reads what a guard proves: a condition of the rule language over the guard's
/// parameters, made only of questions that code can ask of a tensor too. A list
/// of tensors is written like a tensor and stands for each of its elements.
std::optional<RuleExpr> readGuardCondition(const YamlNode &Node,
                                           const Schema &Parameters,
                                           const std::string &File,
                                           ModelError &Error);

} // namespace tensortidy

#endif
