// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_WORKERS_H
#define TENSORTIDY_CLI_WORKERS_H

#include "cli/FileResult.h"

#include <functional>
#include <string>
#include <vector>

namespace tensortidy {

struct WorkerLimits {
  unsigned Jobs = 1;      ///< processes at once, at least 1
  unsigned Seconds = 600; ///< per file; 0 for no limit
};

/// Analyses each file in a process of its own, so that a crash or an endless
/// loop on one file costs that file only: it becomes an error of its result.
/// Call it while the process has one thread.
/// \returns the results in the order of \p Files.
std::vector<FileResult>
runInWorkers(const std::vector<std::string> &Files, WorkerLimits Limits,
             const std::function<FileResult(const std::string &)> &Analyse);

} // namespace tensortidy

#endif
