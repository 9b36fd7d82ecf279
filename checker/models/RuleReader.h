// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_RULEREADER_H
#define TENSORTIDY_MODELS_RULEREADER_H

#include "models/Rule.h"
#include "models/YamlNode.h"

#include <string>
#include <vector>

namespace tensortidy {

/// The keys that each kind of mapping in a rules file may have. The JSON
/// Schema in rules/rules.schema.json lists the same ones.
enum class RuleMapping {
  File,
  Rule,
  Result,
  Read,
  Require,
  Guard,
  Launch,
  Copy,
  Raw,
  Same,
  Tuple,
  Runtime,
  Type
};
const std::vector<std::string> &allowedKeys(RuleMapping M);

/// Checks that \p Node is a mapping with no key but the allowed ones.
bool checkKeys(const YamlNode &Node, RuleMapping M, const std::string &File,
               ModelError &Error);

/// "version: 1", and the rest of the file's own keys.
bool checkFileHeader(const YamlNode &Root, const std::string &File,
                     ModelError &Error);

/// What a rule inherits from its file.
struct RuleDefaults {
  std::string Torch, Source;
};

/// Compiles the YAML of one rule for the operator \p S. The names of operators
/// it calls are looked up with \p Find.
std::optional<Rule> readRule(const YamlNode &Node, const Schema &S,
                             const RuleDefaults &Defaults,
                             const OperatorFinder &Find,
                             const std::string &File, ModelError &Error);

/// Parses and checks the expression in \p Node against \p S. Errors are placed
/// within its text.
std::optional<RuleExpr> readExpression(const YamlNode &Node, ExprType Wanted,
                                       const Schema &S,
                                       const OperatorFinder &Find,
                                       const std::string &File,
                                       ModelError &Error);

/// An error at a node.
ModelError errorIn(const std::string &File, const YamlNode &Node,
                   const std::string &Message);

} // namespace tensortidy

#endif
