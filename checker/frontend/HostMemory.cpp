// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HostMemory.h"

#include "frontend/MemoryMentions.h"
#include "frontend/RuntimeUse.h"
#include "frontend/UnitContext.h"
#include "models/CalleeRule.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace tensortidy {

namespace {

bool isPointer(const ValueDecl *D) { return D->getType()->isPointerType(); }

/// Looks for a call that page-locks the memory of a member.
class PinFinder : public RecursiveASTVisitor<PinFinder> {
public:
  PinFinder(const ValueDecl *Member, UnitContext &Unit)
      : Member(Member), Unit(Unit) {}
  bool Found = false;
  bool VisitCallExpr(CallExpr *E) {
    const CalleeRule *R = ruleOfCall(E, Unit);
    if (R && R->Act == RuntimeAct::Pin)
      if (const Expr *Argument = argumentAt(E, R->Pointer))
        Found |= declarationOf(mentionIn(Argument)) == Member;
    return !Found;
  }

private:
  const ValueDecl *Member;
  UnitContext &Unit;
};

/// Does a method of its class, as far as they are in sight, page-lock the
/// memory of the member \p D?
bool isPinnedElsewhere(const ValueDecl *D, UnitContext &Unit) {
  const auto *Class = isa<FieldDecl>(D)
                          ? dyn_cast<CXXRecordDecl>(D->getDeclContext())
                          : nullptr;
  if (!Class)
    return false;
  PinFinder Finder(D, Unit);
  for (const CXXMethodDecl *M : Class->methods())
    if (const FunctionDecl *Definition = definitionOf(M);
        !Finder.Found && Definition)
      Finder.TraverseStmt(Definition->getBody());
  return Finder.Found;
}

} // namespace

/// Parents are visited before their children, so what an assignment or a call
/// says of a mention is said first and stays.
class HostMemoryReader : public RecursiveASTVisitor<HostMemoryReader> {
public:
  HostMemoryReader(HostMemory &Of, UnitContext &Unit) : Of(Of), Unit(Unit) {}

  std::vector<const Expr *> Sides; ///< of copies between host and device

