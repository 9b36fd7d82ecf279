// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/AccessAlignments.h"

#include "frontend/UnitContext.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

using namespace clang;

namespace tensortidy {

/// Walks one body; statements are visited in order, so that a local pointer is
/// known before it is used.
class AccessAlignments::BodyReader
    : public RecursiveASTVisitor<AccessAlignments::BodyReader> {
public:
  BodyReader(const FunctionDecl *F, AccessAlignments &All)
      : All(All), Context(F->getASTContext()), Needs(F->getNumParams()),
        IsAsked(F->getNumParams()) {
    for (const ParmVarDecl *P : F->parameters())
      if (P->getType()->isPointerType())
        Origins[P] = P->getFunctionScopeIndex();
  }

  std::vector<unsigned> take() {
    for (size_t I = 0; I < Needs.size(); ++I)
      if (IsAsked[I])
        Needs[I] = 0;
    return std::move(Needs);
  }

  bool shouldVisitLambdaBody() const { return true; }
  bool VisitVarDecl(VarDecl *V) {
    bind(V, V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (const auto *To = dyn_cast<DeclRefExpr>(B->getLHS());
        To && B->getOpcode() == BO_Assign)
      bind(To->getDecl(), B->getRHS());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) {
    access(E->getBase(), E->getType());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) {
    if (E->getOpcode() == UO_Deref)
      access(E->getSubExpr(), E->getType());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) {
    if (E->isArrow())
      access(E->getBase(), E->getBase()->getType()->getPointeeType());
    return true;
  }
  /// `reinterpret_cast<uintptr_t>(p) % 16`.
  bool VisitCastExpr(CastExpr *E) {
    if (E->getCastKind() == CK_PointerToIntegral)
      if (const auto It = originOf(E->getSubExpr()); It != Origins.end())
        IsAsked[It->second] = true;
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    for (unsigned I = 0; I < E->getNumArgs(); ++I) {
      const auto It = originOf(E->getArg(I));
      if (It == Origins.end())
        continue;
      // `__ldg(reinterpret_cast<const float4 *>(p))`
      const bool IsIntrinsic = Callee && Callee->getIdentifier() &&
                               Callee->getName().starts_with("__ld");
      if (IsIntrinsic)
        access(E->getArg(I), E->getArg(I)->getType()->getPointeeType());
      else
        need(It->second, All.of(Callee, I));
    }
    return true;
  }

private:
  using Map = llvm::DenseMap<const ValueDecl *, unsigned>;

  Map::const_iterator originOf(const Expr *E) const {
    constexpr unsigned MostSteps = 16;
    for (unsigned I = 0; E && I < MostSteps; ++I) {
      E = E->IgnoreParenCasts();
      if (const auto *R = dyn_cast<DeclRefExpr>(E))
        return Origins.find(R->getDecl());
      if (const auto *B = dyn_cast<BinaryOperator>(E)) {
        E = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
        continue;
      }
      const auto *U = dyn_cast<UnaryOperator>(E);
      const auto *S = U && U->getOpcode() == UO_AddrOf
                          ? dyn_cast<ArraySubscriptExpr>(
                                U->getSubExpr()->IgnoreParenImpCasts())
                          : nullptr;
      E = S ? S->getBase() : nullptr;
    }
    return Origins.end();
  }
  void bind(const ValueDecl *D, const Expr *To) {
    if (!To || !D->getType()->isPointerType())
      return;
    if (const auto It = originOf(To); It != Origins.end()) {
      const unsigned Parameter = It->second;
      Origins.try_emplace(D, Parameter);
    }
  }
  void access(const Expr *Pointer, QualType T) {
    const auto It = originOf(Pointer);
    if (It == Origins.end() || T.isNull() || T->isDependentType() ||
        T->isIncompleteType() || T->isFunctionType())
      return;
    need(It->second, Context.getTypeAlignInChars(T).getQuantity());
  }
  void need(unsigned Parameter, unsigned Bytes) {
    Needs[Parameter] = std::max(Needs[Parameter], Bytes);
  }

  AccessAlignments &All;
  const ASTContext &Context;
  Map Origins;
  std::vector<unsigned> Needs;
  std::vector<bool> IsAsked;
};

unsigned AccessAlignments::of(const FunctionDecl *F, unsigned Index) {
  const FunctionDecl *Definition = F ? definitionOf(F) : nullptr;
  if (!Definition || Index >= Definition->getNumParams())
    return 0;
  auto [It, IsNew] = Known.try_emplace(Definition);
  if (IsNew) {
    // What a recursive call does is not known yet.
    It->second.resize(Definition->getNumParams());
    BodyReader Reader(Definition, *this);
    Reader.TraverseStmt(Definition->getBody());
    std::vector<unsigned> Needs = Reader.take();
    return (Known[Definition] = std::move(Needs))[Index];
  }
  return It->second[Index];
}

} // namespace tensortidy
