// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_ACCESSALIGNMENTS_H
#define TENSORTIDY_FRONTEND_ACCESSALIGNMENTS_H

#include "program/WideAccess.h"

#include <map>
#include <set>
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace tensortidy {

/// Which alignment functions and kernels need of the pointers that they get,
/// by themselves or in records: that of the widest type which they read or
/// write through them, as `float4` of a `float *`.
class AccessAlignments {
public:
  /// Of the parameter \p Index of \p F, in bytes; 0 where its body is not in
  /// sight, where it accesses nothing, and where it asks the address first.
  unsigned of(const clang::FunctionDecl *F, unsigned Index);

  /// Of all pointers that \p F gets, and asks nothing of. Empty where its body
  /// is not in sight.
  const std::vector<WideAccess> &accessesOf(const clang::FunctionDecl *F) {
    return bodyOf(F).Accesses;
  }

private:
  class BodyReader;
  struct Body {
    std::vector<WideAccess> Accesses;
    /// Pointers of which it looks at the address, and numbers of which it looks
    /// at the remainder.
    std::set<ArgumentPath> Asked;
  };

  const Body &bodyOf(const clang::FunctionDecl *F);

  std::map<const clang::FunctionDecl *, Body> Known;
  const Body None;
};

} // namespace tensortidy

#endif
