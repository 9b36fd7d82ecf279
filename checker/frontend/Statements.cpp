// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"
#include "frontend/Mutation.h"
#include "program/Flags.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace tensortidy {

FunctionLowering::FunctionLowering(UnitContext &Unit, Function &F,
                                   bool AxesChange)
    : Unit(Unit), F(F), AxesChange(AxesChange), Builder(F, Unit.Source) {}

bool FunctionLowering::run(const FunctionDecl *Definition) {
  Own = Definition;
  addMutations(Unit.mutations(Definition));
  Blocks.add(Definition, Unit);
  for (const ParmVarDecl *P : Definition->parameters()) {
    declareParameter(P);
    QualType T = P->getType();
    if ((T->isLValueReferenceType() || T->isPointerType()) &&
        !T->getPointeeType().isConstQualified())
      Given.push_back(variable(P));
  }
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Definition))
    lowerInitializers(C);
  lowerStmt(Definition->getBody());
  storeGiven();
  return finish();
}

bool FunctionLowering::run(const ValueDecl *Of, const Expr *Init) {
  addMutations(mutationsOf(Init, Unit.Models));
  Builder.setStatement(Init->getSourceRange());
  Value V = lower(Init);
  if (const auto *Variable = dyn_cast<VarDecl>(Of);
      Variable && !isa<ParmVarDecl>(Of))
    assign(variable(Of), V, Init);
  endFullExpression();
  return finish();
}

/// Pointers that objects of the caller hold when the function ends. The callers
/// of one that is internal are in this file, and have its body in place.
void FunctionLowering::storeGiven() {
  if (F.TheReach == Reach::Internal)
    return;
  for (const Value &V : Given)
    if (V.is(Value::Kind::Object) && LastExpression)
      usePointers({V}, Sink::Call, "", LastExpression, nullptr, nullptr,
                  /*AreLeft=*/true);
  // Nobody is known to walk what a member points to; it has to live.
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Own);
  if (Method && Method->isInstance() && !Method->getParent()->isLambda() &&
      LastExpression)
    usePointers({This}, Sink::FirstElement, "", LastExpression, nullptr,
                nullptr, /*AreLeft=*/true);
}

bool FunctionLowering::finish() {
  connectIndirectJumps();
  if (!Reason.empty())
    return false;
  for (Parameter &P : F.Parameters)
    if (!CheckMacro.empty() && !P.Check.empty() && !P.IsForeign)
      P.Check = CheckMacro + "({});";
  Builder.prune();
  settleModes(F, Modes);
  dropSingleFlags(F);
  return true;
}

void FunctionLowering::addMutations(const Mutations &M) {
  Modified.insert(M.Changed.begin(), M.Changed.end());
  Escaped.insert(M.Escaped.begin(), M.Escaped.end());
  Copied.insert(M.Copied.begin(), M.Copied.end());
  Reached.insert(M.Reached.begin(), M.Reached.end());
  ThisEscapes |= M.ThisEscapes;
}

std::vector<const LambdaExpr *> FunctionLowering::remainingLambdas() const {
  std::vector<const LambdaExpr *> Result;
  for (const LambdaExpr *L : Lambdas)
    if (!Inlined.contains(L))
      Result.push_back(L);
  return Result;
}

bool FunctionLowering::exceeds(unsigned Count, unsigned Limit,
                               const char *What) {
  if (Count <= Limit)
    return false;
  Reason = "too large: more than " + std::to_string(Limit) + " " + What;
  return true;
}

void FunctionLowering::lowerStmt(const Stmt *S) {
  if (!S || !Reason.empty())
    return;
  if (exceeds(F.Blocks.size(), Unit.Options.MaxBlocks, "blocks") ||
      exceeds(Depth, Unit.Options.MaxDepth, "statements in one another"))
    return;
  if (const auto *C = dyn_cast<CompoundStmt>(S)) {
    const CompoundStmt *Around = std::exchange(Braces, C);
    for (const Stmt *Child : C->body()) {
      BlockItem = Child;
      lowerStmt(Child);
    }
    Braces = Around;
    return;
  }
  ++Depth;
  clang::SourceRange Outer = Builder.setStatement(S->getSourceRange());
  if (const auto *E = dyn_cast<Expr>(S)) {
    lowerEffects(E);
  } else if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each))
        declare(V);
    endFullExpression();
  } else if (const auto *R = dyn_cast<ReturnStmt>(S)) {
    lowerReturn(R);
  } else {
    lowerControl(S);
  }
  Builder.setStatement(Outer);
  --Depth;
}

