// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/AccessAlignments.h"

#include "frontend/Registries.h"
#include "frontend/UnitContext.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

using namespace clang;

namespace tensortidy {

/// Walks one body; statements are visited in order, so that a local pointer is
/// known before it is used.
class AccessAlignments::BodyReader
    : public RecursiveASTVisitor<AccessAlignments::BodyReader> {
public:
  BodyReader(const FunctionDecl *F, AccessAlignments &All)
      : All(All), F(F), Context(F->getASTContext()) {}

  Body read() {
    TraverseStmt(F->getBody());
    // What a loop moves at its end is elsewhere when it begins again.
    if (IsMoved)
      TraverseStmt(F->getBody());
    return summary();
  }

  bool shouldVisitLambdaBody() const { return true; }
  bool VisitVarDecl(VarDecl *V) {
    if (V->getInit() && !isa<ParmVarDecl>(V))
      bind(V, V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    const BinaryOperatorKind Op = B->getOpcode();
    if (Op == BO_Rem || Op == BO_And || Op == BO_RemAssign ||
        Op == BO_AndAssign)
      for (const Expr *Side : {B->getLHS(), B->getRHS()})
        for (const auto &[Number, Factor] : numbersIn(Side))
          Asked.insert(Number);
    const auto *To = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParenImpCasts());
    if (To && Op == BO_Assign) {
      Reassigned.insert(To->getDecl());
      bind(To->getDecl(), B->getRHS());
    } else if (To && (Op == BO_AddAssign || Op == BO_SubAssign)) {
      move(To->getDecl(), B->getRHS());
    }
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
        Asked.insert(T->Pointer);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    call(E);
    return true;
  }

private:
  /// Parameters and fields that a number is computed of, each with a factor of
  /// what it adds.
  using Sum = std::map<ArgumentPath, uint64_t>;
  /// What a pointer points to.
  struct Target {
    ArgumentPath Pointer;
    /// What went into its distance: of how many bytes that is a multiple.
    Sum Steps;
  };
  /// What is accessed through one pointer.
  struct Access {
    unsigned Alignment = 0;
    std::string By;
  };
  struct Accesses {
    Access Widest;
    std::map<ArgumentPath, Access> Steps; ///< the widest at a distance of each
  };

  Body summary();
  std::optional<ArgumentPath> pathOf(const Expr *E) const;
  std::optional<Target> targetOf(const Expr *E) const;
  void addNumbers(const Expr *E, uint64_t Factor, Sum &Into) const;
  Sum numbersIn(const Expr *E) const {
    Sum Found;
    addNumbers(E, 1, Found);
    return Found;
  }
  uint64_t constantOf(const Expr *E) const;
  void addSteps(Target &T, QualType Pointer, const Expr *Distance) const;
  const FunctionDecl *calleeOf(const CallExpr *E) const;
  void bind(const ValueDecl *D, const Expr *To);
  void move(const ValueDecl *D, const Expr *By);
  void merge(const ValueDecl *D, const Target &T);
  void access(const Expr *Pointer, QualType T) {
    if (const std::optional<Target> To = targetOf(Pointer))
      access(*To, T);
  }
  void access(const Target &To, QualType T);
  void need(const Target &To, const Access &Its);
  void call(CallExpr *E);
  void handOver(const WideAccess &Its, ArrayRef<const Expr *> Arguments);
  std::optional<ArgumentPath> fieldOf(const ArgumentPath &P,
                                      ArrayRef<const Expr *> Arguments) const;
  Sum numbersOf(const ArgumentPath &P, ArrayRef<const Expr *> Arguments) const;

  AccessAlignments &All;
  const FunctionDecl *F;
  const ASTContext &Context;
  /// Local variables, and parameters that were moved.
  llvm::DenseMap<const ValueDecl *, Target> Pointers;
  llvm::DenseMap<const ValueDecl *, Sum> Numbers;
  llvm::DenseSet<const ValueDecl *> Reassigned;
  std::map<ArgumentPath, Accesses> Needs;
  std::set<ArgumentPath> Asked;
  bool IsMoved = false;
};

namespace {

/// Adds \p Step; of two distances that hold it the less regular one counts.
void addStep(const ArgumentPath &Step, uint64_t Factor,
             std::map<ArgumentPath, uint64_t> &Into) {
  const auto [It, IsNew] = Into.try_emplace(Step, Factor);
  if (!IsNew)
    It->second = std::gcd(It->second, Factor);
}

bool isKnown(QualType T) {
  return !T.isNull() && !T->isDependentType() && !T->isIncompleteType() &&
         !T->isFunctionType();
}

/// `char *`: who moves it counts bytes, whatever the elements are.
bool countsBytes(QualType Element) {
  const auto *Builtin = Element->getAs<BuiltinType>();
  return Element->isVoidType() || Element->isStdByteType() ||
         (Builtin && (Builtin->getKind() == BuiltinType::Char_S ||
                      Builtin->getKind() == BuiltinType::Char_U ||
                      Builtin->getKind() == BuiltinType::UChar));
}

/// CUB's block-wide loads and stores read what they get as what it points to.
bool isOfCub(const FunctionDecl *F) {
  return plainQualifiedName(F).compare(0, 5, "cub::") == 0;
}

} // namespace

AccessAlignments::Body AccessAlignments::BodyReader::summary() {
  Body Out;
  for (const auto &Each : Needs) {
    const ArgumentPath &Pointer = Each.first;
    const Accesses &Its = Each.second;
    if (Asked.count(Pointer) || Its.Widest.Alignment == 0)
      continue;
    std::map<unsigned, WideAccess, std::greater<>> ByAlignment;
    auto Of = [&](const Access &A) -> WideAccess & {
      WideAccess W{Pointer, A.Alignment, {}, A.By};
      return ByAlignment.try_emplace(A.Alignment, std::move(W)).first->second;
    };
    Of(Its.Widest);
    for (const auto &[Step, At] : Its.Steps)
      if (!Asked.count(Step))
        Of(At).Steps.push_back(Step);
    for (auto &[Alignment, W] : ByAlignment)
      Out.Accesses.push_back(std::move(W));
  }
  Out.Asked = std::move(Asked);
  return Out;
}

/// The parameter, or the field of one, that \p E names.
std::optional<ArgumentPath>
AccessAlignments::BodyReader::pathOf(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return C->getNumArgs() == 1 &&
                   C->getConstructor()->isCopyOrMoveConstructor()
               ? pathOf(C->getArg(0))
               : std::nullopt;
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *P = dyn_cast<ParmVarDecl>(R->getDecl()))
      return P->getDeclContext() == F
                 ? std::optional(ArgumentPath{P->getFunctionScopeIndex(), ""})
                 : std::nullopt;
    // `const Arguments &a = arguments;`
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    const bool IsAlias = V && V->getInit() && V->getType()->isReferenceType() &&
                         V->getType().getNonReferenceType()->isRecordType();
    return IsAlias ? pathOf(V->getInit()) : std::nullopt;
  }
  const auto *M = dyn_cast<MemberExpr>(E);
  const auto *Field = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
  std::optional<ArgumentPath> Its =
      Field && Field->getIdentifier() ? pathOf(M->getBase()) : std::nullopt;
  if (!Its || (M->isArrow() && !Its->Field.empty()))
    return std::nullopt;
  Its->add(Field->getName().str());
  return Its;
}

