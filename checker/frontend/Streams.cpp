// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace tensortidy {

/// `&s` of a local variable `s`.
static const VarDecl *localAt(const Expr *Address) {
  const auto *U = dyn_cast<UnaryOperator>(Address->IgnoreParenImpCasts());
  const auto *R =
      U && U->getOpcode() == UO_AddrOf
          ? dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParenImpCasts())
          : nullptr;
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return V && V->isLocalVarDecl() ? V : nullptr;
}

/// `cudaStreamCreate(&s)`: what is put on it waits for no other stream.
void FunctionLowering::noteStream(const CallSite &S, const CalleeRule &Rule) {
  SetsStream |= Rule.Act == RuntimeAct::SetStream;
  const unsigned Object = S.Object != nullptr;
  if (Rule.Act != RuntimeAct::MakeStream || !Rule.Pointer ||
      *Rule.Pointer < Object || *Rule.Pointer - Object >= S.Arguments.size())
    return;
  if (const VarDecl *V = localAt(S.Arguments[*Rule.Pointer - Object]))
    SideStreams.insert(V);
}

/// Is it another stream than the current one? False: that is not known.
bool FunctionLowering::isSideStream(const Expr *E) const {
  constexpr unsigned MostSteps = 8;
  if (SetsStream) // which one is current is not followed
    return false;
  for (unsigned I = 0; E && I < MostSteps; ++I) {
    E = E->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
    if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(R->getDecl());
      if (!V || !V->isLocalVarDecl())
        return false;
      if (SideStreams.contains(V))
        return true;
      E = V->getInit();
    } else if (const auto *C = dyn_cast<CXXMemberCallExpr>(E)) {
      E = C->getImplicitObjectArgument(); // s.stream()
    } else if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
      E = C->getNumArgs() == 1 ? C->getArg(0) : nullptr;
    } else {
      const auto *Call = dyn_cast<CallExpr>(E);
      const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      const CalleeRule *Rule = Callee ? Unit.callee(Callee).Rule : nullptr;
      return Rule && Rule->Act == RuntimeAct::MakeStream;
    }
  }
  return false;
}

bool FunctionLowering::usesSideStream(ArrayRef<const Expr *> Arguments) const {
  return llvm::any_of(Arguments,
                      [&](const Expr *A) { return isSideStream(A); });
}

} // namespace tensortidy
