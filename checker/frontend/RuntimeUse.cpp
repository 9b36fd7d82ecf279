// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/RuntimeUse.h"

#include "frontend/UnitContext.h"
#include "models/CalleeRule.h"

#include "clang/AST/Expr.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

using namespace clang;

namespace tensortidy {

const CalleeRule *ruleOfCall(const CallExpr *E, UnitContext &Unit) {
  const FunctionDecl *F = E->getDirectCallee();
  return F ? Unit.callee(F).Rule : nullptr;
}

bool isDeviceAddress(const Expr *Side) {
  return Side->getType()->isIntegerType();
}

namespace {

class UseFinder : public RecursiveASTVisitor<UseFinder> {
public:
  explicit UseFinder(UnitContext &Unit) : Unit(Unit) {}
  RuntimeUse Found = RuntimeUse::None;
  bool VisitCallExpr(CallExpr *E) {
    if (const CalleeRule *R = ruleOfCall(E, Unit); R && R->usesDevice())
      Found = std::max(Found, R->movesMemory() ? RuntimeUse::Moves
                                               : RuntimeUse::Waits);
    return Found != RuntimeUse::Moves;
  }

private:
  UnitContext &Unit;
};

} // namespace

RuntimeUse runtimeUseOf(const FunctionDecl *Definition, UnitContext &Unit) {
  UseFinder Finder(Unit);
  Finder.TraverseStmt(Definition->getBody());
  return Finder.Found;
}

} // namespace tensortidy
