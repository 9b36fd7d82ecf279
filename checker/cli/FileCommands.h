// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_FILECOMMANDS_H
#define TENSORTIDY_CLI_FILECOMMANDS_H

#include "clang/Tooling/CompilationDatabase.h"

#include <memory>
#include <string>
#include <vector>

namespace tensortidy {

/// The compile commands of one file as Clang takes them.
struct FileCommands {
  /// Null when there is an error or nothing to analyse.
  std::unique_ptr<clang::tooling::CompilationDatabase> Database;
  /// What was dropped from each command and added to it, a line each.
  std::vector<std::string> Changes;
  /// One sentence on why there are no commands, or why one cannot be used.
  std::string Error;
  /// One sentence on why there is nothing to analyse, which is no error.
  std::string NotAnalysed;
};

/// \p WithDevice: CUDA is parsed a second time, for the device, with the first
/// architecture that its command names.
FileCommands commandsFor(const std::string &File,
                         const clang::tooling::CompilationDatabase &Commands,
                         bool WithDevice = false);

} // namespace tensortidy

#endif
