// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_ACCESSALIGNMENTS_H
#define TENSORTIDY_FRONTEND_ACCESSALIGNMENTS_H

#include "program/WideAccess.h"

#include <map>
#include <vector>

namespace clang {
class CallExpr;
class FunctionDecl;
} // namespace clang

namespace tensortidy {

/// What \p E calls: also through a variable that is made of one function's
/// address, `auto kernel = &f<T>;`. Null where that is not known.
const clang::FunctionDecl *calleeOf(const clang::CallExpr *E);

/// Which alignment functions and kernels need of the pointers that they get,
/// by themselves or in records: that of the widest type which they read or
/// write through them, as `float4` of a `float *`.
class AccessAlignments {
public:
  /// Of the parameter \p Index of \p F, in bytes; 0 where its body is not in
  /// sight, where it accesses nothing, and where it asks the address first.
  unsigned of(const clang::FunctionDecl *F, unsigned Index);

  /// Of all pointers that \p F gets, one for each. Empty where its body is not
  /// in sight.
  const std::vector<WideAccess> &accessesOf(const clang::FunctionDecl *F);

private:
  class BodyReader;
  std::map<const clang::FunctionDecl *, std::vector<WideAccess>> Known;
  const std::vector<WideAccess> None;
};

} // namespace tensortidy

#endif