  bool VisitVarDecl(VarDecl *D) {
    if (D->hasInit() && isPointer(D))
      points(D, D->getInit());
    if (D->getType()->isReferenceType() && D->hasInit())
      loses(D->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (!B->isAssignmentOp())
      return true;
    const auto *To = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParenImpCasts());
    const VarDecl *D = To ? dyn_cast<VarDecl>(To->getDecl()) : nullptr;
    if (D && isPointer(D)) {
      if (B->getOpcode() == BO_Assign)
        points(D, B->getRHS());
      return true;
    }
    access(B->getLHS(), MemoryAccess::Write);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    const Expr *Operand = U->getSubExpr();
    if (U->isIncrementDecrementOp())
      access(Operand, MemoryAccess::Write);
    else if (U->getOpcode() == UO_Deref)
      access(Operand, MemoryAccess::Read);
    else if (U->getOpcode() == UO_AddrOf) {
      access(Operand, std::nullopt);
      if (!Allocated.contains(U))
        loses(Operand);
    }
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) {
    access(E->getBase(), MemoryAccess::Read);
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) {
    if (E->getOperator() == OO_Subscript || E->getOperator() == OO_Star)
      access(E, MemoryAccess::Read);
    else if (E->isAssignmentOp())
      access(E->getArg(0), MemoryAccess::Write);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) {
    const auto *R = dyn_cast<DeclRefExpr>(E->getSubExpr()->IgnoreParens());
    if (E->getCastKind() == CK_LValueToRValue && R &&
        !R->getType()->isPointerType())
      access(R, MemoryAccess::Read);
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *E) {
    const CXXMethodDecl *M = E->getMethodDecl();
    if (!M || !M->getParent()->isInStdNamespace())
      return true;
    if (const Expr *R = mentionIn(E))
      // at(), front() and back() read; data() says nothing by itself.
      note(R, M->getReturnType()->isReferenceType()
                  ? std::optional(MemoryAccess::Read)
                  : std::nullopt);
    else if (!M->isConst())
      access(E->getImplicitObjectArgument(), MemoryAccess::Write);
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    access(E->getArgument(), MemoryAccess::Free);
    return true;
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) {
    const QualType T = S->getLoopVariable()->getType();
    const bool Writes =
        T->isLValueReferenceType() && !T->getPointeeType().isConstQualified();
    access(S->getRangeInit(),
           Writes ? MemoryAccess::Write : MemoryAccess::Read);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    if (isa<CUDAKernelCallExpr>(E)) {
      for (const Expr *A : E->arguments())
        access(A, MemoryAccess::Device);
      return true;
    }
    const CalleeRule *R = ruleOfCall(E, Unit);
    if (R && R->TheKind == CalleeRule::Kind::Copy)
      copies(E, *R);
    else if (R && R->TheKind == CalleeRule::Kind::Runtime)
      manages(E, *R);
    else if (R && R->TheKind == CalleeRule::Kind::Raw)
      walks(E, *R);
    else if (const FunctionDecl *F = E->getDirectCallee())
      losesArguments(E, *F);
    return true;
  }

private:
  void note(const Expr *R, std::optional<MemoryAccess> A) {
    Of.Accesses.try_emplace(R, A);
  }
  void access(const Expr *E, std::optional<MemoryAccess> A) {
    if (const Expr *R = mentionIn(E))
      note(R, A);
  }
  /// The variable \p E, a pointer, may be given another address.
  void loses(const Expr *E) {
    const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
    const auto *D = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    if (D && isPointer(D))
      Of.Pointers[D].IsUnknown = true;
  }
  void losesArguments(const CallExpr *E, const FunctionDecl &F) {
    for (unsigned I = 0; I < E->getNumArgs() && I < F.getNumParams(); ++I) {
      const QualType T = F.getParamDecl(I)->getType();
      if (T->isLValueReferenceType() && !T->getPointeeType().isConstQualified())
        loses(E->getArg(I));
    }
  }
  void copies(const CallExpr *E, const CalleeRule &R) {
    const Expr *To = argumentAt(E, R.To), *From = argumentAt(E, R.From);
    if (!To || !From)
      return;
    if (R.IsOfDevice) {
      for (const Expr *Side : {To, From})
        if (!isDeviceAddress(Side))
          Sides.push_back(Side);
      return;
    }
    access(To, MemoryAccess::Write);
    access(From, MemoryAccess::Read);
  }
  void walks(const CallExpr *E, const CalleeRule &R) {
    for (unsigned I = 0; I < E->getNumArgs(); ++I)
      if (R.fateOf(I) == PointerFate::Elements)
        access(E->getArg(I),
               R.writesThrough(I) ? MemoryAccess::Write : MemoryAccess::Read);
  }
  /// The variable whose address is given: `p` of `(void **)&p`.
  const VarDecl *allocated(const Expr *Argument) {
    const auto *U = Argument
                        ? dyn_cast<UnaryOperator>(Argument->IgnoreParenCasts())
                        : nullptr;
    if (!U || U->getOpcode() != UO_AddrOf)
      return nullptr;
    const auto *R = dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParenCasts());
    if (R)
      Allocated.insert(U);
    return R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  }
  void manages(const CallExpr *E, const CalleeRule &R) {
    const Expr *Argument = argumentAt(E, R.Pointer);
    if (R.Act == RuntimeAct::Allocate) {
      if (const VarDecl *D = allocated(Argument))
        Of.Pointers[D].Blocks.push_back({R.Memory, R.Name});
    } else if (R.Act == RuntimeAct::Pin && Argument) {
      if (const ValueDecl *D = declarationOf(mentionIn(Argument)))
        Of.Pointers[D].IsPinned = true;
    }
  }
  /// The pointer \p D is given \p E.
  void points(const VarDecl *D, const Expr *E) {
    HostMemory::Pointer &P = Of.Pointers[D];
    E = E->IgnoreParenCasts();
    if (E->isNullPointerConstant(Unit.Context, Expr::NPC_ValueDependentIsNull))
      return;
    const auto *Call = dyn_cast<CallExpr>(E);
    const CalleeRule *R = Call ? ruleOfCall(Call, Unit) : nullptr;
    if (isa<CXXNewExpr>(E)) {
      P.Blocks.push_back({MemoryKind::Pageable, "new"});
    } else if (R && R->Act == RuntimeAct::Allocate && !R->Pointer) {
      P.Blocks.push_back({R->Memory, R->Name});
    } else if (const ValueDecl *Owner = declarationOf(mentionIn(E))) {
      if (Owner != D)
        P.Owners.insert(Owner);
    } else {
      P.IsUnknown = true;
    }
  }

  HostMemory &Of;
  UnitContext &Unit;
  llvm::DenseSet<const UnaryOperator *> Allocated;
};

