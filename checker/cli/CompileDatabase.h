// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_COMPILEDATABASE_H
#define TENSORTIDY_CLI_COMPILEDATABASE_H

#include "clang/Tooling/CompilationDatabase.h"

#include <memory>
#include <string>
#include <vector>

namespace tensortidy {

struct CompileDatabase {
  std::unique_ptr<clang::tooling::CompilationDatabase> Commands;
  std::string Path; ///< the JSON file; empty for flags of the command line
  /// What Commands reads from: on the heap, where moves leave it.
  std::unique_ptr<std::string> Text = nullptr;
};

/// The compile database at \p Path (a build directory or the JSON file
/// itself), or the nearest one above the first of \p Files when \p Path is
/// empty; commands as they stand there. No commands on failure, with one line
/// in \p Error that says where and what to do.
CompileDatabase loadCompileDatabase(const std::string &Path,
                                    const std::vector<std::string> &Files,
                                    std::string &Error);

} // namespace tensortidy

#endif
