// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_TORCHHEADERS_H
#define TENSORTIDY_FRONTEND_TORCHHEADERS_H

#include "models/TorchVersion.h"

#include <string>

namespace clang {
class FileManager;
} // namespace clang

namespace tensortidy {

/// The version of the libtorch whose headers lie in the folder \p Root, which
/// ends in '/' and holds ATen/. It is read from the version header there and
/// not from the macros that it defines, since a file that includes no more
/// than ATen/ATen.h does not see them. Not known when there is no such header.
TorchVersion torchVersionIn(const std::string &Root, clang::FileManager &Files);

} // namespace tensortidy

#endif
