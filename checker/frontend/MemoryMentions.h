// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_MEMORYMENTIONS_H
#define TENSORTIDY_FRONTEND_MEMORYMENTIONS_H

#include "clang/AST/Type.h"

#include <optional>
#include <string>

namespace clang {
class CallExpr;
class Expr;
class ValueDecl;
} // namespace clang

namespace tensortidy {

/// The mention of a variable, or of a member of this object, that \p E is an
/// element of, or points into; null where it is none. `v` of `v[i]`, `*p`,
/// `v.data() + 1`, `&v[0]`.
const clang::Expr *mentionIn(const clang::Expr *E);

/// What that mentions; null of none.
const clang::ValueDecl *declarationOf(const clang::Expr *Mention);

/// The name of \p T, if it is a class of the standard library that owns memory
/// of std::allocator's or of new.
std::optional<std::string> ownerClass(clang::QualType T);

/// The argument of the call \p E that a rule's parameter \p Index is.
const clang::Expr *argumentAt(const clang::CallExpr *E,
                              std::optional<unsigned> Index);

} // namespace tensortidy

#endif
