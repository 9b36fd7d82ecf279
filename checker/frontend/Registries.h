// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_REGISTRIES_H
#define TENSORTIDY_FRONTEND_REGISTRIES_H

#include "clang/AST/Type.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace clang {
class Expr;
class FunctionDecl;
} // namespace clang

namespace tensortidy {

/// The name of the table of functions, one for each device, that \p T is or is
/// derived from: a class template of the project or the tensor library with a
/// function, or the type of one, among its arguments, as ATen's DispatchStub;
/// empty when it is none.
std::string registryOf(clang::QualType T);

/// A function that is put into a registry.
struct Registration {
  const clang::FunctionDecl *Function = nullptr;
  std::string Registry;
};

/// What a call or construction with \p Arguments, of the object \p Object if
/// there is one, registers; without Function: nothing.
Registration registrationBy(const clang::Expr *Object,
                            llvm::ArrayRef<const clang::Expr *> Arguments);
/// The function whose address \p E is; null when it is none.
const clang::FunctionDecl *addressOfFunction(const clang::Expr *E);

/// The variable that holds what \p E calls; null where it is none.
const clang::VarDecl *variableCalled(const clang::CallExpr *E);

} // namespace tensortidy

#endif
