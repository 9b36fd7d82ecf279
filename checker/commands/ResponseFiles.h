// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_COMMANDS_RESPONSEFILES_H
#define TENSORTIDY_COMMANDS_RESPONSEFILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <vector>

namespace tensortidy {

/// Puts the words of response files in place of "@file" and of nvcc's
/// "--options-file file" and "-optf file", also those that response files name.
/// Quotes in them mean what they mean to GNU tools.
llvm::Error expandResponseFiles(std::vector<std::string> &Arguments,
                                llvm::StringRef Directory,
                                llvm::vfs::FileSystem &FS);

} // namespace tensortidy

#endif
