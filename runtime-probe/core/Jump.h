// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For functions that stand in front of others: a return that has to be a jump,
// so that the other one sees the caller's stack and return address. GCC before
// 15 has no attribute that demands one; there it follows from the options that
// CMakeLists.txt gives the files that use it.

#ifndef TENSOR_PROBE_CORE_JUMP_H
#define TENSOR_PROBE_CORE_JUMP_H

#if defined(__clang__)
#define TENSOR_PROBE_JUMP [[clang::musttail]]
#elif __has_cpp_attribute(gnu::musttail)
#define TENSOR_PROBE_JUMP [[gnu::musttail]]
#else
#define TENSOR_PROBE_JUMP
#endif

#endif // TENSOR_PROBE_CORE_JUMP_H
