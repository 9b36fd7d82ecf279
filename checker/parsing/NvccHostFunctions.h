// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PARSING_NVCCHOSTFUNCTIONS_H
#define TENSORTIDY_PARSING_NVCCHOSTFUNCTIONS_H

namespace tensortidy {

/// From now on every parse of CUDA for the host in this process knows the
/// functions that nvcc's headers declare for the host and Clang's wrapper of
/// them for the device only: `max(min(n, 1024), 1)` without `std::` compiles
/// with nvcc. Where the wrapper is left out (-nocudainc) nothing is declared.
/// Call it once, before the first parse and before threads are started.
void declareNvccHostFunctions();

} // namespace tensortidy

#endif
