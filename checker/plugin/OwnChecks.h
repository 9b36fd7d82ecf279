// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PLUGIN_OWNCHECKS_H
#define TENSORTIDY_PLUGIN_OWNCHECKS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace tensortidy {

/// True for the names and globs of our own checks.
bool isOwnCheck(llvm::StringRef Glob);

/// \p Checks, a list of globs as .clang-tidy has it, with our checks switched
/// on where it does not speak of them:
/// - a list that switches one of ours on is left as it is;
/// - a list that ends with "-*" runs nothing, and that stays so;
/// - otherwise "tensor-*" is added before what is said after the last "-*", so
///   that "-tensor-hidden-copy" still takes that one away.
std::string withOwnChecks(llvm::StringRef Checks);

} // namespace tensortidy

#endif
