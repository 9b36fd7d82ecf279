// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HostMemory.h"

#include "frontend/TypeClasses.h"
#include "frontend/UnitContext.h"
#include "models/CalleeRule.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace tensortidy {

namespace {

/// The variable that \p E is an element of, or points into; null where it is
/// none. `v` of `v[i]`, `*p`, `v.data() + 1`, `&v[0]`.
const DeclRefExpr *mentionIn(const Expr *E) {
  while (E) {
    E = E->IgnoreParenCasts();
    if (const auto *R = dyn_cast<DeclRefExpr>(E))
      return isa<VarDecl>(R->getDecl()) ? R : nullptr;
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (!B->isAdditiveOp() || !B->getType()->isPointerType())
        return nullptr;
      E = B->getLHS()->getType()->isIntegerType() ? B->getRHS() : B->getLHS();
    } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (U->getOpcode() != UO_AddrOf && U->getOpcode() != UO_Deref)
        return nullptr;
      E = U->getSubExpr();
    } else if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
      E = S->getBase();
    } else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E)) {
      if (O->getOperator() != OO_Subscript && O->getOperator() != OO_Star)
        return nullptr;
      E = O->getArg(0);
    } else if (const auto *C = dyn_cast<CXXMemberCallExpr>(E)) {
      const CXXMethodDecl *M = C->getMethodDecl();
      static constexpr StringRef Inner[] = {"at",    "back", "begin",
                                            "c_str", "data", "end",
                                            "front", "get",  "cbegin"};
      if (!M || !M->getIdentifier() || !M->getParent()->isInStdNamespace() ||
          !llvm::is_contained(Inner, M->getName()))
        return nullptr;
      E = C->getImplicitObjectArgument();
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

const VarDecl *variableOf(const DeclRefExpr *R) {
  return R ? cast<VarDecl>(R->getDecl()) : nullptr;
}

bool isPointer(const VarDecl *D) { return D->getType()->isPointerType(); }

/// Of a class of the standard library that owns memory of std::allocator's or
/// of new.
std::optional<std::string> ownerClass(QualType T) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Class || !Class->isInStdNamespace() || !Class->getIdentifier())
    return std::nullopt;
  const StringRef Name = Class->getName();
  static constexpr StringRef Owners[] = {"array", "basic_string", "unique_ptr",
                                         "vector"};
  if (!llvm::is_contained(Owners, Name))
    return std::nullopt;
  const TemplateArgumentList &Arguments = Class->getTemplateArgs();
  const TemplateArgument &By = Arguments[Arguments.size() - 1];
  const auto *Allocator = By.getKind() == TemplateArgument::Type
                              ? By.getAsType()->getAsCXXRecordDecl()
                              : nullptr;
  if (Name != "array" && (!Allocator || !Allocator->isInStdNamespace()))
    return std::nullopt;
  return Name == "basic_string" ? "std::string" : "std::" + Name.str();
}

const CalleeRule *ruleOf(const CallExpr *E, UnitContext &Unit) {
  const FunctionDecl *F = E->getDirectCallee();
  return F ? Unit.callee(F).Rule : nullptr;
}

/// The argument of the call \p E that a rule's parameter \p Index is.
const Expr *argumentAt(const CallExpr *E, std::optional<unsigned> Index) {
  if (!Index)
    return nullptr;
  const auto *Method = dyn_cast<CXXMemberCallExpr>(E);
  const unsigned Object = Method ? 1 : 0;
  if (*Index < Object)
    return Method->getImplicitObjectArgument();
  return *Index - Object < E->getNumArgs() ? E->getArg(*Index - Object)
                                           : nullptr;
}

class CopyFinder : public RecursiveASTVisitor<CopyFinder> {
public:
  explicit CopyFinder(UnitContext &Unit) : Unit(Unit) {}
  bool Found = false;
  bool VisitCallExpr(CallExpr *E) {
    const CalleeRule *R = ruleOf(E, Unit);
    Found |= R && R->movesMemory();
    return !Found;
  }

private:
  UnitContext &Unit;
};

} // namespace

bool movesMemory(const FunctionDecl *Definition, UnitContext &Unit) {
  CopyFinder Finder(Unit);
  Finder.TraverseStmt(Definition->getBody());
  return Finder.Found;
}

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
    if (const DeclRefExpr *R = mentionIn(E))
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
    const CalleeRule *R = ruleOf(E, Unit);
    if (R && R->TheKind == CalleeRule::Kind::Copy)
      copies(E, *R);
    else if (R && R->TheKind == CalleeRule::Kind::Runtime)
      manages(E, *R);
    else if (const FunctionDecl *F = E->getDirectCallee())
      losesArguments(E, *F);
    return true;
  }

private:
  void note(const DeclRefExpr *R, std::optional<MemoryAccess> A) {
    Of.Accesses.try_emplace(R, A);
  }
  void access(const Expr *E, std::optional<MemoryAccess> A) {
    if (const DeclRefExpr *R = mentionIn(E))
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
      Sides.push_back(To);
      Sides.push_back(From);
      return;
    }
    access(To, MemoryAccess::Write);
    access(From, MemoryAccess::Read);
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
      if (const VarDecl *D = variableOf(mentionIn(Argument)))
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
    const CalleeRule *R = Call ? ruleOf(Call, Unit) : nullptr;
    if (isa<CXXNewExpr>(E)) {
      P.Blocks.push_back({MemoryKind::Pageable, "new"});
    } else if (R && R->Act == RuntimeAct::Allocate && !R->Pointer) {
      P.Blocks.push_back({R->Memory, R->Name});
    } else if (const VarDecl *Owner = variableOf(mentionIn(E))) {
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
const VarDecl *HostMemory::followed(const VarDecl *D) const {
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

HostMemory::Block HostMemory::blockOf(const VarDecl *D) const {
  const auto It = Pointers.find(D);
  const bool IsPinned = It != Pointers.end() && It->second.IsPinned;
  if (D->hasAttr<HIPManagedAttr>())
    return {MemoryKind::Managed, "__managed__"};
  if (D->hasAttr<CUDADeviceAttr>() || D->hasAttr<CUDAConstantAttr>() ||
      D->hasAttr<CUDASharedAttr>())
    return {MemoryKind::Device, "a variable of the device"};
  if (IsPinned)
    return {MemoryKind::Pinned, "page-locked"};
  if (std::optional<std::string> Class = ownerClass(D->getType()))
    return {MemoryKind::Pageable, *Class};
  if (D->getType()->isReferenceType() || D->getType()->isDependentType())
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
  if (!movesMemory(Definition, Unit))
    return;
  HostMemoryReader Reader(*this, Unit);
  Reader.TraverseStmt(Definition->getBody());
  for (const auto &[D, P] : Pointers)
    if (Block B = blockOf(D); B.Kind == MemoryKind::Managed)
      Copied[D] = std::move(B);
  for (const Expr *Side : Reader.Sides)
    if (const VarDecl *D = ownerOf(Side))
      if (Block B = blockOf(D); B.Kind != MemoryKind::Unknown)
        Copied[D] = std::move(B);
}

const VarDecl *HostMemory::ownerOf(const Expr *E) const {
  return followed(variableOf(mentionIn(E)));
}

const HostMemory::Block *HostMemory::find(const VarDecl *Owner) const {
  const auto It = Copied.find(Owner);
  return It == Copied.end() ? nullptr : &It->second;
}

std::optional<MemoryAccess> HostMemory::accessBy(const Expr *E) const {
  const auto It = Accesses.find(E);
  return It == Accesses.end() ? std::nullopt : It->second;
}

} // namespace tensortidy
