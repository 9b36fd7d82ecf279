// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/Registries.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tensortidy {

namespace {

bool holdsFunction(const TemplateArgument &A) {
  switch (A.getKind()) {
  case TemplateArgument::Declaration:
    return isa<FunctionDecl>(A.getAsDecl());
  case TemplateArgument::Type: {
    QualType To = A.getAsType()->getPointeeType();
    return !To.isNull() && To->isFunctionType();
  }
  default:
    return false;
  }
}

std::string registryOf(const CXXRecordDecl *D) {
  D = D ? D->getDefinition() : nullptr;
  if (!D || D->isInStdNamespace() || D->isDependentContext())
    return "";
  if (const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D);
      S && llvm::any_of(S->getTemplateArgs().asArray(), holdsFunction))
    return QualType(D->getASTContext().getCanonicalTagType(D)).getAsString();
  for (const CXXBaseSpecifier &B : D->bases())
    if (std::string Found = registryOf(B.getType()->getAsCXXRecordDecl());
        !Found.empty())
      return Found;
  return "";
}

} // namespace

std::string registryOf(QualType T) {
  return T.isNull() ? ""
                    : registryOf(T.getNonReferenceType()->getAsCXXRecordDecl());
}

const FunctionDecl *addressOfFunction(const Expr *E) {
  E = E->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_AddrOf)
    E = U->getSubExpr()->IgnoreParenCasts();
  const auto *R = dyn_cast<DeclRefExpr>(E);
  return R ? dyn_cast<FunctionDecl>(R->getDecl()) : nullptr;
}

const VarDecl *variableCalled(const CallExpr *E) {
  const auto *To = dyn_cast<DeclRefExpr>(E->getCallee()->IgnoreParenImpCasts());
  return To ? dyn_cast<VarDecl>(To->getDecl()) : nullptr;
}

Registration registrationBy(const Expr *Object,
                            ArrayRef<const Expr *> Arguments) {
  Registration Found;
  const Expr *Given = nullptr;
  for (const Expr *A : Arguments)
    if (const FunctionDecl *F = addressOfFunction(A)) {
      if (Found.Function)
        return {}; // one of several
      Found.Function = F;
      Given = A;
    }
  if (!Found.Function) // most calls: no type is looked at
    return {};
  if (Object)
    Found.Registry = registryOf(Object->getType());
  for (const Expr *A : Arguments)
    if (A != Given && Found.Registry.empty())
      Found.Registry = registryOf(A->getType());
  return Found.Registry.empty() ? Registration() : Found;
}

} // namespace tensortidy
