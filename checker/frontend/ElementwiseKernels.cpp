// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/ElementwiseKernels.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tensortidy {

namespace {

const VarDecl *variableOf(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
}

const ParmVarDecl *parameterOf(const Expr *E) {
  return dyn_cast_or_null<ParmVarDecl>(variableOf(E->IgnoreParenCasts()));
}

/// `threadIdx.x`, a member or a property as Clang's headers have it.
bool isThreadPosition(const Expr *E, bool OfGrid) {
  if (const auto *P = dyn_cast<PseudoObjectExpr>(E))
    E = P->getSyntacticForm()->IgnoreParenImpCasts();
  const Expr *Base = nullptr;
  if (const auto *M = dyn_cast<MemberExpr>(E))
    Base = M->getBase();
  else if (const auto *M = dyn_cast<MSPropertyRefExpr>(E))
    Base = M->getBaseExpr();
  const VarDecl *V = Base ? variableOf(Base) : nullptr;
  if (!V || V->isLocalVarDeclOrParm() || !V->getIdentifier())
    return false;
  const StringRef Name = V->getName();
  return Name == "blockIdx" || Name == "gridDim" ||
         (!OfGrid && (Name == "threadIdx" || Name == "blockDim"));
}

bool isConstant(const Expr *E) {
  E = E->IgnoreParenCasts();
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return isa<IntegerLiteral>(E) || (V && V->isConstexpr()) ||
         (R && isa<NonTypeTemplateParmDecl>(R->getDecl())) ||
         isa<SubstNonTypeTemplateParmExpr>(E);
}

bool isZero(const Expr *E) {
  const auto *L = dyn_cast<IntegerLiteral>(E->IgnoreParenCasts());
  return L && L->getValue() == 0;
}

/// Of the mathematical libraries, which know nothing of threads: those that are
/// handed numbers and give one. What exchanges values between threads begins
/// with underscores.
bool isMathematical(const FunctionDecl *F) {
  auto IsNumber = [](QualType T) {
    T = T.getNonReferenceType();
    return T->isArithmeticType() || T->isDependentType();
  };
  return F && F->getIdentifier() && !F->getName().starts_with("_") &&
         !F->isVariadic() && !isa<CXXMethodDecl>(F) && !F->hasBody() &&
         IsNumber(F->getReturnType()) &&
         llvm::all_of(F->parameters(), [&](const ParmVarDecl *P) {
           return IsNumber(P->getType()) &&
                  (!P->getType()->isReferenceType() ||
                   P->getType()->getPointeeType().isConstQualified());
         });
}

/// Reads one body twice: which variable the pointers are indexed with, and
/// from which others it is computed; and whether these, or the pointers, have
/// any other use.
class Reader {
public:
  std::optional<unsigned> read(const Stmt *Body) {
    findIndex(Body);
    if (!IsUnderstood || !Index)
      return std::nullopt;
    Positions.insert(Index);
    for (bool Grows = true; Grows && IsUnderstood;) {
      const auto Before = Positions.size();
      findDefinitions(Body);
      Grows = Positions.size() > Before;
    }
    visit(Body);
    return IsUnderstood && Count
               ? std::optional<unsigned>(Count->getFunctionScopeIndex())
               : std::nullopt;
  }

private:
  void fail() { IsUnderstood = false; }

  void findIndex(const Stmt *S) {
    if (!S)
      return;
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(S);
        A && parameterOf(A->getBase()) && !isZero(A->getIdx())) {
      const VarDecl *By = variableOf(A->getIdx());
      if (!By || !By->isLocalVarDecl() || (Index && By != Index))
        return fail();
      Index = By;
    }
    for (const Stmt *Child : S->children())
      findIndex(Child);
  }

  /// Is it the number of a thread, or of one of the elements that follow it at
  /// the distance of all threads? Its variables are positions, too.
  bool isPosition(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (isThreadPosition(E, false))
      return true;
    if (const VarDecl *V = variableOf(E); V && V->isLocalVarDecl()) {
      Positions.insert(V);
      return true;
    }
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (!B || (B->getOpcode() != BO_Add && B->getOpcode() != BO_Mul))
      return false;
    auto IsBlockSize = [&](const Expr *Size, const Expr *Of) {
      return B->getOpcode() == BO_Mul && isConstant(Size) &&
             isThreadPosition(Of->IgnoreParenCasts(), true);
    };
    return IsBlockSize(B->getLHS(), B->getRHS()) ||
           IsBlockSize(B->getRHS(), B->getLHS()) ||
           (isPosition(B->getLHS()) && isPosition(B->getRHS()));
  }
  bool isDefinition(const Expr *E) { return isZero(E) || isPosition(E); }