/// The variable whose memory \p D points to, if it is another one.
const ValueDecl *HostMemory::followed(const ValueDecl *D) const {
  for (unsigned Steps = 0; D && isPointer(D) && Steps < 8; ++Steps) {
    const auto It = Pointers.find(D);
    if (It == Pointers.end() || It->second.Owners.empty())
      return D;
    const Pointer &P = It->second;
    if (P.IsUnknown || !P.Blocks.empty() || P.Owners.size() > 1)
      return nullptr;
    D = *P.Owners.begin();
  }
  return D;
}

HostMemory::Block HostMemory::blockOf(const ValueDecl *D) const {
  const auto It = Pointers.find(D);
  const bool IsPinned = It != Pointers.end() && It->second.IsPinned;
  if (D->hasAttr<HIPManagedAttr>())
    return {MemoryKind::Managed, "__managed__"};
  if (D->hasAttr<CUDADeviceAttr>() || D->hasAttr<CUDAConstantAttr>() ||
      D->hasAttr<CUDASharedAttr>())
    return {MemoryKind::Device, "a variable of the device"};
  if (IsPinned)
    return {MemoryKind::Pinned, "page-locked"};
  const bool IsMember = isa<FieldDecl>(D);
  const std::optional<std::string> Class = ownerClass(D->getType());
  if (Class && (!IsMember || *Class != "std::array"))
    return {MemoryKind::Pageable, *Class};
  // What else an object has lies where the object does.
  if (IsMember || D->getType()->isReferenceType() ||
      D->getType()->isDependentType())
    return {};
  if (!isPointer(D)) {
    const QualType T = D->getType();
    if (T->isConstantArrayType() && !isa<ParmVarDecl>(D))
      return {MemoryKind::Pageable, "an array"};
    const bool IsPlain = T->isArithmeticType() || T->isEnumeralType();
    return IsPlain ? Block{MemoryKind::Pageable, "a variable"} : Block{};
  }
  if (It == Pointers.end() || It->second.IsUnknown ||
      It->second.Blocks.empty() || isa<ParmVarDecl>(D))
    return {};
  const std::vector<Block> &All = It->second.Blocks;
  const bool IsOne = llvm::all_of(
      All, [&](const Block &B) { return B.Kind == All.front().Kind; });
  return IsOne ? All.front() : Block{};
}

void HostMemory::add(const FunctionDecl *Definition, UnitContext &Unit) {
  const RuntimeUse Use = runtimeUseOf(Definition, Unit);
  UsesRuntime |= Use != RuntimeUse::None;
  if (Use != RuntimeUse::Moves)
    return;
  HostMemoryReader Reader(*this, Unit);
  Reader.TraverseStmt(Definition->getBody());
  for (const auto &[D, P] : Pointers)
    if (Block B = blockOf(D); B.Kind == MemoryKind::Managed)
      Copied[D] = std::move(B);
  for (const Expr *Side : Reader.Sides)
    if (const ValueDecl *D = ownerOf(Side); D && !isPinnedElsewhere(D, Unit))
      if (Block B = blockOf(D); B.Kind != MemoryKind::Unknown)
        Copied[D] = std::move(B);
}

const ValueDecl *HostMemory::ownerOf(const Expr *E) const {
  return followed(declarationOf(mentionIn(E)));
}

const HostMemory::Block *HostMemory::find(const ValueDecl *Owner) const {
  const auto It = Copied.find(Owner);
  return It == Copied.end() ? nullptr : &It->second;
}

std::optional<MemoryAccess> HostMemory::accessBy(const Expr *E) const {
  const auto It = Accesses.find(E);
  return It == Accesses.end() ? std::nullopt : It->second;
}

} // namespace tensortidy
