// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_COMMANDS_H
#define TENSORTIDY_CLI_COMMANDS_H

#include "cli/CheckOptions.h"

#include "clang/Tooling/CompilationDatabase.h"

#include <memory>
#include <string>
#include <vector>

namespace tensortidy {

/// `tensor-tidy check`. \p Fixed is the database made of the flags after --,
/// or null. \returns an ExitStatus.
int runCheck(const CheckOptions &Options,
             std::unique_ptr<clang::tooling::CompilationDatabase> Fixed);

/// `tensor-tidy explain CHECK`, with or without "tensor-".
int runExplain(const std::string &Check);

/// `tensor-tidy rules validate FILE...`, `rules list`.
int runRules(const std::vector<std::string> &Arguments);

} // namespace tensortidy

#endif
