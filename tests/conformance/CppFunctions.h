// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CONFORMANCE_CPPFUNCTIONS_H
#define TENSORTIDY_CONFORMANCE_CPPFUNCTIONS_H

#include "Execute.h"

#include <map>
#include <string>

namespace conformance {

/// By signature.
using Table = std::map<std::string, CppFunction>;
void addModules(Table &All);

} // namespace conformance

#endif
