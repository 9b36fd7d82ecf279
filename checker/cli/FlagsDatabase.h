// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_FLAGSDATABASE_H
#define TENSORTIDY_CLI_FLAGSDATABASE_H

#include "clang/Tooling/CompilationDatabase.h"

#include <memory>

namespace tensortidy {

/// The commands of \p Flags, the flags after "--", with a language for files
/// whose names leave it open: .h is C++ here and not C, .cuh is CUDA, and
/// what Clang does not know, such as .inc, is C++. A -x of the flags decides.
/// Null for null.
std::unique_ptr<clang::tooling::CompilationDatabase>
withLanguages(std::unique_ptr<clang::tooling::CompilationDatabase> Flags);

} // namespace tensortidy

#endif
