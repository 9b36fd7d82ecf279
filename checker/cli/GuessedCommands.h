// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_GUESSEDCOMMANDS_H
#define TENSORTIDY_CLI_GUESSEDCOMMANDS_H

#include "clang/Tooling/CompilationDatabase.h"

#include <memory>
#include <string>
#include <vector>

namespace tensortidy {

/// How the sources of a folder might be compiled, without anybody having said.
struct GuessedCommands {
  std::vector<std::string> Files; ///< sources, by absolute path, sorted
  std::unique_ptr<clang::tooling::CompilationDatabase> Commands;
  std::vector<std::string> Assumed; ///< what was assumed, a line each
  /// One sentence on what is wrong with the folders; nothing else is set.
  std::string Error;
};

/// Looks for C++ and CUDA sources below \p Folders, for the include folders
/// that their #include lines ask for in the project around them, and for the
/// headers of torch, Python, pybind11 and CUDA by the Python on PATH.
GuessedCommands guessCommands(const std::vector<std::string> &Folders);

} // namespace tensortidy

#endif