/// 1 for what is not known.
uint64_t AccessAlignments::BodyReader::constantOf(const Expr *E) const {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsInt(Result, Context))
    return 1;
  const int64_t N = Result.Val.getInt().getSExtValue();
  return N == 0 ? 1 : N < 0 ? -static_cast<uint64_t>(N) : N;
}

/// The parameters and fields that \p E adds or multiplies, not those that it
/// only chooses by.
void AccessAlignments::BodyReader::addNumbers(const Expr *E, uint64_t Factor,
                                              Sum &Into) const {
  E = E->IgnoreParenCasts();
  if (E->getType().isNull() || !E->getType()->isIntegerType())
    return;
  if (const std::optional<ArgumentPath> P = pathOf(E))
    return addStep(*P, Factor, Into);
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    if (const auto It = Numbers.find(R->getDecl()); It != Numbers.end())
      for (const auto &[Step, Its] : It->second)
        addStep(Step, Its * Factor, Into);
  } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    addNumbers(U->getSubExpr(), Factor, Into);
  } else if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    addNumbers(C->getTrueExpr(), Factor, Into);
    addNumbers(C->getFalseExpr(), Factor, Into);
  } else if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    uint64_t Left = Factor, Right = Factor;
    if (B->getOpcode() == BO_Mul) {
      Left *= constantOf(B->getRHS());
      Right *= constantOf(B->getLHS());
    } else if (B->getOpcode() == BO_Shl) {
      const uint64_t By = constantOf(B->getRHS());
      Left <<= std::min<uint64_t>(By, 8);
    }
    if (!B->isComparisonOp() && !B->isLogicalOp()) {
      addNumbers(B->getLHS(), Left, Into);
      addNumbers(B->getRHS(), Right, Into);
    }
  } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
    for (const Expr *A : Call->arguments())
      addNumbers(A, Factor, Into);
  }
}

