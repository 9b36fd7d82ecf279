// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_REPORTCOMMAND_H
#define TENSORTIDY_CLI_REPORTCOMMAND_H

#include "report/Report.h"

#include <string>

namespace tensortidy {

/// What `tensor-tidy report` was asked to do besides reporting.
struct BudgetOptions {
  std::string Config;          ///< --config; empty: the nearest one
  std::string MaxCopiedBytes;  ///< --max-copied-bytes; empty: not given
  std::string MaxHiddenCopies; ///< --max-hidden-copies; empty: not given
};

/// `tensor-tidy report`: the limits of the project, those of the command line
/// in front of them. \returns the exit status.
int runReportCommand(tensor_probe::ReportOptions Options,
                     const BudgetOptions &Limits);

} // namespace tensortidy

#endif
