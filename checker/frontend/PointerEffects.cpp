// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/PointerEffects.h"

#include "frontend/ElementwiseKernels.h"
#include "frontend/OpenMP.h"
#include "frontend/UnitContext.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>

using namespace clang;

namespace tensortidy {

std::optional<PointerEffect> effectOf(PointerFate F) {
  switch (F) {
  case PointerFate::Ignored:
    return PointerEffect::None;
  case PointerFate::OneElement:
    return PointerEffect::FirstElement;
  case PointerFate::Elements:
    return PointerEffect::Elements;
  case PointerFate::Unknown:
    break;
  }
  return std::nullopt;
}

namespace {

/// A pointer expression that begins at a parameter.
struct FromParameter {
  unsigned Parameter = 0;
  bool IsOffset = false;
};

bool isZero(const Expr *E) {
  const auto *L = dyn_cast<IntegerLiteral>(E->IgnoreUnlessSpelledInSource());
  return L && L->getValue() == 0;
}

} // namespace

/// Walks one body. Statements are visited in order, so that a local pointer is
/// known before it is used; one that is set later on is seen in the second of
/// two walks.
class PointerEffects::BodyReader {
public:
  BodyReader(const FunctionDecl *F, PointerEffects &All, const ModelSet &Models)
      : All(All), Models(Models) {
    for (const ParmVarDecl *P : F->parameters()) {
      Origins[P] = {P->getFunctionScopeIndex(), false};
      Effects.push_back(PointerEffect::None);
      Written.push_back(false);
    }
  }

  Parameters read(const Stmt *Body) {
    for (int Walk = 0; Walk < 2; ++Walk)
      visit(Body);
    return {std::move(Effects), std::move(Written)};
  }

private:
  void raise(const FromParameter &O, PointerEffect E) {
    Effects[O.Parameter] = std::max(Effects[O.Parameter], E);
  }
  void access(const FromParameter &O) {
    raise(O,
          O.IsOffset ? PointerEffect::Elements : PointerEffect::FirstElement);
  }

