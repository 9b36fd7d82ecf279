// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/AccessAlignments.h"

#include "frontend/UnitContext.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

using namespace clang;

namespace tensortidy {

const FunctionDecl *calleeOf(const CallExpr *E) {
  if (const FunctionDecl *Direct = E->getDirectCallee())
    return Direct;
  const auto *Variable =
      dyn_cast<DeclRefExpr>(E->getCallee()->IgnoreParenImpCasts());
  const auto *V = Variable ? dyn_cast<VarDecl>(Variable->getDecl()) : nullptr;
  const Expr *Init = V ? V->getInit() : nullptr;
  if (!Init)
    return nullptr;
  Init = Init->IgnoreParenCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(Init);
      U && U->getOpcode() == UO_AddrOf)
    Init = U->getSubExpr()->IgnoreParenCasts();
  const auto *To = dyn_cast<DeclRefExpr>(Init);
  return To ? dyn_cast<FunctionDecl>(To->getDecl()) : nullptr;
}

/// Walks one body; statements are visited in order, so that a local pointer is
/// known before it is used.
class AccessAlignments::BodyReader
    : public RecursiveASTVisitor<AccessAlignments::BodyReader> {
public:
  BodyReader(const FunctionDecl *F, AccessAlignments &All)
      : All(All), F(F), Context(F->getASTContext()) {}

  std::vector<WideAccess> take();

  bool shouldVisitLambdaBody() const { return true; }
  bool VisitVarDecl(VarDecl *V) {
    bind(V, V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->getOpcode() == BO_Rem)
      for (const ArgumentPath &P : numbersIn(B->getLHS()))
        AskedNumbers.insert(P);
    const auto *To = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParenImpCasts());
    if (To && B->getOpcode() == BO_Assign)
      bind(To->getDecl(), B->getRHS());
    else if (To &&
             (B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign))
      move(To->getDecl(), B->getRHS());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) {
    if (std::optional<Target> T = targetOf(E->getBase())) {
      addSteps(*T, E->getBase()->getType(), E->getIdx());
      access(*T, E->getType());
    }
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) {
    if (E->getOpcode() == UO_Deref)
      access(E->getSubExpr(), E->getType());
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) {
    if (E->isArrow())
      access(E->getBase(), E->getBase()->getType()->getPointeeType());
    return true;
  }
  /// `reinterpret_cast<uintptr_t>(p) % 16`.
  bool VisitCastExpr(CastExpr *E) {
    if (E->getCastKind() == CK_PointerToIntegral)
      if (const std::optional<Target> T = targetOf(E->getSubExpr()))
        AskedPointers.insert(T->Pointer);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    call(E);
    return true;
  }

private:
  /// What a pointer points to.
  struct Target {
    ArgumentPath Pointer;
    /// What went into its distance, each with the size of an element then.
    std::vector<std::pair<ArgumentPath, unsigned>> Steps;
  };
  /// One pointer's accesses.
  struct Accessed {
    unsigned Alignment = 0;
    std::set<ArgumentPath> Steps;
    std::string By;
  };

  std::optional<ArgumentPath> pathOf(const Expr *E) const;
  std::optional<Target> targetOf(const Expr *E) const;
  void numbersIn(const Stmt *S, std::set<ArgumentPath> &Into) const;
  std::set<ArgumentPath> numbersIn(const Expr *E) const {
    std::set<ArgumentPath> Found;
    numbersIn(E, Found);
    return Found;
  }
  void addSteps(Target &T, QualType Pointer, const Expr *Distance) const;
  void bind(const ValueDecl *D, const Expr *To);
  void move(const ValueDecl *D, const Expr *By);
  void access(const Expr *Pointer, QualType T) {
    if (const std::optional<Target> To = targetOf(Pointer))
      access(*To, T);
  }
  void access(const Target &To, QualType T);
  void need(const Target &To, unsigned Bytes, const std::string &By);
  void call(CallExpr *E);
  void take(const WideAccess &Of, CallExpr *By);
  unsigned bytesOf(QualType T) const;

  AccessAlignments &All;
  const FunctionDecl *F;
  const ASTContext &Context;
  /// Local variables, and parameters that were moved.
  llvm::DenseMap<const ValueDecl *, Target> Pointers;
  llvm::DenseMap<const ValueDecl *, std::set<ArgumentPath>> Numbers;
  std::map<ArgumentPath, Accessed> Needs;
  std::set<ArgumentPath> AskedPointers, AskedNumbers;
};

