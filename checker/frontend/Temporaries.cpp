// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Temporaries whose pointer a variable takes, for fix-its that give them names.

#include "frontend/FunctionLowering.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace tensortidy {

namespace {

/// Looks for what a variable more in a block could break, or would not mend.
class BlockReader : public RecursiveASTVisitor<BlockReader> {
public:
  BlockReader(const VarDecl *Taker, const Expr *Taken)
      : Taker(Taker), Taken(Taken) {}

  /// There are jumps, which a declaration may be in the way of.
  bool Jumps = false;
  /// What has the pointer is copied, or its address taken: the copy may
  /// outlive the block.
  bool IsCopied = false;

  bool VisitLabelStmt(LabelStmt *) { return !(Jumps = true); }
  bool VisitGotoStmt(GotoStmt *) { return !(Jumps = true); }
  bool VisitSwitchCase(SwitchCase *S) {
    Jumps |= isDirect(S);
    return true;
  }
  bool VisitVarDecl(VarDecl *D) {
    if (D != Taker)
      copied(D->getType(), D->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp() && B->getRHS()->IgnoreParenCasts() != Taken)
      copied(B->getLHS()->getType(), B->getRHS());
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *R) {
    if (R->getRetValue())
      copied(R->getRetValue()->getType(), R->getRetValue());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    if (U->getOpcode() == UO_AddrOf)
      copied(U->getType(), U->getSubExpr());
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *L) {
    for (const LambdaCapture &C : L->captures())
      IsCopied |= C.capturesVariable() && C.getCapturedVar() == Taker;
    return true;
  }

  void read(const CompoundStmt *Block) {
    Braces = Block;
    TraverseStmt(const_cast<CompoundStmt *>(Block));
  }

private:
  bool isDirect(const SwitchCase *S) const {
    return llvm::is_contained(Braces->body(), S);
  }
  /// Numbers that were computed of what it points to are no pointers.
  void copied(QualType To, const Expr *From) {
    if (!From || To->isArithmeticType() || To->isVoidType())
      return;
    struct Finder : RecursiveASTVisitor<Finder> {
      const VarDecl *Sought = nullptr;
      bool Found = false;
      bool VisitDeclRefExpr(DeclRefExpr *R) {
        Found |= R->getDecl() == Sought;
        return !Found;
      }
    } Reader;
    Reader.Sought = Taker;
    Reader.TraverseStmt(const_cast<Expr *>(From));
    IsCopied |= Reader.Found;
  }

  const VarDecl *Taker;
  const Expr *Taken;
  const CompoundStmt *Braces = nullptr;
};

/// Who takes the pointer: `p` in `auto *p = ..` and `p = ..`, and the members
/// of it in `p.q = ..`.
struct Taker {
  const VarDecl *Variable = nullptr;
  std::string Members; ///< "_q"
};

/// \p S is one statement of \p Block. None where what takes the pointer is not
/// declared in that block.
std::optional<Taker> takerOf(const Stmt *S, const CompoundStmt *Block,
                             const Expr *Taken) {
  const Expr *Given = nullptr;
  Taker By;
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    By.Variable =
        D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    Given = By.Variable ? By.Variable->getInit() : nullptr;
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    const auto *B = dyn_cast<BinaryOperator>(E->IgnoreImplicit());
    if (!B || B->getOpcode() != BO_Assign)
      return std::nullopt;
    Given = B->getRHS();
    const Expr *To = B->getLHS()->IgnoreParenImpCasts();
    while (const auto *M = dyn_cast<MemberExpr>(To)) {
      if (M->isArrow() || !isa<FieldDecl>(M->getMemberDecl()) ||
          !M->getMemberDecl()->getIdentifier())
        return std::nullopt;
      By.Members = "_" + M->getMemberDecl()->getName().str() + By.Members;
      To = M->getBase()->IgnoreParenImpCasts();
    }
    const auto *R = dyn_cast<DeclRefExpr>(To);
    By.Variable = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    const bool IsOfBlock =
        By.Variable && llvm::any_of(Block->body(), [&](const Stmt *Each) {
          const auto *D = dyn_cast<DeclStmt>(Each);
          return D && llvm::is_contained(D->decls(), By.Variable);
        });
    if (!IsOfBlock)
      return std::nullopt;
  }
  if (!By.Variable || !Given || !By.Variable->hasLocalStorage() ||
      By.Variable->getType()->isReferenceType() ||
      !By.Variable->getIdentifier() ||
      Given->IgnoreUnlessSpelledInSource()->IgnoreParenCasts() != Taken)
    return std::nullopt;
  return By;
}

bool containsWord(StringRef Text, StringRef Word) {
  auto IsPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (size_t At = Text.find(Word); At != StringRef::npos;
       At = Text.find(Word, At + 1)) {
    const StringRef Rest = Text.drop_front(At + Word.size());
    if ((At == 0 || !IsPart(Text[At - 1])) &&
        (Rest.empty() || !IsPart(Rest.front())))
      return true;
  }
  return false;
}

/// Is \p Name free in the block of \p V? Parameters share the outermost one.
bool isFree(StringRef Name, StringRef Block, const VarDecl *V) {
  const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
  return !containsWord(Block, Name) && F &&
         llvm::none_of(F->parameters(), [&](const ParmVarDecl *P) {
           return P->getIdentifier() && P->getName() == Name;
         });
}

} // namespace

void FunctionLowering::nameTemporary(const CallSite &S, TakePointer &T) const {
  if (!BlockItem || !Braces || !S.Object ||
      S.Whole->getBeginLoc().isMacroID() ||
      BlockItem->getBeginLoc().isMacroID())
    return;
  const Expr *Object = S.Object->IgnoreImplicit();
  if (!S.Object->getType()->isRecordType() || Object->isLValue() ||
      !isa<CallExpr>(Object))
    return;
  const Expr *Taken = S.Whole->IgnoreParenCasts();
  const std::optional<Taker> By = takerOf(BlockItem, Braces, Taken);
  if (!By)
    return;
  BlockReader Reader(By->Variable, Taken);
  Reader.read(Braces);
  if (Reader.Jumps || Reader.IsCopied)
    return;
  const SourceManager &SM = Unit.Context.getSourceManager();
  const LangOptions &Options = Unit.Context.getLangOpts();
  auto TextOf = [&](const Stmt *Of) {
    return Lexer::getSourceText(
        CharSourceRange::getTokenRange(Of->getSourceRange()), SM, Options);
  };
  const std::string Name =
      By->Variable->getName().str() + By->Members + "_tensor";
  const StringRef Text = TextOf(Object), Block = TextOf(Braces);
  const unsigned Column = SM.getSpellingColumnNumber(BlockItem->getBeginLoc());
  if (Text.empty() || Block.empty() || Column == 0 ||
      !isFree(Name, Block, By->Variable))
    return;
  T.NameInFixIt = Name;
  T.FixItBefore = "auto " + Name + " = " + Text.str() + ";\n" +
                  std::string(Column - 1, ' ');
}

} // namespace tensortidy
