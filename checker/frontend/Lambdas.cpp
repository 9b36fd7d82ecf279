// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"
#include "frontend/Mutation.h"

#include <tuple>
#include <utility>

using namespace clang;

namespace tensortidy {

/// Lambdas inside lambdas inside AT_DISPATCH are three deep.
static constexpr unsigned MaxInlineDepth = 8;

Value FunctionLowering::lowerLambda(const LambdaExpr *L) {
  // Those of a callee are lowered with it.
  if (!Builder.isInExpansion())
    Lambdas.push_back(L);
  for (const LambdaCapture &C : L->captures())
    if (L->isInitCapture(&C))
      if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar()))
        declare(V);
  std::vector<std::pair<const ValueDecl *, Value>> Copies;
  for (const LambdaCapture &C : L->captures()) {
    bool IsCopy = C.capturesVariable() && C.getCaptureKind() == LCK_ByCopy &&
                  !L->isInitCapture(&C);
    if (!IsCopy)
      continue;
    const ValueDecl *D = C.getCapturedVar();
    Value V = variable(D);
    bool IsPlain =
        (V.is(Value::Kind::Pointer) || D->getType()->isPointerType()) &&
        !Modified.contains(D);
    Copies.emplace_back(D, IsPlain ? V : copyOf(V, L));
  }
  Captured[L] = std::move(Copies);
  return Value::closure(L);
}

void FunctionLowering::keepCaptures(const Value &V, const Expr *At) {
  const auto It =
      V.is(Value::Kind::Closure) ? Captured.find(V.Closure) : Captured.end();
  if (It == Captured.end())
    return;
  std::vector<std::pair<const ValueDecl *, Value>> All = It->second;
  for (const LambdaCapture &C : V.Closure->captures())
    if (V.Closure->isInitCapture(&C))
      All.emplace_back(C.getCapturedVar(), variable(C.getCapturedVar()));
  for (const auto &[D, Copy] : All) {
    if (!Copy.isTensor())
      continue;
    const Value Kept =
        makeTensorSlot(D->getNameAsString(), PlaceKind::Field,
                       F.Places[Copy.Id].IsList, D->getLocation());
    Builder.emit(Assign{Kept.Id, Copy.Id}, At);
  }
}

bool FunctionLowering::mayInline(const FunctionDecl *Body) const {
  if (!Body || !Body->getBody() || Frames.size() >= MaxInlineDepth)
    return false;
  return llvm::none_of(
      Frames, [&](const InlineFrame &Frame) { return Frame.Callee == Body; });
}

/// Is \p V a condition that no assignment changes: a new value, or the flag of
/// a variable that nothing changes?
bool FunctionLowering::isSettledTruth(const Value &V) const {
  return V.is(Value::Kind::Truth) &&
         (!V.isFlag() || StableInts.contains(V.Truth.Integers.front().Int));
}

void FunctionLowering::bindParameter(const ParmVarDecl *P,
                                     const Value *Argument, const Expr *At) {
  QualType T = P->getType();
  if (Argument && T->isReferenceType() && Argument->isLvalue()) {
    if (Argument->isTensor())
      F.Places[Argument->Id].IsOfCallee |=
          F.Places[Argument->Id].Kind == PlaceKind::Temporary;
    nameTemporary(*Argument, P);
    Variables[P] = *Argument;
    return;
  }
  if (Argument && T->isPointerType() &&
      (Argument->isTensor() || Argument->is(Value::Kind::Object))) {
    Variables[P] = followsPointer(P, *Argument) ? *Argument : Value();
    return;
  }
  // An ArrayRef or initializer_list of tensors that are known.
  if (Argument && Argument->is(Value::Kind::List) && !Modified.contains(P) &&
      Unit.Types.classify(T) == TypeClass::TensorList) {
    Variables[P] = *Argument;
    return;
  }
  if (Unit.Types.classify(T) == TypeClass::Bool && !Modified.contains(P)) {
    // What a reference refers to may change under its other name.
    if (T->isReferenceType() && Argument && !isSettledTruth(*Argument)) {
      Variables[P] = Value();
      return;
    }
    Variables[P] = makeFlag(P->getNameAsString(),
                            Argument ? snapshot(*Argument, At) : Value(), At);
    return;
  }
  Value Slot =
      makeSlot(T, P->getNameAsString(), PlaceKind::Local, P->getLocation());
  if (Slot.isTensor())
    F.Places[Slot.Id].IsOfCallee = true;
  Value Given = Argument ? *Argument : Value();
  // `auto f = [](auto x)`: the template's parameter has no type yet.
  if (Slot.isNone() && !Given.isNone())
    Slot = keepOrForget(P, Given, At);
  else if (Slot.is(Value::Kind::Object) && Given.is(Value::Kind::Object))
    Slot = copyOf(Given, At);
  else
    assign(Slot, Given, At);
  Variables[P] = Slot;
}

