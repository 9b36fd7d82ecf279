// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_PROJECTCONFIG_H
#define TENSORTIDY_CLI_PROJECTCONFIG_H

#include "report/Budget.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tensortidy {

/// What a project says once for all runs: `.tensor-tidy.yaml`.
struct ProjectConfig {
  tensor_probe::Budget Budget; ///< budgets: for `report`
};

/// The nearest `.tensor-tidy.yaml` in \p Folder or above; empty when there is
/// none.
std::string findProjectConfig(llvm::StringRef Folder);

/// None, and \p Error says why with file, line and column, when a key or value
/// is not what docs/report.md describes.
std::optional<ProjectConfig> parseProjectConfig(const std::string &Text,
                                                const std::string &File,
                                                std::string &Error);

std::optional<ProjectConfig> readProjectConfig(const std::string &File,
                                               std::string &Error);

/// "100MB" as a limit on bytes, "3" as one on copies; none when it is not.
std::optional<tensor_probe::Limit> limitOnBytes(const std::string &Value,
                                                const std::string &Stated);
std::optional<tensor_probe::Limit> limitOnCopies(const std::string &Value,
                                                 const std::string &Stated);

} // namespace tensortidy

#endif
