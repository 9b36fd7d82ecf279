// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/ElementwiseKernels.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <utility>

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
    visitFunction(Body);
    return IsUnderstood && Count && !Changed.contains(Count)
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

  /// The position that `++i` or `i += blockDim.x * gridDim.x` changes.
  const VarDecl *steppedBy(const Stmt *S) const {
    const VarDecl *V = nullptr;
    if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementOp())
      V = variableOf(U->getSubExpr());
    else if (const auto *B = dyn_cast<BinaryOperator>(S);
             B && B->isAssignmentOp())
      V = variableOf(B->getLHS());
    return V && Positions.contains(V) ? V : nullptr;
  }

  /// `i < n`, `i >= n`.
  bool isLimit(const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    const VarDecl *V =
        B ? variableOf(B->getLHS()->IgnoreParenCasts()) : nullptr;
    if (!V || !Positions.contains(V))
      return false;
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

  /// What one element leaves behind, another one finds: in a variable, or in
  /// the one place that all of them write; a flag is set to a constant. Null:
  /// what is written depends on what was there.
  void assign(const Expr *To, const Expr *What) {
    To = To->IgnoreParenCasts();
    const VarDecl *V = variableOf(To);
    if (V && Loops > 0 && !InLoop.contains(V))
      fail();
    if (V)
      Changed.insert(V);
    const auto *A = dyn_cast<ArraySubscriptExpr>(To);
    const bool IsOwn = A && variableOf(A->getIdx()) == Index;
    const bool IsConstant =
        What && isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr>(
                    What->IgnoreParenCasts());
    if (isElement(To) && !IsOwn && !IsConstant)
      fail();
  }

  void visitDeclarations(const DeclStmt *D) {
    for (const Decl *Each : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(Each);
      if (!V || V->isStaticLocal())
        return fail();
      if (Loops > 0)
        InLoop.insert(V);
      if (const VarDecl *Of = V->getInit() ? variableOf(V->getInit()) : nullptr;
          Of && V->getType()->isReferenceType())
        Changed.insert(Of);
      if (!Positions.contains(V))
        visit(V->getInit());
    }
  }

  bool mentionsElement(const Stmt *S) const {
    return S &&
           (isElement(S) || llvm::any_of(S->children(), [&](const Stmt *Child) {
              return mentionsElement(Child);
            }));
  }

  /// `i += blockIdx.x * blockDim.x;` before the first element.
  void visitFunction(const Stmt *Body) {
    const auto *C = dyn_cast<CompoundStmt>(Body);
    if (!C)
      return fail();
    for (const Stmt *S : C->body())
      if (SeesElements || !isa<BinaryOperator>(S) || !steppedBy(S))
        visit(S);
  }

  /// Each position has one step, at the end of what is done with it.
  void visitStep(const Stmt *S) {
    if (const auto *B = dyn_cast<BinaryOperator>(S);
        B && B->getOpcode() == BO_Comma) {
      visitStep(B->getLHS());
      visitStep(B->getRHS());
    } else if (const VarDecl *V = steppedBy(S)) {
      if (!Stepped.insert(V).second)
        fail();
    } else {
      visit(S);
    }
  }

  void visitLoopBody(const Stmt *Body) {
    const auto *C = dyn_cast<CompoundStmt>(Body);
    llvm::ArrayRef<const Stmt *> Parts(Body);
    if (C)
      Parts = llvm::ArrayRef<const Stmt *>(C->body_begin(), C->size());
    const size_t Steps = llvm::size(llvm::make_range(
        Parts.rbegin(), llvm::find_if(llvm::reverse(Parts), [&](const Stmt *S) {
          return !steppedBy(S);
        })));
    for (const Stmt *S : Parts.drop_back(Steps))
      visit(S);
    for (const Stmt *S : Parts.take_back(Steps))
      visitStep(S);
  }

  void visitLoop(const Stmt *Loop) {
    const Stmt *Body = nullptr, *Condition = nullptr, *Step = nullptr;
    if (const auto *For = dyn_cast<ForStmt>(Loop)) {
      Body = For->getBody();
      Condition = For->getCond();
      Step = For->getInc();
    } else if (const auto *While = dyn_cast<WhileStmt>(Loop)) {
      Body = While->getBody();
      Condition = While->getCond();
    } else if (const auto *Do = dyn_cast<DoStmt>(Loop)) {
      Body = Do->getBody();
      Condition = Do->getCond();
    }
    if (mentionsElement(Condition))
      fail(); // an element may end it
    ++Loops;
    const bool BrokeBefore = std::exchange(BreaksLoop, true);
    for (const Stmt *Child : Loop->children())
      if (Child && Child == Body)
        visitLoopBody(Child);
      else if (Child && Child == Step)
        visitStep(Child);
      else
        visit(Child);
    BreaksLoop = BrokeBefore;
    --Loops;
  }

  /// `if (i >= n) return;`: the elements that are left out are none.
  bool leavesAtLimit(const Stmt *S) {
    const auto *If = dyn_cast<IfStmt>(S);
    if (!If || If->getElse() || If->getInit() || If->getConditionVariable())
      return false;
    const auto *B = dyn_cast<BinaryOperator>(If->getCond()->IgnoreParenCasts());
    const Stmt *Then = If->getThen();
    if (const auto *C = dyn_cast<CompoundStmt>(Then); C && C->size() == 1)
      Then = C->body_front();
    return B && B->getOpcode() == BO_GE && isLimit(B) &&
           (isa<BreakStmt>(Then) ||
            (isa<ReturnStmt>(Then) && !cast<ReturnStmt>(Then)->getRetValue()));
  }

  /// Those that come later are left out.
  bool leavesLoop(const Stmt *S) const {
    return Loops > 0 && (isa<ReturnStmt, CXXThrowExpr>(S) ||
                         (isa<BreakStmt>(S) && BreaksLoop));
  }

  void visit(const Stmt *S) {
    if (!S || !IsUnderstood)
      return;
    if (isElement(S)) {
      SeesElements = true;
      return;
    }
    if (isLimit(S) || leavesAtLimit(S))
      return;
    if (steppedBy(S) || leavesLoop(S))
      return fail();
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
      return visitLoop(S);
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return visitDeclarations(D);
    if (const auto *R = dyn_cast<DeclRefExpr>(S))
      return visitName(R);
    if (isa<PseudoObjectExpr, LambdaExpr, AsmStmt, CXXThisExpr, OverloadExpr,
            CXXDependentScopeMemberExpr, CXXMemberCallExpr, GotoStmt,
            IndirectGotoStmt>(S))
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
      assign(B->getLHS(), B->getOpcode() == BO_Assign ? B->getRHS() : nullptr);
    if (const auto *U = dyn_cast<UnaryOperator>(S);
        U && (U->isIncrementDecrementOp() ||
              (U->getOpcode() == UO_AddrOf && variableOf(U->getSubExpr()))))
      assign(U->getSubExpr(), nullptr);
    const bool BrokeBefore = BreaksLoop;
    if (isa<SwitchStmt>(S))
      BreaksLoop = false;
    for (const Stmt *Child : S->children())
      visit(Child);
    BreaksLoop = BrokeBefore;
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
  llvm::DenseSet<const VarDecl *> Positions, InLoop, Stepped, Changed;
  unsigned Loops = 0;
  bool BreaksLoop = false; ///< a break statement does
  bool SeesElements = false;
  bool IsUnderstood = true;
};

} // namespace

std::optional<unsigned> countOfElementwise(const FunctionDecl *Definition) {
  return Reader().read(Definition->getBody());
}

} // namespace tensortidy