Value FunctionLowering::inlineCall(const LambdaExpr *L,
                                   const FunctionDecl *Body,
                                   ArrayRef<Value> Arguments, const Expr *At) {
  const FunctionDecl *Definition = nullptr;
  if (Body && Body->hasBody(Definition))
    Body = Definition;
  // The first call costs what the text is long; further ones may multiply.
  const bool IsAgain = Inlined.contains(L);
  if (!mayInline(Body) ||
      (IsAgain && ++LambdaCalls > Unit.Options.MaxLambdaCalls)) {
    forgetChangesOf(L->getCallOperator(), At);
    std::vector<PlaceId> Places;
    Value Result = resultOf(At->getType(), Places);
    for (PlaceId P : Places)
      Builder.emit(Forget{P, "returned by a lambda"}, At);
    return Result;
  }
  Inlined.insert(L);
  if (Body != L->getCallOperator()) // a generic lambda's instantiation
    addMutations(Unit.mutations(Body));
  // By copy: what was there when the lambda was made.
  std::vector<std::pair<const ValueDecl *, Value>> Outer;
  for (auto &[D, V] : Captured[L]) {
    Outer.emplace_back(D, variable(D));
    Variables[D] = V;
  }
  const bool WereListed =
      std::exchange(CapturesAreListed,
                    CapturesAreListed || L->getCaptureDefault() == LCD_None);
  Value Result = inlineBody(Body, Arguments, At);
  CapturesAreListed = WereListed;
  for (auto &[D, V] : Outer)
    Variables[D] = V;
  return Result;
}

void FunctionLowering::forgetChangesOf(const FunctionDecl *Body,
                                       const Expr *At) {
  const FunctionDecl *Definition = Body ? Body->getDefinition() : nullptr;
  if (!Definition || !Definition->getBody())
    return;
  addMutations(Unit.mutations(Definition));
  // It may call other lambdas, which change what they captured.
  std::vector<Value> Changing;
  for (const auto &[D, V] : Variables)
    if (Modified.contains(D))
      Changing.push_back(V);
  llvm::sort(Changing, [](const Value &A, const Value &B) {
    return std::tie(A.TheKind, A.Id, A.Int.Int, A.Path) <
           std::tie(B.TheKind, B.Id, B.Int.Int, B.Path);
  });
  for (const Value &V : Changing)
    forget(V, "changed by a lambda", At);
  forgetFields("this", "changed by a lambda", At);
  if (This.Path != "this")
    forgetFields(This.Path, "changed by a lambda", At);
}

Value FunctionLowering::inlineBody(const FunctionDecl *Body,
                                   ArrayRef<Value> Arguments, const Expr *At) {
  unsigned I = 0;
  for (const ParmVarDecl *P : Body->parameters()) {
    bindParameter(P, I < Arguments.size() ? &Arguments[I] : nullptr, At);
    ++I;
  }
  Value Result =
      Unit.Types.classify(At->getType()) == TypeClass::Bool
          ? makeFlag("", Value(), At)
          : makeSlot(At->getType(), "", PlaceKind::Temporary, SourceLocation());
  Frames.push_back({Body, Builder.newBlock(), Result});
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Body))
    lowerInitializers(C);
  lowerBody(Body->getBody());
  Builder.jump(Frames.back().Exit);
  Builder.enter(Frames.back().Exit);
  Frames.pop_back();
  I = 0;
  for (const ParmVarDecl *P : Body->parameters()) {
    QualType T = P->getType();
    bool MayWrite = (T->isLValueReferenceType() || T->isPointerType()) &&
                    !T->getPointeeType().isConstQualified();
    if (I < Arguments.size() && MayWrite &&
        !Arguments[I].is(Value::Kind::Pointer) &&
        !(T->isReferenceType() && Arguments[I].isLvalue()) &&
        !followsPointer(P, Arguments[I]))
      forget(Arguments[I], "changed by a callee", At);
    ++I;
  }
  return Result;
}

/// What break, continue and case refer to ends at the lambda.
void FunctionLowering::lowerBody(const Stmt *Body) {
  std::vector<unsigned> OuterBreaks, OuterContinues;
  std::vector<SwitchFrame> OuterSwitches;
  llvm::DenseMap<const LabelDecl *, unsigned> OuterLabels;
  std::swap(OuterLabels, Labels);
  auto OuterAddressed = std::exchange(AddressedLabels, {});
  auto OuterJumps = std::exchange(IndirectJumps, {});
  std::swap(OuterBreaks, Breaks);
  std::swap(OuterContinues, Continues);
  std::swap(OuterSwitches, Switches);
  bool OuterEnds = std::exchange(EndsAfterFullExpression, false);
  lowerStmt(Body);
  unsigned End = Builder.current();
  connectIndirectJumps();
  Builder.enter(End);
  AddressedLabels = std::move(OuterAddressed);
  IndirectJumps = std::move(OuterJumps);
  EndsAfterFullExpression = OuterEnds;
  std::swap(OuterBreaks, Breaks);
  std::swap(OuterContinues, Continues);
  std::swap(OuterSwitches, Switches);
  std::swap(OuterLabels, Labels);
}

/// Does \p At call a function that calls what it is given for each of many
/// items?
static bool isLoopOfLambda(const Expr *At) {
  const auto *Call = dyn_cast<CallExpr>(At);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  const IdentifierInfo *Name = F ? F->getIdentifier() : nullptr;
  return Name && F->isInStdNamespace() &&
         llvm::is_contained({"for_each", "for_each_n", "transform", "generate",
                             "generate_n", "accumulate", "reduce"},
                            Name->getName());
}

void FunctionLowering::inlineMaybe(const LambdaExpr *L, const Expr *At) {
  const FunctionDecl *Operator = L->getCallOperator();
  if (!mayInline(Operator))
    return forgetChangesOf(Operator, At);
  unsigned Head = Builder.startBlock();
  unsigned Body = Builder.newBlock(), After = Builder.newBlock();
  Builder.jump(Body);
  Builder.jump(After);
  Builder.enter(Body);
  noteLoop();
  if (isLoopOfLambda(At))
    recordLoop(At, Head);
  ++LoopDepth;
  inlineCall(L, Operator, {}, At);
  --LoopDepth;
  Builder.jump(Head);
  Builder.enter(After);
}

} // namespace tensortidy