  std::optional<FromParameter> offset(const Expr *Base, bool IsZero) const {
    std::optional<FromParameter> O = originOf(Base);
    if (O)
      O->IsOffset |= !IsZero;
    return O;
  }
  /// Where the pointer \p E comes from; none: it is no pointer of a parameter.
  std::optional<FromParameter> originOf(const Expr *E) const {
    if (!E)
      return std::nullopt;
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<CastExpr>(E)) {
      QualType T = C->getType();
      bool IsPointer =
          T->isPointerType() || T->isDependentType() || T->isReferenceType();
      return IsPointer ? originOf(C->getSubExpr()) : std::nullopt;
    }
    if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      return originOf(C->getSubExpr());
    if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
      auto It = Origins.find(R->getDecl());
      bool IsPointer = It != Origins.end() && (R->getType()->isPointerType() ||
                                               R->getType()->isDependentType());
      return IsPointer ? std::optional<FromParameter>(It->second)
                       : std::nullopt;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (B->getOpcode() != BO_Add && B->getOpcode() != BO_Sub)
        return std::nullopt;
      if (std::optional<FromParameter> O =
              offset(B->getLHS(), isZero(B->getRHS())))
        return O;
      return offset(B->getRHS(), isZero(B->getLHS()));
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      const auto *S =
          dyn_cast<ArraySubscriptExpr>(U->getSubExpr()->IgnoreParenImpCasts());
      return U->getOpcode() == UO_AddrOf && S
                 ? offset(S->getBase(), isZero(S->getIdx()))
                 : std::nullopt;
    }
    return std::nullopt;
  }

  /// The lvalue \p E is assigned: `p[i] = v`, `p->x += v`, `++*p`.
  void write(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    std::optional<FromParameter> O;
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      O = originOf(A->getBase());
    else if (const auto *U = dyn_cast<UnaryOperator>(E);
             U && U->getOpcode() == UO_Deref)
      O = writtenOrigin(U->getSubExpr());
    else if (const auto *M = dyn_cast<MemberExpr>(E))
      return M->isArrow() ? markWritten(originOf(M->getBase()))
                          : write(M->getBase());
    markWritten(O);
  }
  /// `*p++ = v` too.
  std::optional<FromParameter> writtenOrigin(const Expr *E) const {
    const auto *U = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
    return originOf(U && U->isIncrementDecrementOp() ? U->getSubExpr() : E);
  }
  void markWritten(const std::optional<FromParameter> &O) {
    if (O)
      Written[O->Parameter] = true;
  }

  void visitAll(const Stmt *S) {
    for (const Stmt *Child : S->children())
      visit(Child);
  }
  /// The local \p D is the pointer from now on. Where others can see it, what
  /// becomes of it is not known.
  void bind(const ValueDecl *D, const FromParameter &O) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType())
      return raise(O, PointerEffect::Unknown);
    auto [It, IsNew] = Origins.try_emplace(D, O);
    if (It->second.Parameter == O.Parameter)
      It->second.IsOffset |= O.IsOffset;
    else if (!IsNew) // either of two: whatever is done to it, to both
      raise(O, PointerEffect::Unknown);
  }
  /// The parts of a pointer expression other than the pointer itself.
  void visitOffsets(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      for (const Expr *Side : {B->getLHS(), B->getRHS()})
        originOf(Side) ? visitOffsets(Side) : visit(Side);
    } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      visitOffsets(U->getSubExpr());
    } else if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
      visitOffsets(S->getBase());
      visit(S->getIdx());
    }
  }

  void visit(const Stmt *S) {
    if (!S)
      return;
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each))
          visitInit(V);
      return;
    }
    if (const auto *E = dyn_cast<Expr>(S))
      return visitExpr(E);
    if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
      return visit(bodyOf(D));
    visitAll(S);
  }
  void visitInit(const VarDecl *V) {
    const Expr *Init = V->getInit();
    if (std::optional<FromParameter> O = originOf(Init)) {
      visitOffsets(Init);
      return bind(V, *O);
    }
    visit(Init);
  }
  void visitExpr(const Expr *E) {
    if (std::optional<FromParameter> O = originOf(E)) {
      // Somewhere that nothing below knows.
      raise(*O, PointerEffect::Unknown);
      return visitOffsets(E);
    }
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return visitUnary(U);
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      return visitSubscript(A);
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return visitBinary(B);
    if (const auto *C = dyn_cast<CallExpr>(E))
      return visitCall(C);
    if (const auto *C = dyn_cast<CastExpr>(E)) // to a number or to bool
      if (std::optional<FromParameter> O = originOf(C->getSubExpr()))
        return visitOffsets(C->getSubExpr());
    if (const auto *M = dyn_cast<MemberExpr>(E))
      if (std::optional<FromParameter> O = originOf(M->getBase()))
        return access(*O);
    if (const auto *L = dyn_cast<LambdaExpr>(E)) {
      for (const LambdaCapture &Each : L->captures())
        if (L->isInitCapture(&Each))
          visitInit(cast<VarDecl>(Each.getCapturedVar()));
      return visit(L->getBody());
    }
    if (const auto *C = dyn_cast<ConditionalOperator>(E))
      if (std::optional<FromParameter> O = originOf(C->getCond()))
        visitOffsets(C->getCond());
    visitAll(E);
  }
  void visitUnary(const UnaryOperator *U) {
    if (U->isIncrementDecrementOp())
      write(U->getSubExpr());
    std::optional<FromParameter> O = originOf(U->getSubExpr());
    if (!O)
      return visit(U->getSubExpr());
    visitOffsets(U->getSubExpr());
    if (U->getOpcode() == UO_Deref)
      return access(*O);
    if (U->isIncrementDecrementOp()) {
      O->IsOffset = true;
      if (const auto *R =
              dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParenImpCasts()))
        Origins[R->getDecl()].IsOffset = true;
      // `*p++`: the next ones are read in a loop.
      raise(*O, PointerEffect::Elements);
    } else if (U->getOpcode() != UO_LNot) {
      raise(*O, PointerEffect::Unknown);
    }
  }
  void visitSubscript(const ArraySubscriptExpr *A) {
    std::optional<FromParameter> O = offset(A->getBase(), isZero(A->getIdx()));
    if (O) {
      visitOffsets(A->getBase());
      access(*O);
    } else {
      visit(A->getBase());
    }
    visit(A->getIdx());
  }
  void visitBinary(const BinaryOperator *B) {
    if (B->isAssignmentOp())
      write(B->getLHS());
    std::optional<FromParameter> L = originOf(B->getLHS()),
                                 R = originOf(B->getRHS());
    if (B->isComparisonOp() || B->isLogicalOp()) {
      L ? visitOffsets(B->getLHS()) : visit(B->getLHS());
      R ? visitOffsets(B->getRHS()) : visit(B->getRHS());
      return;
    }
    const auto *To = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParenImpCasts());
    if (B->isAssignmentOp() && R && To) {
      visitOffsets(B->getRHS());
      return bind(To->getDecl(), *R);
    }
    if (B->isCompoundAssignmentOp() && L && To) { // p += n
      Origins[To->getDecl()].IsOffset = true;
      return visit(B->getRHS());
    }
    if (B->getOpcode() == BO_Sub && L && R) { // how far apart
      visitOffsets(B->getLHS());
      return visitOffsets(B->getRHS());
    }
    visit(B->getLHS());
    visit(B->getRHS());
  }
  void visitCall(const CallExpr *C) {
    const FunctionDecl *Callee = C->getDirectCallee();
    const auto *Overloads =
        dyn_cast<OverloadExpr>(C->getCallee()->IgnoreParenImpCasts());
    const CalleeRule *Rule = nullptr;
    if (Callee)
      Rule =
          Models.calleeRule(plainQualifiedName(Callee), Callee->getNumParams());
    else if (Overloads) // waits for template arguments
      Rule = Models.calleeRule(Overloads->getName().getAsString(),
                               C->getNumArgs());
    else
      visit(C->getCallee());
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(C))
      visit(M->getImplicitObjectArgument());
    if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(C);
        Op && Op->isAssignmentOp())
      write(Op->getArg(0));
    for (unsigned I = 0; I < C->getNumArgs(); ++I) {
      const Expr *A = C->getArg(I);
      std::optional<FromParameter> O = originOf(A);
      if (!O) {
        visit(A);
        continue;
      }
      visitOffsets(A);
      PointerEffect E = effectOfArgument(Callee, Rule, I);
      if (E == PointerEffect::FirstElement && O->IsOffset)
        E = PointerEffect::Elements;
      raise(*O, E);
      if (Rule ? Rule->writesThrough(I) : All.isWritten(Callee, I))
        markWritten(O);
    }
  }

  PointerEffect effectOfArgument(const FunctionDecl *Callee,
                                 const CalleeRule *Rule, unsigned I) {
    if (Callee && isa<CXXMethodDecl>(Callee))
      return PointerEffect::Unknown;
    if (Rule)
      if (std::optional<PointerEffect> E = effectOf(Rule->fateOf(I)))
        return *E;
    return Callee ? All.of(Callee, I) : PointerEffect::Unknown;
  }

  PointerEffects &All;
  const ModelSet &Models;
  llvm::DenseMap<const ValueDecl *, FromParameter> Origins;
  std::vector<PointerEffect> Effects;
  std::vector<bool> Written;
};

