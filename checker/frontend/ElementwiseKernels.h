// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_ELEMENTWISEKERNELS_H
#define TENSORTIDY_FRONTEND_ELEMENTWISEKERNELS_H

#include <optional>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace tensortidy {

/// Of a function or kernel that does the same with the i-th element in memory
/// of each of its pointers, for all i below a parameter, and in which i has no
/// other meaning: which parameter that is. In what order the elements lie is
/// all the same to it, as long as it is one order for all pointers.
///
///     __global__ void twice(const float *p, float *q, int n) {  // n
///       int i = blockIdx.x * blockDim.x + threadIdx.x;
///       if (i < n)
///         q[i] = 2 * p[i];
///     }
///
/// None where anything in \p Definition is not understood.
std::optional<unsigned>
countOfElementwise(const clang::FunctionDecl *Definition);

} // namespace tensortidy

#endif
