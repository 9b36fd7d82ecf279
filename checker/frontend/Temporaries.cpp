// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Temporaries whose pointer a variable takes, for fix-its that give them names.

#include "frontend/FunctionLowering.h"

#include "clang/Lex/Lexer.h"

using namespace clang;

namespace tensortidy {

/// What \p S, one statement of \p Block, gives what \p Taken is, if that does
/// not outlive the block: "p" of `auto *p = ..`, "p_q" of `p.q = ..`; else
/// empty.
static std::string takerName(const Stmt *S, const CompoundStmt *Block,
                             const Expr *Taken) {
  const Expr *Given = nullptr;
  const VarDecl *By = nullptr;
  std::string Members;
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    By = D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    Given = By ? By->getInit() : nullptr;
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    const auto *B = dyn_cast<BinaryOperator>(E->IgnoreImplicit());
    if (!B || B->getOpcode() != BO_Assign)
      return "";
    Given = B->getRHS();
    const Expr *To = B->getLHS()->IgnoreParenImpCasts();
    while (const auto *M = dyn_cast<MemberExpr>(To)) {
      if (M->isArrow() || !M->getMemberDecl()->getIdentifier())
        return "";
      Members = "_" + M->getMemberDecl()->getName().str() + Members;
      To = M->getBase()->IgnoreParenImpCasts();
    }
    const auto *R = dyn_cast<DeclRefExpr>(To);
    By = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    const bool IsOfBlock =
        By && llvm::any_of(Block->body(), [&](const Stmt *Each) {
          const auto *D = dyn_cast<DeclStmt>(Each);
          return D && llvm::is_contained(D->decls(), By);
        });
    if (!IsOfBlock)
      return "";
  }
  if (!By || !Given || !By->hasLocalStorage() ||
      By->getType()->isReferenceType() || !By->getIdentifier() ||
      Given->IgnoreUnlessSpelledInSource()->IgnoreParenCasts() != Taken)
    return "";
  return By->getName().str() + Members;
}

void FunctionLowering::nameTemporary(const CallSite &S, TakePointer &T) const {
  if (!BlockItem || !Braces || !S.Object ||
      S.Whole->getBeginLoc().isMacroID() ||
      BlockItem->getBeginLoc().isMacroID())
    return;
  const Expr *Object = S.Object->IgnoreImplicit();
  if (!S.Object->getType()->isRecordType() || Object->isLValue() ||
      !isa<CallExpr>(Object))
    return;
  const std::string By =
      takerName(BlockItem, Braces, S.Whole->IgnoreParenCasts());
  const SourceManager &SM = Unit.Context.getSourceManager();
  const LangOptions &Options = Unit.Context.getLangOpts();
  const StringRef Text = Lexer::getSourceText(
      CharSourceRange::getTokenRange(Object->getSourceRange()), SM, Options);
  const unsigned Column = SM.getSpellingColumnNumber(BlockItem->getBeginLoc());
  if (By.empty() || Text.empty() || Column == 0)
    return;
  T.NameInFixIt = By + "_tensor";
  T.FixItBefore = "auto " + T.NameInFixIt + " = " + Text.str() + ";\n" +
                  std::string(Column - 1, ' ');
}

} // namespace tensortidy
