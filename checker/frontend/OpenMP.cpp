// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/OpenMP.h"

#include "frontend/FunctionLowering.h"

#include "clang/AST/OpenMPClause.h"

#include <utility>

using namespace clang;

namespace tensortidy {

const Stmt *bodyOf(const OMPExecutableDirective *D) {
  return D->hasAssociatedStmt() && D->getAssociatedStmt() ? D->getRawStmt()
                                                          : nullptr;
}

bool isRunByEveryThread(const OMPExecutableDirective *D) {
  switch (D->getDirectiveKind()) {
  case llvm::omp::OMPD_parallel:
  case llvm::omp::OMPD_teams:
  case llvm::omp::OMPD_target_parallel:
  case llvm::omp::OMPD_target_teams:
    return true;
  default:
    return false;
  }
}

namespace {

using PrivateCopies = llvm::MapVector<const ValueDecl *, PrivateCopy>;

/// Of `private(y)` that is `y`. Clang names a field by a variable that it
/// makes, under which the body has it, too.
template <typename Clause>
void addVariables(const OMPClause *C, bool PrivateCopy::*Flag,
                  PrivateCopies &Into) {
  const auto *List = dyn_cast<Clause>(C);
  if (!List)
    return;
  for (const Expr *E : List->varlist()) {
    const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    if (!R) // an element of an array
      continue;
    PrivateCopy &Copy = Into[R->getDecl()];
    if (!Copy.At)
      Copy.At = R;
    if (Flag)
      Copy.*Flag = true;
  }
}

} // namespace

PrivateCopies privateCopiesOf(const OMPExecutableDirective *D) {
  PrivateCopies Copies;
  for (const OMPClause *C : D->clauses()) {
    addVariables<OMPPrivateClause>(C, nullptr, Copies);
    addVariables<OMPFirstprivateClause>(C, &PrivateCopy::CopiesIn, Copies);
    addVariables<OMPLastprivateClause>(C, &PrivateCopy::CopiesOut, Copies);
    addVariables<OMPReductionClause>(C, &PrivateCopy::IsReduced, Copies);
    addVariables<OMPTaskReductionClause>(C, &PrivateCopy::IsReduced, Copies);
    addVariables<OMPInReductionClause>(C, &PrivateCopy::IsReduced, Copies);
  }
  return Copies;
}

/// The variable whose copy it is: a field behind the variable that Clang makes.
Value FunctionLowering::originalOf(const ValueDecl *D) {
  if (const auto *Captured = dyn_cast<OMPCapturedExprDecl>(D))
    return lower(Captured->getInit());
  return variable(D);
}

Value FunctionLowering::makePrivate(const ValueDecl *D, const PrivateCopy &Copy,
                                    const Value &Original) {
  // A loop that never runs leaves what was there.
  if (Copy.CopiesIn || Copy.CopiesOut)
    return copyOf(Original, Copy.At);
  Value Own = makeSlot(D->getType().getNonReferenceType(), D->getNameAsString(),
                       PlaceKind::Local, D->getLocation());
  forget(Own, "a private copy", Copy.At);
  return Own;
}

/// A program without data races does the same when its threads run one after
/// the other, and a task where it is made: the body is lowered in place.
void FunctionLowering::lowerDirective(const OMPExecutableDirective *D) {
  const Stmt *Body = bodyOf(D);
  if (!Body)
    return;
  struct Private {
    const ValueDecl *Variable;
    PrivateCopy Copy;
    Value Original;
  };
  std::vector<Private> Privates;
  for (const auto &[Variable, Copy] : privateCopiesOf(D))
    Privates.push_back({Variable, Copy, originalOf(Variable)});
  // Each thread has copies of its own.
  bool IsRepeated = isRunByEveryThread(D);
  unsigned Head = IsRepeated ? Builder.startBlock() : 0;
  for (const Private &P : Privates)
    Variables[P.Variable] = makePrivate(P.Variable, P.Copy, P.Original);
  if (IsRepeated)
    lowerRepeated(Body, Head);
  else
    lowerStmt(Body);
  for (const Private &P : Privates) {
    const Value Own = std::exchange(Variables[P.Variable], P.Original);
    if (P.Copy.IsReduced)
      forget(P.Original, "changed by a reduction", P.Copy.At);
    else if (P.Copy.CopiesOut)
      assign(P.Original, Own, P.Copy.At);
  }
}

void FunctionLowering::lowerRepeated(const Stmt *Body, unsigned Head) {
  std::set<PlaceId> Outer = std::exchange(Overwritten, {});
  unsigned Next = Builder.newBlock(), After = Builder.newBlock();
  lowerLoopBody(Body, Next, After);
  Builder.enter(Next);
  Builder.branch(Condition::unknown(), Head, After);
  Builder.enter(After);
  forgetOverwritten(Body);
  Overwritten.insert(Outer.begin(), Outer.end());
}

} // namespace tensortidy
