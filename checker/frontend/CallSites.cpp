// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace tensortidy {

namespace {

const FunctionDecl *functionOf(const NamedDecl *D) {
  D = D->getUnderlyingDecl();
  if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
    return T->getTemplatedDecl();
  return dyn_cast<FunctionDecl>(D);
}

/// The first overload that takes that many arguments.
template <typename Range>
const FunctionDecl *overloadFor(const Range &Candidates, unsigned Arguments) {
  for (const NamedDecl *D : Candidates) {
    const FunctionDecl *F = functionOf(D);
    if (F && F->getMinRequiredArguments() <= Arguments &&
        Arguments <= F->getNumParams() && !F->isDeleted())
      return F;
  }
  return nullptr;
}

bool isInstanceMethod(const FunctionDecl *F) {
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
  return M && !M->isStatic();
}

} // namespace

const FunctionDecl *FunctionLowering::methodOf(const CXXRecordDecl *Class,
                                               const DeclarationName &Name,
                                               unsigned Arguments) {
  if (!Class || !(Class = Class->getDefinition()))
    return nullptr;
  if (const FunctionDecl *F = overloadFor(Class->lookup(Name), Arguments))
    return F;
  for (const CXXBaseSpecifier &B : Class->bases())
    if (const FunctionDecl *F =
            methodOf(B.getType()->getAsCXXRecordDecl(), Name, Arguments))
      return F;
  return nullptr;
}

CallSite FunctionLowering::siteOf(const CallExpr *E) const {
  CallSite S;
  S.Whole = E;
  S.Callee = E->getDirectCallee();
  S.ResultType = E->getType();
  S.Arguments.assign(E->arg_begin(), E->arg_end());
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E)) {
    S.Name = O->getOperatorLoc();
    if (isInstanceMethod(S.Callee) && !S.Arguments.empty()) {
      S.Object = S.Arguments.front();
      S.Arguments.erase(S.Arguments.begin());
    }
    return S;
  }
  unsigned Count = E->getNumArgs();
  const Expr *Callee = E->getCallee()->IgnoreParenImpCasts();
  S.Name = Callee->getExprLoc();
  if (const auto *M = dyn_cast<MemberExpr>(Callee)) {
    S.Name = M->getMemberLoc();
    S.Object = isInstanceMethod(S.Callee) ? M->getBase() : nullptr;
  } else if (const auto *M = dyn_cast<UnresolvedMemberExpr>(Callee)) {
    S.Name = M->getMemberLoc();
    S.Object = M->isImplicitAccess() ? nullptr : M->getBase();
    S.Callee = overloadFor(M->decls(), Count);
  } else if (const auto *M = dyn_cast<CXXDependentScopeMemberExpr>(Callee)) {
    S.Name = M->getMemberLoc();
    S.Object = M->isImplicitAccess() ? nullptr : M->getBase();
    S.Callee = methodOf(Unit.TensorClass, M->getMember(), Count);
  } else if (const auto *L = dyn_cast<UnresolvedLookupExpr>(Callee)) {
    S.Name = L->getNameLoc();
    S.Callee = overloadFor(L->decls(), Count);
  }
  if (S.ResultType->isDependentType() && S.Callee)
    S.ResultType = S.Callee->getReturnType();
  return S;
}

} // namespace tensortidy
