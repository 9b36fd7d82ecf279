// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_TYPERULEREADER_H
#define TENSORTIDY_MODELS_TYPERULEREADER_H

#include "models/ModelSetImpl.h"
#include "models/RuleReader.h"

#include <string>
#include <vector>

namespace tensortidy {

/// A list of names; one name alone if \p MayBeOne.
bool readNames(const YamlNode &Node, const std::string &File, bool MayBeOne,
               std::vector<std::string> &To, ModelError &Error);

/// A mapping from questions to names of members, added to \p To.
bool readQuestions(const YamlNode &Map, const std::string &File, Questions &To,
                   ModelError &Error);

/// The file's key `classes`: from kinds to names of classes.
bool readClasses(const YamlNode &Map, const std::string &File,
                 ModelSet::Impl &I, ModelError &Error);

/// A rule that starts with `type`.
bool readTypeRule(const YamlNode &Rule, const RuleDefaults &Defaults,
                  const std::string &File, ModelSet::Impl &I,
                  ModelError &Error);

/// The file's key `tensors`: classes that are like at::Tensor.
bool readTensors(const YamlNode &List, const std::string &File,
                 ModelSet::Impl &I, ModelError &Error);

} // namespace tensortidy

#endif
