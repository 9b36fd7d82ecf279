// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_PYTHONGUARDS_H
#define TENSORTIDY_CLI_PYTHONGUARDS_H

#include "checks/PythonCalls.h"

#include <set>
#include <string>
#include <vector>

namespace tensortidy {

/// The calls of functions called \p Names in the Python files and folders
/// \p Paths, read by the parser of the python3 on PATH (python_calls.py). Files
/// that it cannot read are in \p Unread, a line each; \p Error is one line
/// where nothing could be read at all.
PythonCalls readPythonCalls(const std::set<std::string> &Names,
                            const std::vector<std::string> &Paths,
                            std::vector<std::string> &Unread,
                            std::string &Error);

} // namespace tensortidy

#endif
