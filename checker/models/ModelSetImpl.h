// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_MODELSETIMPL_H
#define TENSORTIDY_MODELS_MODELSETIMPL_H

#include "models/CalleeRule.h"
#include "models/ModelSet.h"
#include "models/Rule.h"
#include "models/TypeRule.h"
#include "models/YamlNode.h"

#include <deque>
#include <set>
#include <unordered_map>

namespace tensortidy {

struct ModelSet::Impl {
  std::deque<Operator>
      Operators; ///< never moved: pointers to them are given out
  std::deque<Rule> Rules;
  /// Operators of one name with different schemas, oldest first.
  std::unordered_map<std::string, std::vector<Operator *>> ByFullName;
  /// "aten::max": all overloads.
  std::unordered_map<std::string, std::vector<Operator *>> ByName;
  /// "at::Tensor::operator[]": functions that only C++ has.
  std::unordered_map<std::string, std::vector<Operator *>> CppFunctions;
  std::deque<TypeRule> Types; ///< never moved
  std::unordered_map<std::string, const TypeRule *> TypesByName;
  std::unordered_map<std::string, ClassKind> Classes;
  std::deque<CalleeRule> Callees; ///< never moved
  std::unordered_map<std::string, std::vector<const CalleeRule *>>
      CalleesByName;
  /// Those whose name has a '*'.
  std::vector<const CalleeRule *> CalleePatterns;
  /// Where the dispatcher's operators are functions: "at", "torch".
  std::set<std::string> Namespaces;
  Questions Queries; ///< of members of at::Tensor

  Operator *add(Schema S, bool FromDispatcher);
  /// The oldest of this full name; null when there is none.
  Operator *find(const std::string &FullName) const;
};

/// A rules file to be loaded.
struct RulesFile {
  std::string Name;
  std::string Text;
};

/// Fills \p I from the dispatcher's schemas and then the files, in order.
bool loadModels(ModelSet::Impl &I, const std::vector<RulesFile> &Files,
                ModelError &Error);

/// The operator, among the overloads of one C++ name, that a callee means.
struct OverloadChoice {
  const Operator *Op = nullptr;
  std::vector<int> ArgumentOf;
  int ObjectArgument = -1;
};
/// \p IsOut: the name ended in _out or _outf, so written arguments are
/// parameters.
std::optional<OverloadChoice>
chooseOverload(const std::vector<Operator *> &Overloads,
               const CppCallee &Callee, bool IsOut);

} // namespace tensortidy

#endif
