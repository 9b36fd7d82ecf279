// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

using namespace clang;

namespace tensortidy {

/// `for (...)` without the body; of a call, its callee.
static clang::SourceRange headerOf(const Stmt *S) {
  SourceLocation End = S->getBeginLoc();
  if (const auto *For = dyn_cast<ForStmt>(S))
    End = For->getRParenLoc();
  else if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
    End = Range->getRParenLoc();
  else if (const auto *While = dyn_cast<WhileStmt>(S))
    End = While->getRParenLoc();
  else if (const auto *Call = dyn_cast<CallExpr>(S))
    End = Call->getCallee()->getEndLoc();
  return {S->getBeginLoc(), End};
}

unsigned FunctionLowering::recordLoop(const Stmt *S, unsigned Head) {
  Loop L;
  L.Head = Head;
  L.Where = Unit.Source.range(headerOf(S));
  L.Expansion = Builder.expansion();
  if (BlockItem == S && !S->getBeginLoc().isMacroID())
    L.Indentation = Unit.Source.indentation(S->getBeginLoc());
  F.Loops.push_back(std::move(L));
  return F.Loops.size() - 1;
}

namespace {

bool isWithin(SourceLocation L, const Stmt *S, const SourceManager &SM) {
  return SM.isPointWithin(L, S->getBeginLoc(), S->getEndLoc());
}

/// Does \p S name what is declared in \p Loop, or contain what may not be
/// moved as text?
bool dependsOn(const Stmt *Loop, const Stmt *S, const SourceManager &SM) {
  if (!S)
    return false;
  if (isa<LambdaExpr>(S))
    return true;
  if (const auto *R = dyn_cast<DeclRefExpr>(S))
    if (isWithin(R->getDecl()->getLocation(), Loop, SM))
      return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return dependsOn(Loop, Child, SM);
  });
}

/// Is another variable of the function called the same?
bool hasNamesake(const VarDecl *D) {
  unsigned Count = 0;
  for (const Decl *Each : D->getDeclContext()->decls()) {
    const auto *Named = dyn_cast<NamedDecl>(Each);
    Count += Named && Named->getDeclName() == D->getDeclName();
  }
  return Count != 1;
}

} // namespace

bool FunctionLowering::isMovable(const VarDecl *D, const Stmt *Loop) const {
  return D && D->getInit() && !D->isStaticLocal() && !Modified.contains(D) &&
         !isa<DecompositionDecl>(D) && !D->getBeginLoc().isMacroID() &&
         !hasNamesake(D) &&
         !dependsOn(Loop, D->getInit(), Unit.Context.getSourceManager());
}

void FunctionLowering::recordDeclarations(unsigned Loop, const Stmt *S,
                                          const Stmt *Body) {
  const auto *Items = dyn_cast<CompoundStmt>(Body);
  if (!Items || Builder.isInExpansion() || !F.Loops[Loop].Indentation)
    return;
  for (const Stmt *Item : Items->body()) {
    const auto *Group = dyn_cast<DeclStmt>(Item);
    const auto *D = Group && Group->isSingleDecl()
                        ? dyn_cast<VarDecl>(Group->getSingleDecl())
                        : nullptr;
    if (!isMovable(D, S))
      continue;
    auto It = Variables.find(D);
    if (It == Variables.end() || !It->second.isTensor())
      continue;
    const SourceRange At = Unit.Source.range(Group->getSourceRange());
    const std::optional<SourceRange> Lines = Unit.Source.wholeLines(At);
    if (Lines)
      F.LoopDeclarations.push_back(
          {It->second.Id, Loop, *Lines, Unit.Source.exactText(At)});
  }
}

} // namespace tensortidy
