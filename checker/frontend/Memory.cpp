// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace tensortidy {

namespace {

bool isStandard(const CXXRecordDecl *Class, StringRef Name) {
  return Class && Class->isInStdNamespace() && Class->getIdentifier() &&
         Class->getName() == Name;
}

const VarDecl *variableIn(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
}

/// Looks for any use of a vector that might change its size.
class Resizes : public RecursiveASTVisitor<Resizes> {
public:
  explicit Resizes(const VarDecl *Of) : Of(Of) {}
  bool Found = false;

  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *E) {
    const CXXMethodDecl *M = E->getMethodDecl();
    static constexpr StringRef Harmless[] = {"at",   "back", "begin",
                                             "data", "end",  "front"};
    if (M && (M->isConst() || (M->getIdentifier() &&
                               llvm::is_contained(Harmless, M->getName()))))
      harmless(E->getImplicitObjectArgument());
    return arguments(E->getMethodDecl(), E->arguments());
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) {
    if (E->getOperator() == OO_Subscript)
      harmless(E->getArg(0));
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    if (!isa<CXXMemberCallExpr, CXXOperatorCallExpr>(E))
      arguments(E->getDirectCallee(), E->arguments());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    return arguments(E->getConstructor(), E->arguments());
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) {
    harmless(S->getRangeInit());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    Found |= E->getDecl() == Of && !Seen.contains(E);
    return true;
  }

private:
  void harmless(const Expr *E) {
    if (const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()))
      Seen.insert(R);
  }
  template <typename Range>
  bool arguments(const FunctionDecl *Callee, Range Arguments) {
    unsigned I = 0;
    for (const Expr *A : Arguments) {
      if (Callee && I < Callee->getNumParams()) {
        QualType T = Callee->getParamDecl(I)->getType();
        if (!T->isReferenceType() || T->getPointeeType().isConstQualified())
          harmless(A);
      }
      ++I;
    }
    return true;
  }

  const VarDecl *Of;
  llvm::DenseSet<const DeclRefExpr *> Seen;
};

class ReadsModified : public RecursiveASTVisitor<ReadsModified> {
public:
  explicit ReadsModified(const llvm::DenseSet<const ValueDecl *> &Modified)
      : Modified(Modified) {}
  bool Found = false;
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    Found |= Modified.contains(E->getDecl());
    return true;
  }
  bool VisitCXXThisExpr(CXXThisExpr *) { return !(Found = true); }

private:
  const llvm::DenseSet<const ValueDecl *> &Modified;
};

/// The elements of an array in an array are those of the arrays.
std::optional<int64_t> elementsOfArray(QualType T, const ASTContext &Context) {
  if (!Context.getAsConstantArrayType(T))
    return std::nullopt;
  return static_cast<int64_t>(
      Context.getConstantArrayElementCount(Context.getAsConstantArrayType(T)));
}

} // namespace

/// `std::vector<float> v(n)`, `v = {1, 2}`, as long as nothing changes its
/// size, and `std::array<float, 4>`.
std::optional<IntExpr> FunctionLowering::elementsOf(const VarDecl *Container) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Container->getType()->getAsCXXRecordDecl());
  if (isStandard(Class, "array")) {
    const TemplateArgument &N = Class->getTemplateArgs()[1];
    if (N.getKind() == TemplateArgument::Integral)
      return IntExpr::literal(N.getAsIntegral().getExtValue());
  }
  const auto *In = dyn_cast<FunctionDecl>(Container->getDeclContext());
  if (!isStandard(Class, "vector") || !Container->isLocalVarDecl() || !In ||
      !In->getBody() || !Container->getInit())
    return std::nullopt;
  const auto *Made =
      dyn_cast<CXXConstructExpr>(Container->getInit()->IgnoreImplicit());
  if (!Made || Made->getNumArgs() == 0)
    return std::nullopt;
  Resizes Any(Container);
  Any.TraverseStmt(In->getBody());
  if (Any.Found)
    return std::nullopt;
  const Expr *First = Made->getArg(0)->IgnoreImplicit();
  if (const auto *Braces = dyn_cast<CXXStdInitializerListExpr>(First))
    First = Braces->getSubExpr()->IgnoreImplicit();
  if (const auto *List = dyn_cast<InitListExpr>(First))
    return IntExpr::literal(List->getNumInits());
  ReadsModified Reads(Modified);
  Reads.TraverseStmt(const_cast<Expr *>(First));
  if (!First->getType()->isIntegerType() || Reads.Found)
    return std::nullopt;
  if (std::optional<int64_t> N = constantOf(First))
    return IntExpr::literal(*N);
  Value Count = lower(First);
  return Count.is(Value::Kind::Int) ? std::optional<IntExpr>(Count.Int)
                                    : std::nullopt;
}

/// How many elements lie at a pointer: into an array, of one variable, or of a
/// container.
std::optional<IntExpr> FunctionLowering::elementsAt(const Expr *Pointer) {
  const Expr *E = Pointer->IgnoreParenCasts();
  if (const VarDecl *D = variableIn(E))
    if (std::optional<int64_t> N = elementsOfArray(D->getType(), Unit.Context))
      return IntExpr::literal(*N);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *M = Call->getMethodDecl();
    const VarDecl *D = variableIn(Call->getImplicitObjectArgument());
    if (M && M->getIdentifier() && M->getName() == "data" && D)
      return elementsOf(D);
  }
  const auto *Address = dyn_cast<UnaryOperator>(E);
  if (!Address || Address->getOpcode() != UO_AddrOf)
    return std::nullopt;
  const Expr *Of = Address->getSubExpr()->IgnoreParenImpCasts();
  if (const VarDecl *D = variableIn(Of); D && D->getType()->isArithmeticType())
    return IntExpr::literal(1);
  const auto *S = dyn_cast<ArraySubscriptExpr>(Of);
  const VarDecl *Array = S ? variableIn(S->getBase()) : nullptr;
  std::optional<int64_t> Index = S ? constantOf(S->getIdx()) : std::nullopt;
  if (!Array || !Index || Of->getType()->isArrayType())
    return std::nullopt;
  std::optional<int64_t> N = elementsOfArray(Array->getType(), Unit.Context);
  return N && *Index >= 0 && *Index <= *N
             ? std::optional<IntExpr>(IntExpr::literal(*N - *Index))
             : std::nullopt;
}

void FunctionLowering::toMemory(const Value &V, const Expr *E, Argument &A) {
  QualType T = E->IgnoreParenCasts()->getType();
  if (!T->isPointerType() && !T->isArrayType())
    return;
  A.TheKind = Argument::Kind::Memory;
  if (V.is(Value::Kind::Pointer) && V.Id != NoId) {
    A.Pointer = V.IsOffset ? NoId : V.Id;
    return;
  }
  QualType Element = Unit.Context.getBaseElementType(
      T->isPointerType() ? T->getPointeeType() : T);
  std::optional<IntExpr> Elements = elementsAt(E);
  if (!Elements || !Element->isArithmeticType())
    return;
  const auto Bytes = Unit.Context.getTypeSizeInChars(Element).getQuantity();
  A.Ints = {*Elements, IntExpr::literal(Bytes)};
}

} // namespace tensortidy
