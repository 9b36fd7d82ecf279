// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/Mutation.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tensortidy {

namespace {

/// The variable that an lvalue is a part of: `v` of `v[i].first`.
const ValueDecl *baseVariable(const Expr *E) {
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *R = dyn_cast<DeclRefExpr>(E))
      return R->getDecl();
    if (const auto *M = dyn_cast<MemberExpr>(E))
      E = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E))
      E = O->getNumArgs() ? O->getArg(0) : nullptr;
    else if (const auto *C = dyn_cast<CXXMemberCallExpr>(E))
      E = C->getImplicitObjectArgument();
    else
      return nullptr;
  }
  return nullptr;
}

/// Of a smart or smaller kind of container, these only look.
bool onlyReads(const CXXMethodDecl *M) {
  if (M->isConst() || M->isStatic())
    return true;
  OverloadedOperatorKind K = M->getOverloadedOperator();
  if (K == OO_Subscript || K == OO_Star || K == OO_Arrow || K == OO_Call)
    return true;
  if (!M->getIdentifier())
    return false;
  StringRef Name = M->getName();
  return Name == "begin" || Name == "end" || Name == "at" || Name == "back" ||
         Name == "front" || Name == "data" || Name == "value";
}

class MutationFinder : public RecursiveASTVisitor<MutationFinder> {
public:
  bool shouldVisitImplicitCode() const { return false; }
  bool shouldVisitLambdaBody() const { return true; }

  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp())
      add(B->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    if (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf)
      add(U->getSubExpr());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *C) {
    if (C->isAssignmentOp() || C->getOperator() == OO_PlusPlus ||
        C->getOperator() == OO_MinusMinus)
      addAssigned(C->getArg(0));
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *C) {
    const CXXMethodDecl *M = C->getMethodDecl();
    if (M && (!onlyReads(M) || changesInPlace(M)))
      add(C->getImplicitObjectArgument());
    return true;
  }
  bool VisitCallExpr(CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    if (!F)
      return true;
    unsigned Skip = isa<CXXOperatorCallExpr>(C) && isa<CXXMethodDecl>(F);
    addArguments(F, llvm::drop_begin(C->arguments(), Skip));
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) {
    addArguments(C->getConstructor(), C->arguments());
    return true;
  }

  llvm::DenseSet<const ValueDecl *> Found;

private:
  /// `transpose_`, `resize_`: methods of a handle that change the tensor.
  static bool changesInPlace(const CXXMethodDecl *M) {
    return M->getIdentifier() && M->getName().ends_with("_");
  }
  void add(const Expr *E) {
    if (const ValueDecl *D = baseVariable(E))
      Found.insert(D);
  }
  /// std::tie(a, b) = ...
  void addAssigned(const Expr *E) {
    E = E->IgnoreUnlessSpelledInSource();
    const auto *Call = dyn_cast<CallExpr>(E);
    if (Call && !isa<CXXOperatorCallExpr, CXXMemberCallExpr>(Call))
      for (const Expr *A : Call->arguments())
        add(A);
    else
      add(E);
  }
  template <typename Range>
  void addArguments(const FunctionDecl *F, const Range &Arguments) {
    unsigned I = 0;
    for (const Expr *A : Arguments) {
      if (I >= F->getNumParams())
        return;
      QualType T = F->getParamDecl(I++)->getType();
      if (T->isLValueReferenceType() && !T->getPointeeType().isConstQualified())
        add(A);
    }
  }
};

class ReturnFinder : public RecursiveASTVisitor<ReturnFinder> {
public:
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  bool VisitReturnStmt(ReturnStmt *) { return !(Found = true); }
  bool Found = false;
};

} // namespace

llvm::DenseSet<const ValueDecl *> modifiedVariables(const Stmt *Body) {
  MutationFinder Finder;
  Finder.TraverseStmt(const_cast<Stmt *>(Body));
  return std::move(Finder.Found);
}

bool containsReturn(const Stmt *Body) {
  ReturnFinder Finder;
  Finder.TraverseStmt(const_cast<Stmt *>(Body));
  return Finder.Found;
}

} // namespace tensortidy
