// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace tensortidy {

/// What members and bases begin with.
void FunctionLowering::lowerInitializers(const CXXConstructorDecl *C) {
  const Value Object = This;
  for (const CXXCtorInitializer *I : C->inits()) {
    const Expr *Init = I->getInit();
    if (!Init)
      continue;
    if (I->isAnyMemberInitializer()) {
      assign(field(Object, I->getAnyMember()), lower(Init), Init);
      continue;
    }
    // A base, or another constructor of this class.
    const auto *E =
        dyn_cast<CXXConstructExpr>(Init->IgnoreUnlessSpelledInSource());
    if (!E) {
      lower(Init);
      continue;
    }
    std::vector<Value> Arguments;
    for (const Expr *A : E->arguments())
      Arguments.push_back(lowerArgument(A, E->getConstructor()));
    if (!expandConstructor(E, Arguments, Object))
      forget(Object, "changed by a constructor", Init);
  }
}

std::optional<Value> FunctionLowering::expandConstructor(
    const CXXConstructExpr *E, ArrayRef<Value> Arguments, const Value &Object) {
  const FunctionDecl *Body = nullptr;
  if (!E->getConstructor()->hasBody(Body) ||
      !isExpandableBody(Body, Arguments.size()) ||
      Unit.mutations(Body).ThisEscapes ||
      !(Unit.touchesTensors(Body) || storesPointers(Body, Arguments)) ||
      !followsParameters(Body, Arguments))
    return std::nullopt;
  CallSite S;
  S.Whole = E;
  S.Callee = E->getConstructor();
  S.Object = E;
  S.ObjectValue = Object;
  S.Arguments.assign(E->arg_begin(), E->arg_end());
  S.Values = Arguments.vec();
  S.Name = E->getLocation();
  Call C;
  C.Callee = plainQualifiedName(Body);
  C.IsExpanded = true;
  C.Arguments = tensorArguments(S);
  C.Key = Unit.linkKey(S.Callee);
  Builder.emit(std::move(C), E, S.Name);
  expandCall(S, Body);
  return Object;
}

} // namespace tensortidy
