// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLANGD_INSTALLEDFILES_H
#define TENSORTIDY_CLANGD_INSTALLEDFILES_H

#include <string>

namespace tensortidy {

/// The folder with the checks' documentation that belongs to this executable,
/// in an installed tree and in a build tree alike. It need not exist.
std::string checkPagesFolder();

/// Clang's own headers (stddef.h, CUDA's wrappers): \p BesideExecutable, which
/// is where clang itself has them, or else the folder beside the libclang-cpp
/// that \p FunctionOfClang is in. \p BesideExecutable when neither is there.
std::string resourceFolder(std::string BesideExecutable, void *FunctionOfClang);

} // namespace tensortidy

#endif
