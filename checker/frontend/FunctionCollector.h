// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_FUNCTIONCOLLECTOR_H
#define TENSORTIDY_FRONTEND_FUNCTIONCOLLECTOR_H

#include "frontend/UnitContext.h"

#include <vector>

namespace tensortidy {

/// What is evaluated outside of a function's body: the initialiser of a
/// variable of a namespace or class, of a member, or a default argument.
struct Initializer {
  const clang::ValueDecl *Of = nullptr;
  const clang::Expr *Init = nullptr;
};

struct CollectedFunctions {
  /// Definitions in user files, in the order of the source; lambdas are not
  /// among them.
  std::vector<const clang::FunctionDecl *> Definitions;
  /// Those that mention a tensor.
  std::vector<Initializer> Initializers;
};

/// Walks the user's part of the traversal scope once: finds the definitions
/// and fills Unit.Registered. Never goes through a system header.
CollectedFunctions collectFunctions(UnitContext &Unit);

/// The base of what autograd runs: apply() calls forward() of its template
/// argument, and the engine backward().
inline constexpr const char *AutogradFunction = "torch::autograd::Function";
bool isAutogradFunction(const clang::CXXRecordDecl *D);
bool isAutogradBackward(const clang::CXXMethodDecl *M);

/// Does the function, or a lambda in it, mention a tensor in a type?
bool touchesTensor(UnitContext &Unit, const clang::FunctionDecl *F);

} // namespace tensortidy

#endif
