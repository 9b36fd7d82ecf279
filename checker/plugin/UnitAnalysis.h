// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PLUGIN_UNITANALYSIS_H
#define TENSORTIDY_PLUGIN_UNITANALYSIS_H

#include "checks/Checks.h"
#include "models/ModelSet.h"
#include "program/Function.h"

#include <memory>
#include <set>
#include <string>

namespace clang {
class ASTContext;
} // namespace clang

namespace tensortidy {

/// What one analysis of a translation unit gave: for all checks.
struct UnitAnalysis {
  std::shared_ptr<const ModelSet> Models; ///< outlives TheProgram
  std::shared_ptr<const Program> TheProgram;
  CheckResults Results;
  /// What is wrong with the contracts of the project, if anything is.
  std::string ContractsError;

  /// True the first time that it is asked of \p Message: what all checks
  /// would complain of is said by one.
  bool isNews(const std::string &Message) const {
    return Said.insert(Message).second;
  }

private:
  mutable std::set<std::string> Said;
};

/// The rules: the built-in ones and those of \p RulesFiles, a list of paths
/// separated by ';'. Loaded once per list. Null, and \p Error says why, when
/// a file is missing or wrong.
std::shared_ptr<const ModelSet> modelsFor(const std::string &RulesFiles,
                                          std::string &Error);

/// Analyses \p Context's translation unit, or gives the analysis that another
/// check has asked for and still holds. Thread-safe.
std::shared_ptr<const UnitAnalysis>
analysisOf(clang::ASTContext &Context, std::shared_ptr<const ModelSet> Models);

} // namespace tensortidy

#endif