std::vector<WideAccess> AccessAlignments::BodyReader::take() {
  std::vector<WideAccess> Out;
  for (auto &[Pointer, Its] : Needs) {
    if (AskedPointers.count(Pointer) || Its.Alignment == 0)
      continue;
    WideAccess W{Pointer, Its.Alignment, {}, std::move(Its.By)};
    for (const ArgumentPath &Step : Its.Steps)
      if (!AskedNumbers.count(Step))
        W.Steps.push_back(Step);
    Out.push_back(std::move(W));
  }
  return Out;
}

/// The parameter, or the field of one, that \p E names.
std::optional<ArgumentPath>
AccessAlignments::BodyReader::pathOf(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && C->getNumArgs() == 1 &&
      C->getConstructor()->isCopyOrMoveConstructor())
    return pathOf(C->getArg(0));
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    const auto *P = dyn_cast<ParmVarDecl>(R->getDecl());
    if (!P || P->getDeclContext() != F)
      return std::nullopt;
    return ArgumentPath{P->getFunctionScopeIndex(), ""};
  }
  const auto *M = dyn_cast<MemberExpr>(E);
  const auto *Field = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
  std::optional<ArgumentPath> Its =
      Field && Field->getIdentifier() ? pathOf(M->getBase()) : std::nullopt;
  if (!Its || (M->isArrow() && !Its->Field.empty()))
    return std::nullopt;
  if (!Its->Field.empty())
    Its->Field += ".";
  Its->Field += Field->getName();
  return Its;
}

unsigned AccessAlignments::BodyReader::bytesOf(QualType T) const {
  if (T.isNull() || T->isDependentType() || T->isIncompleteType() ||
      T->isFunctionType())
    return 0;
  return Context.getTypeSizeInChars(T).getQuantity();
}

/// The parameters and fields of numbers that \p S computes with.
void AccessAlignments::BodyReader::numbersIn(
    const Stmt *S, std::set<ArgumentPath> &Into) const {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (E && E->getType()->isIntegerType()) {
    if (std::optional<ArgumentPath> P = pathOf(E)) {
      Into.insert(std::move(*P));
      return;
    }
    if (const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts()))
      if (const auto It = Numbers.find(R->getDecl()); It != Numbers.end())
        Into.insert(It->second.begin(), It->second.end());
  }
  if (S)
    for (const Stmt *Child : S->children())
      numbersIn(Child, Into);
}

void AccessAlignments::BodyReader::addSteps(Target &T, QualType Pointer,
                                            const Expr *Distance) const {
  if (const unsigned Bytes = bytesOf(Pointer->getPointeeType()))
    for (const ArgumentPath &Step : numbersIn(Distance))
      T.Steps.emplace_back(Step, Bytes);
}

std::optional<AccessAlignments::BodyReader::Target>
AccessAlignments::BodyReader::targetOf(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (!E->getType()->isPointerType())
    return std::nullopt;
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    if (const auto It = Pointers.find(R->getDecl()); It != Pointers.end())
      return It->second;
  if (std::optional<ArgumentPath> P = pathOf(E))
    return Target{std::move(*P), {}};
  const Expr *Base = nullptr, *Distance = nullptr;
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
    const bool IsLeft = B->getLHS()->getType()->isPointerType();
    Base = IsLeft ? B->getLHS() : B->getRHS();
    Distance = IsLeft ? B->getRHS() : B->getLHS();
  } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    const auto *S = U->getOpcode() == UO_AddrOf
                        ? dyn_cast<ArraySubscriptExpr>(
                              U->getSubExpr()->IgnoreParenImpCasts())
                        : nullptr;
    Base = S ? S->getBase() : nullptr;
    Distance = S ? S->getIdx() : nullptr;
  }
  if (!Base)
    return std::nullopt;
  std::optional<Target> T = targetOf(Base);
  if (T)
    addSteps(*T, Base->getType(), Distance);
  return T;
}

void AccessAlignments::BodyReader::bind(const ValueDecl *D, const Expr *To) {
  if (!To || isa<ParmVarDecl>(D))
    return;
  if (D->getType()->isIntegerType()) {
    if (std::set<ArgumentPath> Its = numbersIn(To); !Its.empty())
      Numbers[D].insert(Its.begin(), Its.end());
  } else if (D->getType()->isPointerType()) {
    if (std::optional<Target> T = targetOf(To))
      Pointers.try_emplace(D, std::move(*T));
  }
}

