// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_HEADERCALLERS_H
#define TENSORTIDY_CLI_HEADERCALLERS_H

#include "cli/CompileDatabase.h"
#include "cli/FileResult.h"

#include <string>
#include <vector>

namespace tensortidy {

/// Headers of the project that call what no analysed file calls: none of the
/// files includes them, but somebody does, and a check in there is one.
struct HeaderCallers {
  std::vector<std::string> Headers; ///< by absolute path, sorted
  /// Each with the command of a source whose function it calls.
  CompileDatabase Commands;
};

/// Looks in the folder that \p Results' files have in common, or in the project
/// around it, for calls of the functions whose findings callers decide.
HeaderCallers findHeaderCallers(const std::vector<FileResult> &Results,
                                const CompileDatabase &Database);

} // namespace tensortidy

#endif
