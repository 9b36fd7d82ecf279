// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_LINKRESULTS_H
#define TENSORTIDY_CLI_LINKRESULTS_H

#include "checks/Links.h"
#include "cli/FileResult.h"

#include <vector>

namespace tensortidy {

/// Decides with the summaries of all \p Results what each file could not: who
/// calls its functions, and what functions of other files do with the pointers
/// it hands to them. Replaces the findings that this concerns, but of a part of
/// a program not those that were made with the contracts of the whole.
/// \p Python is what calls entries from Python.
/// \returns what was found out, for later runs over single files.
LinkedProgram linkResults(std::vector<FileResult> &Results, Scope Of,
                          const PythonCalls &Python);

} // namespace tensortidy

#endif
