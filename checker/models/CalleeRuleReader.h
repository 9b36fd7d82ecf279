// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_CALLEERULEREADER_H
#define TENSORTIDY_MODELS_CALLEERULEREADER_H

#include "models/ModelSetImpl.h"
#include "models/RuleReader.h"

#include <string>

namespace tensortidy {

/// Does a rule start with guard, launch, copy, raw, same or tuple?
bool isCalleeRule(const YamlNode &Rule);

/// Adds the functions of such a rule to \p I. False and \p Error when it is
/// wrong.
bool readCalleeRule(const YamlNode &Rule, const RuleDefaults &Defaults,
                    const std::string &File, ModelSet::Impl &I,
                    ModelError &Error);

} // namespace tensortidy

#endif
