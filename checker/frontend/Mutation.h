// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_MUTATION_H
#define TENSORTIDY_FRONTEND_MUTATION_H

#include "llvm/ADT/DenseSet.h"

namespace clang {
class FunctionDecl;
class Stmt;
class ValueDecl;
} // namespace clang

namespace tensortidy {

class ModelSet;

/// What a body does to variables. Lambdas are a part of the body.
struct Mutations {
  /// Given a new value after their declaration: assigned, incremented, passed
  /// or bound by mutable reference or pointer, or the object of a method that
  /// changes it.
  llvm::DenseSet<const clang::ValueDecl *> Changed;
  /// Changed by ways that cannot be followed, at any time: an address or a
  /// reference is kept, or a lambda that changes it is.
  llvm::DenseSet<const clang::ValueDecl *> Escaped;
  /// Containers whose elements iterators or pointers reach that may write them.
  llvm::DenseSet<const clang::ValueDecl *> Reached;
  /// Pointers to objects that are copied, returned or kept: what they point to
  /// has names that are not followed. The others are only dereferenced and
  /// handed to functions.
  llvm::DenseSet<const clang::ValueDecl *> Copied;
  /// \name Of the object that a method is called on
  /// @{
  bool ThisEscapes = false;
  bool ThisChanges = false; ///< a part of it, not what it points to
  /// @}
};
/// \p Models say which functions launch kernels.
Mutations mutationsOf(const clang::Stmt *Body, const ModelSet &Models);
/// Of a body, and of a constructor's initialisers.
Mutations mutationsOf(const clang::FunctionDecl *Definition,
                      const ModelSet &Models);

/// Of a system header or of the tensor library: changes no variable of the
/// user that it does not get, and keeps no reference to what it gets.
bool isLibraryFunction(const clang::FunctionDecl *F);

/// Is there a return statement, lambdas not counted?
bool containsReturn(const clang::Stmt *Body);

} // namespace tensortidy

#endif