/// `p += row * stride;`
void AccessAlignments::BodyReader::move(const ValueDecl *D, const Expr *By) {
  if (!D->getType()->isPointerType())
    return;
  auto It = Pointers.find(D);
  if (It == Pointers.end()) {
    const auto *P = dyn_cast<ParmVarDecl>(D);
    if (!P || P->getDeclContext() != F)
      return;
    It = Pointers.try_emplace(D, Target{{P->getFunctionScopeIndex(), ""}, {}})
             .first;
  }
  addSteps(It->second, D->getType(), By);
}

void AccessAlignments::BodyReader::access(const Target &To, QualType T) {
  if (bytesOf(T) != 0)
    need(To, Context.getTypeAlignInChars(T).getQuantity(),
         plainQualifiedName(F));
}

void AccessAlignments::BodyReader::need(const Target &To, unsigned Bytes,
                                        const std::string &By) {
  Accessed &Its = Needs[To.Pointer];
  if (Bytes > Its.Alignment) {
    Its.Alignment = Bytes;
    Its.By = By;
  }
  for (const auto &[Step, ElementBytes] : To.Steps)
    if (ElementBytes % Bytes != 0)
      Its.Steps.insert(Step);
}

void AccessAlignments::BodyReader::call(CallExpr *E) {
  const FunctionDecl *Callee = calleeOf(E);
  if (!Callee || isa<CXXOperatorCallExpr>(E))
    return;
  for (const WideAccess &Each : All.accessesOf(Callee))
    take(Each, E);
  // `__ldg(reinterpret_cast<const float4 *>(p))`, and a library's function
  // that gets a pointer as one to a wider type.
  const bool IsIntrinsic =
      Callee->getIdentifier() && Callee->getName().starts_with("__ld");
  const bool IsLibrary =
      Context.getSourceManager().isInSystemHeader(Callee->getLocation());
  for (const Expr *A : E->arguments())
    if (IsIntrinsic ||
        (IsLibrary &&
         isa<CXXReinterpretCastExpr, CStyleCastExpr>(A->IgnoreParenImpCasts())))
      if (A->getType()->isPointerType())
        access(A, A->getType()->getPointeeType());
}

/// What the callee does with what \p By hands it.
void AccessAlignments::BodyReader::take(const WideAccess &Of, CallExpr *By) {
  auto Argument = [&](const ArgumentPath &P) {
    return P.Parameter < By->getNumArgs() ? By->getArg(P.Parameter) : nullptr;
  };
  auto InRecord = [&](const ArgumentPath &P) -> std::optional<ArgumentPath> {
    const Expr *A = Argument(P);
    std::optional<ArgumentPath> Its = A ? pathOf(A) : std::nullopt;
    if (Its)
      Its->Field += (Its->Field.empty() ? "" : ".") + P.Field;
    return Its;
  };
  std::optional<Target> To;
  if (!Of.Pointer.Field.empty()) {
    if (std::optional<ArgumentPath> P = InRecord(Of.Pointer))
      To = Target{std::move(*P), {}};
  } else if (const Expr *A = Argument(Of.Pointer)) {
    To = targetOf(A);
  }
  if (!To)
    return;
  for (const ArgumentPath &Step : Of.Steps) {
    std::set<ArgumentPath> Its;
    if (!Step.Field.empty()) {
      if (std::optional<ArgumentPath> P = InRecord(Step))
        Its.insert(std::move(*P));
    } else if (const Expr *A = Argument(Step)) {
      Its = numbersIn(A);
    }
    for (const ArgumentPath &Each : Its)
      To->Steps.emplace_back(Each, 1);
  }
  need(*To, Of.Alignment, Of.By);
}

unsigned AccessAlignments::of(const FunctionDecl *F, unsigned Index) {
  for (const WideAccess &Each : accessesOf(F))
    if (Each.Pointer == ArgumentPath{Index, ""})
      return Each.Alignment;
  return 0;
}

const std::vector<WideAccess> &
AccessAlignments::accessesOf(const FunctionDecl *F) {
  const FunctionDecl *Definition = F ? definitionOf(F) : nullptr;
  if (!Definition)
    return None;
  // What a recursive call does is not known yet.
  if (!Known.try_emplace(Definition).second)
    return Known[Definition];
  BodyReader Reader(Definition, *this);
  Reader.TraverseStmt(Definition->getBody());
  return Known[Definition] = Reader.take();
}

} // namespace tensortidy