const PointerEffects::Parameters &
PointerEffects::parametersOf(const FunctionDecl *Definition) {
  auto It = Known.find(Definition);
  if (It != Known.end())
    return It->second;
  // What a recursive call does is not known yet.
  const unsigned Count = Definition->getNumParams();
  Known[Definition] = {
      std::vector<PointerEffect>(Count, PointerEffect::Unknown),
      std::vector<bool>(Count)};
  Parameters Read =
      BodyReader(Definition, *this, Models).read(Definition->getBody());
  return Known[Definition] = std::move(Read);
}

const PointerEffects::Parameters *
PointerEffects::parametersOf(const FunctionDecl *F, unsigned Index) {
  const FunctionDecl *Definition = F ? definitionOf(F) : nullptr;
  if (!Definition || Index >= Definition->getNumParams() ||
      Definition->getNumParams() != F->getNumParams())
    return nullptr;
  return &parametersOf(Definition);
}

std::optional<unsigned>
PointerEffects::countOfElementwise(const FunctionDecl *Definition) {
  auto [It, IsNew] = Counts.try_emplace(Definition);
  if (IsNew)
    It->second = tensortidy::countOfElementwise(Definition);
  return It->second;
}

std::vector<PointerEffect>
PointerEffects::effectsOf(const FunctionDecl *Definition) {
  return parametersOf(Definition).Effects;
}

PointerEffect PointerEffects::of(const FunctionDecl *F, unsigned Index) {
  const Parameters *Its = parametersOf(F, Index);
  return Its ? Its->Effects[Index] : PointerEffect::Unknown;
}

bool PointerEffects::isWritten(const FunctionDecl *F, unsigned Index) {
  const Parameters *Its = parametersOf(F, Index);
  return Its && Its->Written[Index];
}

} // namespace tensortidy
