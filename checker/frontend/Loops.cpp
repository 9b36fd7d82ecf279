// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"
#include "frontend/Mutation.h"

#include <set>
#include <utility>

using namespace clang;

namespace tensortidy {

void FunctionLowering::lowerLoopBody(const Stmt *Body, unsigned Continue,
                                     unsigned Break) {
  Continues.push_back(Continue);
  Breaks.push_back(Break);
  ++LoopDepth;
  lowerStmt(Body);
  --LoopDepth;
  Breaks.pop_back();
  Continues.pop_back();
  Builder.jump(Continue);
}

/// The tensors that \p C says are contiguous.
static void collectContiguous(const Condition &C, std::set<PlaceId> &Into) {
  if (C.TheKind == Condition::Kind::Contiguous)
    Into.insert(C.Tensor);
  if (C.TheKind == Condition::Kind::And)
    for (const Condition &Operand : C.Operands)
      collectContiguous(Operand, Into);
}

/// `while (false) TORCH_CHECK(x.is_contiguous())`, as a macro leaves an
/// assertion out: what it asks of parameters is asked of the callers. Its
/// blocks are those from \p First on.
void FunctionLowering::documentParameters(unsigned First) {
  std::set<PlaceId> Asserted;
  for (unsigned B = First; B < F.Blocks.size(); ++B)
    for (const Edge &E : F.Blocks[B].Successors)
      if (E.Assumes && !F.Blocks[E.To].IsStopped)
        collectContiguous(*E.Assumes, Asserted);
  for (Parameter &P : F.Parameters)
    P.IsDocumented |= Asserted.count(P.Tensor) > 0;
}

void FunctionLowering::lowerWhile(const WhileStmt *S) {
  noteLoop();
  Builder.setStatement({S->getBeginLoc(), S->getRParenLoc()});
  unsigned Head = Builder.startBlock();
  if (const VarDecl *V = S->getConditionVariable())
    declare(V);
  Condition C = lowerCondition(S->getCond());
  unsigned Body = Builder.newBlock(), After = Builder.newBlock();
  Builder.branch(C, Body, After);
  Builder.enter(Body);
  unsigned Loop = recordLoop(S, Head);
  lowerLoopBody(S->getBody(), Head, After);
  recordDeclarations(Loop, S, S->getBody());
  if (C.TheKind == Condition::Kind::Constant && !C.Value &&
      S->getBeginLoc().isMacroID() && !Builder.isInExpansion())
    documentParameters(Body);
  Builder.enter(After);
}

void FunctionLowering::lowerDo(const DoStmt *S) {
  noteLoop();
  unsigned Body = Builder.startBlock();
  unsigned Test = Builder.newBlock(), After = Builder.newBlock();
  unsigned Loop = recordLoop(S, Body);
  lowerLoopBody(S->getBody(), Test, After);
  recordDeclarations(Loop, S, S->getBody());
  Builder.enter(Test);
  Builder.setStatement(S->getCond()->getSourceRange());
  Builder.branch(lowerCondition(S->getCond()), Body, After);
  Builder.enter(After);
}

namespace {

/// `list` of `i != list.size()` or `i < list.size()`.
const ValueDecl *countedList(const Expr *Condition, const VarDecl *Counter) {
  const auto *B = dyn_cast_or_null<BinaryOperator>(Condition);
  if (!B || (B->getOpcode() != BO_LT && B->getOpcode() != BO_NE))
    return nullptr;
  const auto *L = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParenImpCasts());
  const auto *Call =
      dyn_cast<CXXMemberCallExpr>(B->getRHS()->IgnoreParenCasts());
  const CXXMethodDecl *M = Call ? Call->getMethodDecl() : nullptr;
  if (!L || L->getDecl() != Counter || !M || !M->getIdentifier() ||
      M->getName() != "size")
    return nullptr;
  const auto *List = dyn_cast<DeclRefExpr>(
      Call->getImplicitObjectArgument()->IgnoreParenImpCasts());
  return List ? List->getDecl() : nullptr;
}

bool isIncrementOf(const Expr *E, const VarDecl *Counter) {
  const auto *U = dyn_cast_or_null<UnaryOperator>(E);
  const auto *R =
      U && U->isIncrementOp()
          ? dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParenImpCasts())
          : nullptr;
  return R && R->getDecl() == Counter;
}

} // namespace

bool FunctionLowering::isKnownList(const Value &V) const {
  constexpr size_t MaxItems = 16;
  return V.is(Value::Kind::List) && !V.Elements.empty() &&
         V.Elements.size() <= MaxItems &&
         llvm::all_of(V.Elements,
                      [](const Value &Each) { return Each.isTensor(); });
}