void AccessAlignments::BodyReader::addSteps(Target &T, QualType Pointer,
                                            const Expr *Distance) const {
  const QualType Element = Pointer->getPointeeType();
  if (!isKnown(Element) || countsBytes(Element))
    return;
  const uint64_t Bytes = Context.getTypeSizeInChars(Element).getQuantity();
  for (const auto &[Step, Factor] : numbersIn(Distance))
    addStep(Step, Bytes * Factor, T.Steps);
}

std::optional<AccessAlignments::BodyReader::Target>
AccessAlignments::BodyReader::targetOf(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (E->getType().isNull() || !E->getType()->isPointerType())
    return std::nullopt;
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    if (const auto It = Pointers.find(R->getDecl()); It != Pointers.end())
      return It->second;
  if (std::optional<ArgumentPath> P = pathOf(E))
    return Target{std::move(*P), {}};
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    std::optional<Target> T = targetOf(C->getTrueExpr());
    return T ? T : targetOf(C->getFalseExpr());
  }
  const Expr *Base = nullptr, *Distance = nullptr;
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    const bool IsLeft = B->getLHS()->getType()->isPointerType();
    Base = IsLeft ? B->getLHS() : B->getRHS();
    Distance = IsLeft ? B->getRHS() : B->getLHS();
    if (B->getOpcode() == BO_Comma || B->getOpcode() == BO_Assign)
      return targetOf(B->getRHS());
  } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    const auto *S = U->getOpcode() == UO_AddrOf
                        ? dyn_cast<ArraySubscriptExpr>(
                              U->getSubExpr()->IgnoreParenImpCasts())
                        : nullptr;
    if (U->isIncrementDecrementOp())
      return targetOf(U->getSubExpr());
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

void AccessAlignments::BodyReader::merge(const ValueDecl *D, const Target &T) {
  const auto [It, IsNew] = Pointers.try_emplace(D, T);
  if (!IsNew && It->second.Pointer == T.Pointer)
    for (const auto &[Step, Bytes] : T.Steps)
      addStep(Step, Bytes, It->second.Steps);
}

void AccessAlignments::BodyReader::bind(const ValueDecl *D, const Expr *To) {
  if (D->getType()->isIntegerType()) {
    for (const auto &[Step, Factor] : numbersIn(To))
      addStep(Step, Factor, Numbers[D]);
  } else if (D->getType()->isPointerType()) {
    if (const std::optional<Target> T = targetOf(To))
      merge(D, *T);
  }
  IsMoved |= Reassigned.contains(D);
}

/// `p += row * stride;`
void AccessAlignments::BodyReader::move(const ValueDecl *D, const Expr *By) {
  IsMoved = true;
  if (D->getType()->isIntegerType())
    return bind(D, By);
  std::optional<Target> T;
  if (const auto It = Pointers.find(D); It != Pointers.end())
    T = It->second;
  else if (const auto *P = dyn_cast<ParmVarDecl>(D);
           P && P->getDeclContext() == F)
    T = Target{{P->getFunctionScopeIndex(), ""}, {}};
  if (!T || !D->getType()->isPointerType())
    return;
  addSteps(*T, D->getType(), By);
  merge(D, *T);
}

void AccessAlignments::BodyReader::access(const Target &To, QualType T) {
  if (isKnown(T))
    need(To,
         {static_cast<unsigned>(Context.getTypeAlignInChars(T).getQuantity()),
          plainQualifiedName(F)});
}

void AccessAlignments::BodyReader::need(const Target &To, const Access &Its) {
  auto Widen = [&](Access &A) {
    if (Its.Alignment > A.Alignment)
      A = Its;
  };
  Accesses &All = Needs[To.Pointer];
  Widen(All.Widest);
  for (const auto &[Step, Bytes] : To.Steps)
    if (Bytes % Its.Alignment != 0)
      Widen(All.Steps[Step]);
}

