// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_ANALYZEFILE_H
#define TENSORTIDY_CLI_ANALYZEFILE_H

#include "cli/CheckOptions.h"
#include "cli/CompileDatabase.h"
#include "cli/FileResult.h"
#include "cli/ResultCache.h"

namespace tensortidy {

/// Runs the checks over \p File through clang-tidy's own library, so that
/// NOLINT comments, --checks globs and header filters mean what they mean
/// there. Findings that clang-tidy suppresses are left out. What \p Cache holds
/// is not analysed again; what was analysed without an error is kept there.
FileResult analyzeFile(const std::string &File, const CompileDatabase &Database,
                       const CheckOptions &Options, const ResultCache &Cache);

/// Names of the checks that \p Globs enable.
std::vector<std::string> enabledChecks(const std::string &Globs);

} // namespace tensortidy

#endif
