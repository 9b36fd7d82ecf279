// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"
#include "frontend/Mutation.h"

using namespace clang;

namespace tensortidy {

namespace {

/// What \p E converts, constructs or keeps alive.
const Expr *stripped(const Expr *E) {
  const Expr *Before = nullptr;
  while (E && E != Before) {
    Before = E;
    E = E->IgnoreParenCasts();
    if (const auto *Full = dyn_cast<ExprWithCleanups>(E))
      E = Full->getSubExpr();
    else if (const auto *Kept = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Kept->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
      E = Bound->getSubExpr();
  }
  return E;
}

DeviceKind deviceNamed(llvm::StringRef Name) {
  const std::string Lower = Name.lower();
  const llvm::StringRef Type = llvm::StringRef(Lower).split(':').first;
  if (Type == "cpu")
    return DeviceKind::Cpu;
  return llvm::is_contained({"cuda", "hip", "xpu", "mps", "privateuse1"}, Type)
             ? DeviceKind::Accelerator
             : DeviceKind::Unknown;
}

/// Of an enumerator of c10::DeviceType.
std::optional<DeviceKind> enumeratedDevice(const Expr *E, ASTContext &Context) {
  const auto *Type = E->getType()->getAs<EnumType>();
  if (!Type || !Type->getDecl()->getIdentifier() ||
      Type->getDecl()->getName() != "DeviceType")
    return std::nullopt;
  Expr::EvalResult Known;
  if (E->isValueDependent() || !E->EvaluateAsInt(Known, Context))
    return DeviceKind::Unknown;
  for (const EnumConstantDecl *Each :
       Type->getDecl()->getDefinitionOrSelf()->enumerators())
    if (llvm::APSInt::isSameValue(Each->getInitVal(), Known.Val.getInt()))
      return deviceNamed(Each->getName());
  return DeviceKind::Unknown;
}

bool isClass(QualType T, llvm::StringRef Name) {
  const auto *R = T.getNonReferenceType()->getAsCXXRecordDecl();
  return R && R->getIdentifier() && R->getName() == Name;
}

/// `true`, or an optional made of it; an expression of which nothing is known
/// may be.
bool isTrue(const Expr *E, const ASTContext &Context) {
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return C->getNumArgs() > 0 && isTrue(stripped(C->getArg(0)), Context);
  bool Known = true;
  return E->isValueDependent() ||
         !E->EvaluateAsBooleanCondition(Known, Context) || Known;
}

bool isType(QualType T) {
  const auto *E = T.getNonReferenceType()->getAs<EnumType>();
  return isClass(T, "TypeMeta") || (E && E->getDecl()->getIdentifier() &&
                                    E->getDecl()->getName() == "ScalarType");
}

bool isOptionsClass(QualType T) { return isClass(T, "TensorOptions"); }

} // namespace

bool FunctionLowering::isConstant(const Expr *E) const {
  E = stripped(E);
  if (!E || changesByItself(E))
    return false;
  if (isa<CXXDefaultArgExpr, StringLiteral, IntegerLiteral, FloatingLiteral,
          CXXBoolLiteralExpr, CXXNullPtrLiteralExpr>(E))
    return true;
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    return isa<EnumConstantDecl>(R->getDecl()) ||
           (V && V->hasGlobalStorage() && V->getType().isConstQualified()) ||
           Settled.contains(R->getDecl());
  }
  // A type or a device that a module was made with.
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()) &&
           !Modified.contains(M->getMemberDecl()) &&
           (isOptionsClass(M->getType()) || isClass(M->getType(), "Device") ||
            M->getType()->isEnumeralType());
  auto AreConstant = [this](auto Items) {
    return llvm::all_of(Items, [this](const Expr *A) { return isConstant(A); });
  };
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return AreConstant(C->arguments());
  if (const auto *Braces = dyn_cast<CXXStdInitializerListExpr>(E))
    return isConstant(Braces->getSubExpr());
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return AreConstant(List->inits());
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return isSettled(E);
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !isLibraryFunction(Callee) || !AreConstant(Call->arguments()))
    return false;
  const auto *Method = dyn_cast<CXXMemberCallExpr>(Call);
  if (!Method)
    return isOptionsClass(Call->getType());
  return Method->getMethodDecl()->isConst() &&
         isConstant(Method->getImplicitObjectArgument());
}

DeviceKind FunctionLowering::deviceOf(const Expr *E) const {
  E = stripped(E);
  if (std::optional<DeviceKind> D = enumeratedDevice(E, Unit.Context))
    return *D;
  if (const auto *S = dyn_cast<StringLiteral>(E))
    return S->isOrdinary() ? deviceNamed(S->getString()) : DeviceKind::Unknown;
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return C->getNumArgs() > 0 ? deviceOf(C->getArg(0)) : DeviceKind::Unknown;
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    if (V && V->getInit() && !isa<ParmVarDecl>(V) && !Modified.contains(V) &&
        !V->getInit()->isValueDependent())
      return deviceOf(V->getInit());
  }
  return DeviceKind::Unknown;
}

void FunctionLowering::takeOptions(const Expr *E, Apply &Into) const {
  E = stripped(E);
  if (!E || isa<CXXDefaultArgExpr>(E))
    return;
  const QualType T = E->getType();
  auto SetUnknown = [&] {
    Into.Device = DeviceKind::Unknown;
    Into.AsksType = true;
  };
  if (T->isDependentType())
    return SetUnknown();
  if (isType(T)) {
    Into.AsksType = true;
    return;
  }
  if (isClass(T, "Device") || enumeratedDevice(E, Unit.Context)) {
    Into.Device = deviceOf(E);
    return;
  }
  if (!isOptionsClass(T))
    return;
  if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    if (C->getNumArgs() > 0)
      takeOptions(C->getArg(0), Into);
    return;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  if (V && V->getInit() && !isa<ParmVarDecl>(V) && !Modified.contains(V))
    return takeOptions(V->getInit(), Into);
  if (!Callee || !Callee->getIdentifier() || !isLibraryFunction(Callee))
    return SetUnknown();
  const llvm::StringRef Name = Callee->getName();
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call)) {
    const Expr *Object = Method->getImplicitObjectArgument();
    if (!isOptionsClass(Object->getType())) // x.options()
      return SetUnknown();
    takeOptions(Object, Into);
  }
  if (Call->getNumArgs() == 0)
    return;
  const Expr *First = stripped(Call->getArg(0));
  if (Name == "dtype")
    Into.AsksType = true;
  else if (Name == "device")
    Into.Device = deviceOf(First);
  else if (Name == "device_index")
    Into.Device = DeviceKind::Accelerator;
  else if (Name == "pinned_memory")
    Into.IsPinned = isTrue(First, Unit.Context);
}

void FunctionLowering::takeUnshown(const CallSite &S, const ResolvedCallee &R,
                                   Apply &Into) const {
  Into.RestIsConstant = true;
  for (unsigned I = 0; I < S.Arguments.size(); ++I) {
    const int To = I < R.ArgumentOf.size() ? R.ArgumentOf[I] : -1;
    const bool IsShown =
        To >= 0 && Into.Arguments[To].TheKind != Argument::Kind::Unknown;
    if (!IsShown && !isa<CXXDefaultArgExpr>(S.Arguments[I]))
      Into.RestIsConstant &= isConstant(S.Arguments[I]);
    if (!S.Arguments[I]->isTypeDependent())
      takeOptions(S.Arguments[I], Into);
  }
}

} // namespace tensortidy
