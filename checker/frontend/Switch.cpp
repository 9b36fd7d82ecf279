// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

using namespace clang;

namespace tensortidy {

namespace {

/// The lambda that a case of AT_DISPATCH_SWITCH calls: `return [&] {...}();`
/// behind a type alias.
const LambdaExpr *dispatchedLambda(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    S = Block->body_empty() ? nullptr : Block->body_back();
  const auto *Return = dyn_cast_or_null<ReturnStmt>(S);
  if (!Return || !Return->getRetValue())
    return nullptr;
  const Expr *E = Return->getRetValue()->IgnoreUnlessSpelledInSource();
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return nullptr;
  const Expr *Callee = isa<CXXOperatorCallExpr>(Call) && Call->getNumArgs()
                           ? Call->getArg(0)
                           : Call->getCallee();
  return dyn_cast<LambdaExpr>(Callee->IgnoreUnlessSpelledInSource());
}

} // namespace

void FunctionLowering::lowerSwitch(const SwitchStmt *S) {
  Builder.setStatement({S->getBeginLoc(), S->getRParenLoc()});
  lowerStmt(S->getInit());
  if (const VarDecl *V = S->getConditionVariable())
    declare(V);
  SwitchFrame Frame;
  Frame.On = lower(S->getCond());
  Frame.Head = Builder.current();
  unsigned After = Builder.newBlock();
  Switches.push_back(std::move(Frame));
  Breaks.push_back(After);
  Builder.stop(); // only cases are reached
  lowerStmt(S->getBody());
  Builder.jump(After);
  Breaks.pop_back();
  endSwitch(After);
  Switches.pop_back();
  Builder.enter(After);
}

/// Where no case holds the default is next, or what follows.
void FunctionLowering::endSwitch(unsigned After) {
  constexpr size_t MaxCases = 16;
  const SwitchFrame &Frame = Switches.back();
  Condition None;
  if (Frame.AreKnown && Frame.Cases.size() <= MaxCases) {
    None.TheKind = Condition::Kind::And;
    for (const Condition &Case : Frame.Cases)
      None.Operands.push_back(Condition::negated(Case));
  }
  bool IsUnknown = None.TheKind == Condition::Kind::Unknown;
  if (!Frame.DefaultEdge) {
    Builder.enter(Frame.Head);
    Builder.jump(After, None);
  } else if (!IsUnknown) {
    F.Blocks[Frame.Head].Successors[*Frame.DefaultEdge].Assumes = None;
  }
}

void FunctionLowering::lowerCase(const SwitchCase *S) {
  if (Switches.empty())
    return lowerStmt(S->getSubStmt());
  SwitchFrame &Frame = Switches.back();
  // Case n + 1 repeats the text of case n with another scalar type, which
  // says nothing of layouts.
  if (const LambdaExpr *L = dispatchedLambda(S->getSubStmt()))
    if (!Frame.Bodies.insert(Unit.Source.spelling(L->getBeginLoc())).second)
      return;
  Condition C;
  const auto *Case = dyn_cast<CaseStmt>(S);
  if (Case && !Case->getRHS() && Frame.On.is(Value::Kind::Int))
    if (std::optional<int64_t> Constant = constantOf(Case->getLHS()))
      C = compare(BO_EQ, Frame.On, Value::integer(IntExpr::literal(*Constant)));
  unsigned Block = Builder.startBlock(); // what falls through
  Builder.enter(Frame.Head);
  if (!Case)
    Frame.DefaultEdge = F.Blocks[Frame.Head].Successors.size();
  else if (C.TheKind == Condition::Kind::Unknown)
    Frame.AreKnown = false;
  else
    Frame.Cases.push_back(C);
  Builder.jump(Block, C);
  Builder.enter(Block);
  lowerStmt(S->getSubStmt());
}

void FunctionLowering::lowerTry(const CXXTryStmt *S) {
  unsigned Before = Builder.current();
  unsigned First = F.Blocks.size();
  unsigned After = Builder.newBlock();
  Builder.startBlock();
  lowerStmt(S->getTryBlock());
  Builder.jump(After);
  unsigned End = F.Blocks.size();
  for (unsigned I = 0; I < S->getNumHandlers(); ++I) {
    unsigned Handler = Builder.newBlock();
    Builder.enter(Before);
    Builder.jump(Handler);
    Builder.enter(Handler);
    forgetChanges(First, End, S->getHandler(I));
    lowerStmt(S->getHandler(I)->getHandlerBlock());
    Builder.jump(After);
  }
  Builder.enter(After);
}

/// A handler may be reached from the middle of the blocks it guards.
void FunctionLowering::forgetChanges(unsigned FirstBlock, unsigned EndBlock,
                                     const Stmt *At) {
  bool ChangesInPlace = false;
  std::set<PlaceId> Places;
  std::set<IntId> Ints;
  std::set<PointerId> Pointers;
  for (unsigned B = FirstBlock; B < EndBlock; ++B)
    for (const Fact &Each : F.Blocks[B].Facts) {
      if (const auto *A = std::get_if<Apply>(&Each.What)) {
        Places.insert(A->Results.begin(), A->Results.end());
        ChangesInPlace |= A->Op && A->Op->returnsWritten();
      }
      if (const auto *C = std::get_if<Call>(&Each.What))
        Places.insert(C->Results.begin(), C->Results.end());
      if (const auto *A = std::get_if<Assign>(&Each.What))
        Places.insert(A->Target);
      if (const auto *C = std::get_if<Choose>(&Each.What))
        Places.insert(C->Target);
      if (const auto *L = std::get_if<Forget>(&Each.What))
        Places.insert(L->Target);
      if (const auto *D = std::get_if<Define>(&Each.What))
        Ints.insert(D->Integer);
      if (const auto *T = std::get_if<TakePointer>(&Each.What))
        Pointers.insert(T->Pointer);
      if (const auto *A = std::get_if<AssignPointer>(&Each.What))
        Pointers.insert(A->Target);
    }
  // Other variables may be the same tensor.
  for (PlaceId P = 0; ChangesInPlace && P < F.Places.size(); ++P)
    if (F.Places[P].Kind != PlaceKind::Temporary)
      Places.insert(P);
  Places.erase(NoId);
  for (PlaceId P : Places)
    Builder.emit(Forget{P, "after an exception"}, At);
  for (IntId I : Ints)
    Builder.emit(Define{I, opaque()}, At);
  for (PointerId P : Pointers)
    Builder.emit(AssignPointer{P, {NoId}}, At);
}

} // namespace tensortidy
