// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_COMMANDS_RESPONSEFILES_H
#define TENSORTIDY_COMMANDS_RESPONSEFILES_H

#include "commands/ClangCommand.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace tensortidy {

/// In \p Command, puts the words of response files in place of "@file" and of
/// nvcc's
/// "--options-file file" and "-optf file", also those that response files name.
/// Quotes in them mean what they mean to GNU tools.
/// CMake's ".modmap" files, which a build writes for every source in C++20 that
/// might import a module, are dropped when they are not there: one that does
/// is an error in Clang's words.
llvm::Error expandResponseFiles(ClangCommand &Command,
                                llvm::StringRef Directory,
                                llvm::vfs::FileSystem &FS);

} // namespace tensortidy

#endif
