// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_MUTATION_H
#define TENSORTIDY_FRONTEND_MUTATION_H

#include "llvm/ADT/DenseSet.h"

namespace clang {
class Stmt;
class ValueDecl;
} // namespace clang

namespace tensortidy {

/// Variables that \p Body gives a new value after their declaration:
/// assigned, incremented, passed by mutable reference or pointer, or the
/// object of a method that changes it. Lambdas are a part of the body.
llvm::DenseSet<const clang::ValueDecl *>
modifiedVariables(const clang::Stmt *Body);

/// Is there a return statement, lambdas not counted?
bool containsReturn(const clang::Stmt *Body);

} // namespace tensortidy

#endif
