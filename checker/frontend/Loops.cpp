// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

using namespace clang;

namespace tensortidy {

void FunctionLowering::lowerLoopBody(const Stmt *Body, unsigned Continue,
                                     unsigned Break) {
  Continues.push_back(Continue);
  Breaks.push_back(Break);
  lowerStmt(Body);
  Breaks.pop_back();
  Continues.pop_back();
  Builder.jump(Continue);
}

void FunctionLowering::lowerWhile(const WhileStmt *S) {
  Builder.setStatement({S->getBeginLoc(), S->getRParenLoc()});
  unsigned Head = Builder.startBlock();
  if (const VarDecl *V = S->getConditionVariable())
    declare(V);
  Condition C = lowerCondition(S->getCond());
  unsigned Body = Builder.newBlock(), After = Builder.newBlock();
  Builder.branch(C, Body, After);
  Builder.enter(Body);
  lowerLoopBody(S->getBody(), Head, After);
  Builder.enter(After);
}

void FunctionLowering::lowerDo(const DoStmt *S) {
  unsigned Body = Builder.startBlock();
  unsigned Test = Builder.newBlock(), After = Builder.newBlock();
  lowerLoopBody(S->getBody(), Test, After);
  Builder.enter(Test);
  Builder.setStatement(S->getCond()->getSourceRange());
  Builder.branch(lowerCondition(S->getCond()), Body, After);
  Builder.enter(After);
}

void FunctionLowering::lowerFor(const ForStmt *S) {
  Builder.setStatement({S->getBeginLoc(), S->getRParenLoc()});
  lowerStmt(S->getInit());
  Builder.setStatement({S->getBeginLoc(), S->getRParenLoc()});
  unsigned Head = Builder.startBlock();
  if (const VarDecl *V = S->getConditionVariable())
    declare(V);
  Condition C =
      S->getCond() ? lowerCondition(S->getCond()) : Condition::unknown();
  unsigned Body = Builder.newBlock(), Next = Builder.newBlock(),
           After = Builder.newBlock();
  if (S->getCond())
    Builder.branch(C, Body, After);
  else
    Builder.jump(Body);
  Builder.enter(Body);
  lowerLoopBody(S->getBody(), Next, After);
  Builder.enter(Next);
  Builder.setStatement({S->getBeginLoc(), S->getRParenLoc()});
  if (S->getInc())
    lowerEffects(S->getInc());
  Builder.jump(Head);
  Builder.enter(After);
}

/// `for (auto &t : tensors)` makes t an element of the list.
void FunctionLowering::declareLoopVariable(const VarDecl *D, const Value &Range,
                                           const Expr *RangeExpr) {
  Value Element = listElement(Range, Value());
  if (const auto *Bindings = dyn_cast<DecompositionDecl>(D)) {
    for (const BindingDecl *B : Bindings->bindings()) {
      Value Slot = makeSlot(B->getType(), B->getNameAsString(),
                            PlaceKind::Local, B->getLocation());
      bool TakesTensor = Slot.isTensor() && Element.isTensor();
      assign(Slot, TakesTensor ? Element : Value(), RangeExpr);
      Variables[B] = Slot;
    }
    return;
  }
  if (D->getType()->isReferenceType() && Element.isTensor()) {
    Variables[D] = Element;
    return;
  }
  Value Slot = makeSlot(D->getType(), D->getNameAsString(), PlaceKind::Local,
                        D->getLocation());
  if (Slot.isNone())
    Slot = Element;
  else
    assign(Slot, Element, RangeExpr);
  Variables[D] = Slot;
}

void FunctionLowering::lowerRangeFor(const CXXForRangeStmt *S) {
  Builder.setStatement({S->getBeginLoc(), S->getRParenLoc()});
  lowerStmt(S->getInit());
  const Expr *RangeExpr = S->getRangeInit();
  Value Range = lower(RangeExpr);
  Builder.setStatement({S->getBeginLoc(), S->getRParenLoc()});
  unsigned Head = Builder.startBlock();
  unsigned Body = Builder.newBlock(), After = Builder.newBlock();
  Builder.jump(Body);
  Builder.jump(After);
  Builder.enter(Body);
  if (const VarDecl *D = S->getLoopVariable())
    declareLoopVariable(D, Range, RangeExpr);
  lowerLoopBody(S->getBody(), Head, After);
  Builder.enter(After);
  // All elements may have been replaced.
  const VarDecl *D = S->getLoopVariable();
  if (D && D->getType()->isReferenceType() && Modified.contains(D))
    forget(Range, "its elements changed in a loop", RangeExpr);
}

} // namespace tensortidy
