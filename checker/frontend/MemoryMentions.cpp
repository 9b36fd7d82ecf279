// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/MemoryMentions.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tensortidy {

const Expr *mentionIn(const Expr *E) {
  while (E) {
    E = E->IgnoreParenCasts();
    if (const auto *R = dyn_cast<DeclRefExpr>(E))
      return isa<VarDecl>(R->getDecl()) ? R : nullptr;
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return isa<FieldDecl>(M->getMemberDecl()) &&
                     isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())
                 ? M
                 : nullptr;
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (!B->isAdditiveOp() || !B->getType()->isPointerType())
        return nullptr;
      E = B->getLHS()->getType()->isIntegerType() ? B->getRHS() : B->getLHS();
    } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (U->getOpcode() != UO_AddrOf && U->getOpcode() != UO_Deref)
        return nullptr;
      E = U->getSubExpr();
    } else if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
      E = S->getBase();
    } else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E)) {
      if (O->getOperator() != OO_Subscript && O->getOperator() != OO_Star)
        return nullptr;
      E = O->getArg(0);
    } else if (const auto *C = dyn_cast<CXXMemberCallExpr>(E)) {
      const CXXMethodDecl *M = C->getMethodDecl();
      static constexpr StringRef Inner[] = {"at",    "back", "begin",
                                            "c_str", "data", "end",
                                            "front", "get",  "cbegin"};
      if (!M || !M->getIdentifier() || !M->getParent()->isInStdNamespace() ||
          !llvm::is_contained(Inner, M->getName()))
        return nullptr;
      E = C->getImplicitObjectArgument();
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

const ValueDecl *declarationOf(const Expr *Mention) {
  if (const auto *R = dyn_cast_or_null<DeclRefExpr>(Mention))
    return R->getDecl();
  return Mention ? cast<MemberExpr>(Mention)->getMemberDecl() : nullptr;
}

std::optional<std::string> ownerClass(QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Class || !Class->isInStdNamespace() || !Class->getIdentifier())
    return std::nullopt;
  const StringRef Name = Class->getName();
  static constexpr StringRef Owners[] = {"array", "basic_string", "unique_ptr",
                                         "vector"};
  if (!llvm::is_contained(Owners, Name))
    return std::nullopt;
  const TemplateArgumentList &Arguments = Class->getTemplateArgs();
  const TemplateArgument &By = Arguments[Arguments.size() - 1];
  const auto *Allocator = By.getKind() == TemplateArgument::Type
                              ? By.getAsType()->getAsCXXRecordDecl()
                              : nullptr;
  if (Name != "array" && (!Allocator || !Allocator->isInStdNamespace()))
    return std::nullopt;
  return Name == "basic_string" ? "std::string" : "std::" + Name.str();
}

const Expr *argumentAt(const CallExpr *E, std::optional<unsigned> Index) {
  if (!Index)
    return nullptr;
  const auto *Method = dyn_cast<CXXMemberCallExpr>(E);
  const unsigned Object = Method ? 1 : 0;
  if (*Index < Object)
    return Method->getImplicitObjectArgument();
  return *Index - Object < E->getNumArgs() ? E->getArg(*Index - Object)
                                           : nullptr;
}

} // namespace tensortidy
