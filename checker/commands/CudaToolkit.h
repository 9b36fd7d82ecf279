// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_COMMANDS_CUDATOOLKIT_H
#define TENSORTIDY_COMMANDS_CUDATOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>

namespace tensortidy {

/// The path of \p Name, which may have several parts, in \p Directory.
std::string inside(llvm::StringRef Directory, llvm::StringRef Name);

/// The directory of the CUDA toolkit: the one that \p Nvcc (a path, a name to
/// be looked up in PATH, or empty) belongs to, else CUDA_HOME, CUDA_PATH, that
/// of an nvcc in PATH, else where packages install it. Empty when there is none
/// with bin/ and include/cuda_runtime.h, which is what Clang asks for.
std::string findCudaToolkit(llvm::StringRef Nvcc, llvm::StringRef Directory,
                            llvm::vfs::FileSystem &FS);

} // namespace tensortidy

#endif