/// What \p E calls: also through a variable that is only ever one function's
/// address, `auto kernel = &f<T>;`.
const FunctionDecl *
AccessAlignments::BodyReader::calleeOf(const CallExpr *E) const {
  if (const FunctionDecl *Direct = E->getDirectCallee())
    return Direct;
  const VarDecl *V = variableCalled(E);
  return V && V->getInit() && !Reassigned.contains(V)
             ? addressOfFunction(V->getInit())
             : nullptr;
}

void AccessAlignments::BodyReader::call(CallExpr *E) {
  const FunctionDecl *Callee = calleeOf(E);
  if (!Callee)
    return;
  llvm::SmallVector<const Expr *, 16> Arguments(E->arguments());
  if (isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(Callee) &&
      !Arguments.empty())
    Arguments.erase(Arguments.begin()); // the object
  const Body &Its = All.bodyOf(Callee);
  for (const WideAccess &Each : Its.Accesses)
    handOver(Each, Arguments);
  for (const ArgumentPath &Each : Its.Asked) {
    for (const auto &[Number, Factor] : numbersOf(Each, Arguments))
      Asked.insert(Number);
    if (std::optional<ArgumentPath> P = fieldOf(Each, Arguments))
      Asked.insert(*P);
    else if (Each.Field.empty() && Each.Parameter < Arguments.size())
      if (const std::optional<Target> T = targetOf(Arguments[Each.Parameter]))
        Asked.insert(T->Pointer);
  }
  // `__ldg(reinterpret_cast<const float4 *>(p))`
  const bool IsIntrinsic =
      Callee->getIdentifier() && Callee->getName().starts_with("__ld");
  if (IsIntrinsic || isOfCub(Callee))
    for (const Expr *A : Arguments)
      if (!A->getType().isNull() && A->getType()->isPointerType())
        access(A, A->getType()->getPointeeType());
}

/// The field of a record that is handed over, as this function names it.
std::optional<ArgumentPath>
AccessAlignments::BodyReader::fieldOf(const ArgumentPath &P,
                                      ArrayRef<const Expr *> Arguments) const {
  if (P.Field.empty() || P.Parameter >= Arguments.size())
    return std::nullopt;
  std::optional<ArgumentPath> Its = pathOf(Arguments[P.Parameter]);
  if (Its)
    Its->add(P.Field);
  return Its;
}

AccessAlignments::BodyReader::Sum AccessAlignments::BodyReader::numbersOf(
    const ArgumentPath &P, ArrayRef<const Expr *> Arguments) const {
  if (P.Field.empty() && P.Parameter < Arguments.size())
    return numbersIn(Arguments[P.Parameter]);
  Sum One;
  if (const std::optional<ArgumentPath> Field = fieldOf(P, Arguments))
    One.emplace(*Field, 1);
  return One;
}

/// What the callee accesses it accesses of what it is handed.
void AccessAlignments::BodyReader::handOver(const WideAccess &Its,
                                            ArrayRef<const Expr *> Arguments) {
  std::optional<Target> To;
  if (std::optional<ArgumentPath> P = fieldOf(Its.Pointer, Arguments))
    To = Target{std::move(*P), {}};
  else if (Its.Pointer.Field.empty() &&
           Its.Pointer.Parameter < Arguments.size())
    To = targetOf(Arguments[Its.Pointer.Parameter]);
  if (!To)
    return;
  for (const ArgumentPath &Step : Its.Steps)
    for (const auto &[Number, Factor] : numbersOf(Step, Arguments))
      addStep(Number, Factor, To->Steps);
  need(*To, {Its.Alignment, Its.By});
}

unsigned AccessAlignments::of(const FunctionDecl *F, unsigned Index) {
  unsigned Widest = 0;
  for (const WideAccess &Each : accessesOf(F))
    if (Each.Pointer == ArgumentPath{Index, ""})
      Widest = std::max(Widest, Each.Alignment);
  return Widest;
}

const AccessAlignments::Body &AccessAlignments::bodyOf(const FunctionDecl *F) {
  const FunctionDecl *Definition = F ? definitionOf(F) : nullptr;
  if (!Definition)
    return None;
  // What a recursive call does is not known yet.
  if (!Known.try_emplace(Definition).second)
    return Known[Definition];
  return Known[Definition] = BodyReader(Definition, *this).read();
}

} // namespace tensortidy
