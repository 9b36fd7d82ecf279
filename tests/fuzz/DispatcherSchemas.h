// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_FUZZ_DISPATCHERSCHEMAS_H
#define TENSORTIDY_TESTS_FUZZ_DISPATCHERSCHEMAS_H

#include <string>

namespace tensortidy {

/// From now on builtInSchemas(), which stands here instead of the one with all
/// 3,000, gives the operators that \p Rules names, and those of the same base
/// name: reading all of them again for each input is what would take the time.
void useSchemasFor(const std::string &Rules);

} // namespace tensortidy

#endif
