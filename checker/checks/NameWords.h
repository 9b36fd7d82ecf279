// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_NAMEWORDS_H
#define TENSORTIDY_CHECKS_NAMEWORDS_H

#include <string>
#include <vector>

namespace tensortidy {

/// The words of an identifier, in lower case: "row" and "ptr" of "rowPtr" and
/// of "ROW_PTR".
std::vector<std::string> wordsOf(const std::string &Name);

} // namespace tensortidy

#endif
