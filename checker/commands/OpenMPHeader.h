// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_COMMANDS_OPENMPHEADER_H
#define TENSORTIDY_COMMANDS_OPENMPHEADER_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace tensortidy {

/// The directory of gcc's omp.h for a command that is compiled with OpenMP;
/// empty for others and when there is none. Clang does not search gcc's own
/// directory, and its own omp.h is a package that a project built with g++
/// does not need.
std::string openMPDirectory(const std::vector<std::string> &Arguments,
                            llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

} // namespace tensortidy

#endif