void FunctionLowering::lowerControl(const Stmt *S) {
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return lowerDirective(D);
  switch (S->getStmtClass()) {
  case Stmt::IfStmtClass:
    return lowerIf(cast<IfStmt>(S));
  case Stmt::WhileStmtClass:
    return lowerWhile(cast<WhileStmt>(S));
  case Stmt::DoStmtClass:
    return lowerDo(cast<DoStmt>(S));
  case Stmt::ForStmtClass:
    return lowerFor(cast<ForStmt>(S));
  case Stmt::CXXForRangeStmtClass:
    return lowerRangeFor(cast<CXXForRangeStmt>(S));
  case Stmt::SwitchStmtClass:
    return lowerSwitch(cast<SwitchStmt>(S));
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    return lowerCase(cast<SwitchCase>(S));
  case Stmt::CXXTryStmtClass:
    return lowerTry(cast<CXXTryStmt>(S));
  case Stmt::BreakStmtClass:
  case Stmt::ContinueStmtClass: {
    const auto &Targets = isa<BreakStmt>(S) ? Breaks : Continues;
    if (!Targets.empty())
      Builder.jump(Targets.back());
    return Builder.stop();
  }
  case Stmt::LabelStmtClass:
    Builder.jump(labelBlock(cast<LabelStmt>(S)->getDecl()));
    Builder.enter(labelBlock(cast<LabelStmt>(S)->getDecl()));
    return lowerStmt(cast<LabelStmt>(S)->getSubStmt());
  case Stmt::GotoStmtClass:
    Builder.jump(labelBlock(cast<GotoStmt>(S)->getLabel()));
    return Builder.stop();
  case Stmt::IndirectGotoStmtClass:
    lower(cast<IndirectGotoStmt>(S)->getTarget());
    IndirectJumps.push_back(Builder.current());
    return Builder.stop();
  case Stmt::GCCAsmStmtClass:
    return lowerAsm(cast<GCCAsmStmt>(S));
  default:
    for (const Stmt *Child : S->children())
      lowerStmt(Child);
  }
}

unsigned FunctionLowering::labelBlock(const LabelDecl *L) {
  auto [It, IsNew] = Labels.try_emplace(L, 0);
  if (IsNew)
    It->second = Builder.newBlock();
  return It->second;
}

/// What it writes is not known; with labels it may jump there.
void FunctionLowering::lowerAsm(const GCCAsmStmt *S) {
  for (unsigned I = 0; I < S->getNumInputs(); ++I)
    lower(S->getInputExpr(I));
  for (unsigned I = 0; I < S->getNumOutputs(); ++I)
    forget(lower(S->getOutputExpr(I)), "written by an asm statement",
           S->getOutputExpr(I));
  if (!S->isAsmGoto())
    return;
  for (const AddrLabelExpr *L : S->labels())
    Builder.jump(labelBlock(L->getLabel()));
  Builder.startBlock();
}

void FunctionLowering::connectIndirectJumps() {
  for (unsigned From : IndirectJumps)
    for (const LabelDecl *L : AddressedLabels)
      F.Blocks[From].Successors.push_back({labelBlock(L), std::nullopt});
  IndirectJumps.clear();
  AddressedLabels.clear();
}

void FunctionLowering::lowerEffects(const Expr *E) {
  lower(E);
  // `(void)x.t()` is thrown away on purpose.
  if (!E->getType()->isVoidType())
    Builder.discard(E);
  endFullExpression();
}

void FunctionLowering::endFullExpression() {
  if (EndsAfterFullExpression)
    Builder.stop();
  EndsAfterFullExpression = false;
}

void FunctionLowering::lowerIf(const IfStmt *S) {
  Builder.setStatement({S->getBeginLoc(), S->getRParenLoc()});
  lowerStmt(S->getInit());
  if (const VarDecl *V = S->getConditionVariable())
    declare(V);
  if (S->isConstexpr() || S->isConsteval()) {
    std::optional<const Stmt *> Taken =
        S->isConsteval() ? std::nullopt : S->getNondiscardedCase(Unit.Context);
    if (Taken)
      return lowerStmt(*Taken);
  }
  Condition C =
      S->getCond() ? lowerDecision(S->getCond()) : Condition::unknown();
  unsigned Then = Builder.newBlock(), Else = Builder.newBlock();
  Builder.branch(C, Then, Else, S->getCond());
  Builder.enter(Then);
  lowerStmt(S->getThen());
  unsigned After = Else;
  if (S->getElse()) {
    After = Builder.newBlock();
    Builder.jump(After);
    Builder.enter(Else);
    lowerStmt(S->getElse());
  }
  Builder.jump(After);
  Builder.enter(After);
}

/// The flag that stands for the result is set where \p C holds.
void FunctionLowering::returnTruth(const Condition &C, const Expr *At) {
  if (C.TheKind == Condition::Kind::Unknown)
    return;
  const Condition Flag = Frames.back().Result.Truth;
  unsigned Then = Builder.newBlock(), Else = Builder.newBlock();
  Builder.branch(C, Then, Else);
  Builder.enter(Then);
  Builder.emit(Assume{Flag}, At);
  Builder.jump(Frames.back().Exit);
  Builder.enter(Else);
  Builder.emit(Assume{Condition::negated(Flag)}, At);
}

void FunctionLowering::lowerReturn(const ReturnStmt *S) {
  const Expr *E = S->getRetValue();
  Value V = lower(E);
  if (!Frames.empty()) {
    if (E && Frames.back().Result.isFlag())
      returnTruth(truthOf(V), E);
    else if (E && !Frames.back().Result.isNone())
      assign(Frames.back().Result, V, E);
    Builder.jump(Frames.back().Exit);
    EndsAfterFullExpression = false;
    return Builder.stop();
  }
  keepCaptures(V, E);
  Return R;
  auto Add = [&](const Value &Each) {
    if (Each.isTensor())
      R.Values.push_back(Each.Id);
  };
  Add(V);
  for (const Value &Element : V.Elements)
    Add(Element);
  if (V.is(Value::Kind::Pointer) && V.Id != NoId &&
      !E->getType()->getPointeeType().isConstQualified())
    R.Pointers.push_back(V.Id);
  storeGiven();
  Builder.emit(std::move(R), S);
  EndsAfterFullExpression = false;
  Builder.stop();
}

} // namespace tensortidy
