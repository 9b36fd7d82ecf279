// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_GUARDPLACES_H
#define TENSORTIDY_CHECKS_GUARDPLACES_H

#include "program/Function.h"

#include <string>

namespace tensortidy {

/// \name May a check or a copy of a parameter stand where a function begins?
/// @{

/// Does \p F ask whether \p P is defined?
bool asksIfDefined(const Function &F, PlaceId P);

/// Is a pointer of \p P taken on each way through \p F that returns?
bool isAlwaysTaken(const Function &F, PlaceId P);

/// Does \p F give \p Name to anything that is followed?
bool isNameOfAny(const Function &F, const std::string &Name);
/// @}

} // namespace tensortidy

#endif
