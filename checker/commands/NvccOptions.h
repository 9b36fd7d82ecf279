// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_COMMANDS_NVCCOPTIONS_H
#define TENSORTIDY_COMMANDS_NVCCOPTIONS_H

#include "commands/ClangCommand.h"

namespace tensortidy {

/// Translates the options of nvcc in \p Command, whose first argument is the
/// compiler, and names clang++ instead of it. The others stay as they are.
llvm::Error translateNvccOptions(ClangCommand &Command);

} // namespace tensortidy

#endif
