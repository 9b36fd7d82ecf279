// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_PYTHONONPATH_H
#define TENSORTIDY_CLI_PYTHONONPATH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace tensortidy {

/// What a script printed.
struct PythonRun {
  std::string Program; ///< the python3 that ran; empty: there is none on PATH
  std::string Output;
  std::string Error; ///< one line; empty when the script ended well
};

/// Runs \p Script by the python3 on PATH, which gets \p Arguments.
PythonRun runPython(llvm::StringRef Script,
                    llvm::ArrayRef<std::string> Arguments);

} // namespace tensortidy

#endif
