// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_RESULTKEY_H
#define TENSORTIDY_CLI_RESULTKEY_H

#include "cli/CheckOptions.h"

#include "clang-tidy/ClangTidyOptions.h"
#include "clang/Tooling/CompilationDatabase.h"

#include <string>
#include <vector>

namespace tensortidy {

/// All that the result of \p File depends on besides what is read while it is
/// parsed: this program, the compile commands, the options, and the files that
/// the checks read themselves (rules, contracts).
std::vector<std::string>
resultKey(const std::string &File,
          const std::vector<clang::tooling::CompileCommand> &Commands,
          const clang::tidy::ClangTidyOptions &Tidy,
          const CheckOptions &Options);

} // namespace tensortidy

#endif