  void findDefinitions(const Stmt *S) {
    if (!S)
      return;
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each);
            V && Positions.contains(V) &&
            (!V->getInit() || !isDefinition(V->getInit())))
          fail();
    } else if (const auto *B = dyn_cast<BinaryOperator>(S)) {
      if (const VarDecl *V = variableOf(B->getLHS());
          B->isAssignmentOp() && V && Positions.contains(V) &&
          (B->getOpcode() != BO_AddAssign || !isPosition(B->getRHS())))
        fail();
    }
    for (const Stmt *Child : S->children())
      findDefinitions(Child);
  }

  /// `++i`, `i += blockDim.x * gridDim.x`, `i < n`.
  bool isOfPosition(const Stmt *S) {
    if (const auto *U = dyn_cast<UnaryOperator>(S)) {
      const VarDecl *V = variableOf(U->getSubExpr());
      return U->isIncrementOp() && V && Positions.contains(V);
    }
    const auto *B = dyn_cast<BinaryOperator>(S);
    const VarDecl *V =
        B ? variableOf(B->getLHS()->IgnoreParenCasts()) : nullptr;
    if (!V || !Positions.contains(V))
      return false;
    if (B->isAssignmentOp())
      return true;
    const ParmVarDecl *Limit = parameterOf(B->getRHS());
    if (!Limit || V != Index || (Count && Count != Limit) ||
        (B->getOpcode() != BO_LT && B->getOpcode() != BO_GE) ||
        !(Limit->getType()->isIntegerType() ||
          Limit->getType()->isDependentType()))
      return false;
    Count = Limit;
    return true;
  }

  bool isElement(const Stmt *S) const {
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(S))
      return parameterOf(A->getBase()) &&
             (isZero(A->getIdx()) || variableOf(A->getIdx()) == Index);
    const auto *U = dyn_cast<UnaryOperator>(S);
    return U && U->getOpcode() == UO_Deref && parameterOf(U->getSubExpr());
  }

  /// What one element leaves behind, another one finds.
  void assign(const Expr *To) {
    const VarDecl *V = variableOf(To);
    if (V && Loops > 0 && !InLoop.contains(V))
      fail();
  }

  void visitDeclarations(const DeclStmt *D) {
    for (const Decl *Each : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(Each);
      if (!V || V->isStaticLocal())
        return fail();
      if (Loops > 0)
        InLoop.insert(V);
      if (!Positions.contains(V))
        visit(V->getInit());
    }
  }

  void visit(const Stmt *S) {
    if (!S || !IsUnderstood || isElement(S) || isOfPosition(S))
      return;
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return visitDeclarations(D);
    if (const auto *R = dyn_cast<DeclRefExpr>(S))
      return visitName(R);
    if (isa<PseudoObjectExpr, LambdaExpr, AsmStmt, CXXThisExpr, OverloadExpr,
            CXXDependentScopeMemberExpr, CXXMemberCallExpr, GotoStmt>(S))
      return fail();
    if (const auto *C = dyn_cast<CallExpr>(S);
        C && !isa<CXXOperatorCallExpr>(C)) {
      if (!isMathematical(C->getDirectCallee()))
        return fail();
      for (const Expr *A : C->arguments())
        visit(A);
      return;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
      assign(B->getLHS());
    if (const auto *U = dyn_cast<UnaryOperator>(S);
        U && U->isIncrementDecrementOp())
      assign(U->getSubExpr());
    const bool IsLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
    Loops += IsLoop;
    for (const Stmt *Child : S->children())
      visit(Child);
    Loops -= IsLoop;
  }

  void visitName(const DeclRefExpr *R) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    if (!V)
      return isa<EnumConstantDecl, NonTypeTemplateParmDecl>(R->getDecl())
                 ? void()
                 : fail();
    const bool IsPointer =
        V->getType()->isPointerType() || V->getType()->isArrayType();
    const bool IsGlobal = !V->isLocalVarDeclOrParm() && !V->isConstexpr();
    if (IsPointer || IsGlobal || Positions.contains(V))
      fail();
  }

  const VarDecl *Index = nullptr;
  const ParmVarDecl *Count = nullptr;
  llvm::DenseSet<const VarDecl *> Positions, InLoop;
  unsigned Loops = 0;
  bool IsUnderstood = true;
};

} // namespace

std::optional<unsigned> countOfElementwise(const FunctionDecl *Definition) {
  return Reader().read(Definition->getBody());
}

} // namespace tensortidy
