// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_INCLUDEFOLDERS_H
#define TENSORTIDY_CLI_INCLUDEFOLDERS_H

#include <string>
#include <vector>

namespace tensortidy {

/// Which folders to search, so that what \p Files include is found among
/// \p Headers, sorted.
std::vector<std::string>
includeFolders(const std::vector<std::string> &Files,
               const std::vector<std::string> &Headers);

} // namespace tensortidy

#endif