template <typename Function>
void FunctionLowering::lowerListLoop(const Stmt *Body, size_t Items,
                                     Function Begin) {
  unsigned After = Builder.newBlock();
  for (size_t I = 0; I < Items; ++I) {
    unsigned Next = Builder.newBlock();
    Begin(I);
    lowerLoopBody(Body, Next, After);
    Builder.enter(Next);
  }
  Builder.jump(After);
  Builder.enter(After);
}

/// `for (i = 0; i < list.size(); ++i)` over a list whose items are known.
bool FunctionLowering::lowerIndexedListLoop(const ForStmt *S) {
  const auto *Init = dyn_cast_or_null<DeclStmt>(S->getInit());
  const auto *Counter = Init && Init->isSingleDecl()
                            ? dyn_cast<VarDecl>(Init->getSingleDecl())
                            : nullptr;
  if (!Counter || !Counter->getInit() || constantOf(Counter->getInit()) != 0 ||
      !isIncrementOf(S->getInc(), Counter) ||
      mutationsOf(S->getBody(), Unit.Models).Changed.contains(Counter))
    return false;
  const ValueDecl *List = countedList(S->getCond(), Counter);
  auto It = List ? Variables.find(List) : Variables.end();
  if (It == Variables.end() || !isKnownList(It->second))
    return false;
  const Value Items = It->second;
  lowerListLoop(S->getBody(), Items.Elements.size(), [&](size_t I) {
    Variables[Counter] = Value::integer(IntExpr::literal(I));
  });
  return true;
}

void FunctionLowering::forgetOverwritten(const Stmt *At) {
  for (PlaceId P : Overwritten)
    Builder.emit(Forget{P, "its elements changed in a loop"}, At);
}

void FunctionLowering::lowerFor(const ForStmt *S) {
  if (lowerIndexedListLoop(S))
    return;
  noteLoop();
  std::set<PlaceId> Outer = std::exchange(Overwritten, {});
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
  unsigned Loop = recordLoop(S, Head);
  lowerLoopBody(S->getBody(), Next, After);
  recordDeclarations(Loop, S, S->getBody());
  Builder.enter(Next);
  Builder.setStatement({S->getBeginLoc(), S->getRParenLoc()});
  if (S->getInc())
    lowerEffects(S->getInc());
  Builder.jump(Head);
  Builder.enter(After);
  forgetOverwritten(S);
  Overwritten.insert(Outer.begin(), Outer.end());
}

/// `for (auto &t : tensors)` makes t an element of the list.
void FunctionLowering::declareLoopVariable(const VarDecl *D,
                                           const Value &Element,
                                           const Expr *RangeExpr) {
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
  noteLoop();
  Builder.setStatement({S->getBeginLoc(), S->getRParenLoc()});
  lowerStmt(S->getInit());
  const Expr *RangeExpr = S->getRangeInit();
  Value Range = lower(RangeExpr);
  const VarDecl *Variable = S->getLoopVariable();
  if (isKnownList(Range) && Variable && !isa<DecompositionDecl>(Variable))
    return lowerListLoop(S->getBody(), Range.Elements.size(), [&](size_t I) {
      declareLoopVariable(Variable, Range.Elements[I], RangeExpr);
    });
  std::set<PlaceId> Outer = std::exchange(Overwritten, {});
  Builder.setStatement({S->getBeginLoc(), S->getRParenLoc()});
  unsigned Head = Builder.startBlock();
  unsigned Body = Builder.newBlock(), After = Builder.newBlock();
  Builder.jump(Body);
  Builder.jump(After);
  Builder.enter(Body);
  if (Variable)
    declareLoopVariable(Variable,
                        Range.is(Value::Kind::Object) &&
                                isPointerList(RangeExpr->getType())
                            ? arrayElement(Range, TypeClass::Pointer)
                            : listElement(Range, Value()),
                        RangeExpr);
  unsigned Loop = recordLoop(S, Head);
  lowerLoopBody(S->getBody(), Head, After);
  recordDeclarations(Loop, S, S->getBody());
  Builder.enter(After);
  // All elements may have been replaced.
  if (Variable && Variable->getType()->isReferenceType() &&
      Modified.contains(Variable))
    forget(Range, "its elements changed in a loop", RangeExpr);
  forgetOverwritten(RangeExpr);
  Overwritten.insert(Outer.begin(), Outer.end());
}

} // namespace tensortidy
