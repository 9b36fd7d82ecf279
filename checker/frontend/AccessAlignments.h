// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_ACCESSALIGNMENTS_H
#define TENSORTIDY_FRONTEND_ACCESSALIGNMENTS_H

#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace tensortidy {

/// Which alignment functions and kernels need of the pointers that they get,
/// in bytes: that of the widest type which they read or write through them, as
/// `float4` of a `float *`.
class AccessAlignments {
public:
  /// Of the parameter \p Index of \p F; 0 where its body is not in sight, where
  /// it accesses nothing, and where it asks the address first.
  unsigned of(const clang::FunctionDecl *F, unsigned Index);

private:
  class BodyReader;
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<unsigned>> Known;
};

} // namespace tensortidy

#endif
