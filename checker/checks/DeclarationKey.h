// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_DECLARATIONKEY_H
#define TENSORTIDY_CHECKS_DECLARATIONKEY_H

#include "program/Function.h"

#include <cstdint>
#include <utility>

namespace tensortidy {

/// A declaration, by its file and offset: members of one object meet by it in
/// all functions of a file.
using DeclarationKey = std::pair<uint32_t, uint32_t>;

inline DeclarationKey keyOf(const Place &P) {
  return {P.Declaration.File, P.Declaration.Begin};
}

} // namespace tensortidy

#endif
