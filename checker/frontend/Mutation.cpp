// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/Mutation.h"

#include "frontend/TypeClasses.h"
#include "models/CalleeRule.h"
#include "models/ModelSet.h"
#include "models/TypeRule.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <vector>

using namespace clang;

namespace tensortidy {

namespace {

/// What an lvalue is a part of: `v` of `v[i].first`.
const Expr *baseOf(const Expr *E) {
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (isa<DeclRefExpr, CXXThisExpr>(E))
      return E;
    if (const auto *M = dyn_cast<MemberExpr>(E))
      E = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E))
      E = O->getNumArgs() ? O->getArg(0) : nullptr;
    else if (const auto *C = dyn_cast<CXXMemberCallExpr>(E))
      E = C->getImplicitObjectArgument();
    else
      return nullptr;
  }
  return nullptr;
}

const ValueDecl *baseVariable(const Expr *E) {
  const auto *R = dyn_cast_or_null<DeclRefExpr>(baseOf(E));
  return R ? R->getDecl() : nullptr;
}

/// The variable that assigning to \p E changes; null for what a pointer points
/// to.
const ValueDecl *changedVariable(const Expr *E) {
  for (const Expr *Part = E; Part;) {
    Part = Part->IgnoreParenImpCasts();
    const auto *M = dyn_cast<MemberExpr>(Part);
    if (!M)
      break;
    if (M->isArrow() && M->getBase()->getType()->isPointerType())
      return nullptr;
    Part = M->getBase();
  }
  return baseVariable(E);
}

/// A container of numbers or an array: its elements are part of its value.
bool holdsNumbers(QualType T) {
  T = T.getNonReferenceType();
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  if (!S || S->getTemplateArgs().size() == 0)
    return false;
  const TemplateArgument &A = S->getTemplateArgs().get(0);
  return A.getKind() == TemplateArgument::Type &&
         A.getAsType()->isIntegerType();
}

/// Of a smart or smaller kind of container, these only look.
bool onlyReads(const CXXMethodDecl *M) {
  if (M->isConst() || M->isStatic())
    return true;
  if (M->getIdentifier() && holdsNumbers(M->getFunctionObjectParameterType()) &&
      (M->getName() == "begin" || M->getName() == "end" ||
       M->getName() == "data"))
    return false; // who gets these may write
  OverloadedOperatorKind K = M->getOverloadedOperator();
  if (K == OO_Subscript || K == OO_Star || K == OO_Arrow || K == OO_Call)
    return true;
  if (!M->getIdentifier())
    return false;
  StringRef Name = M->getName();
  return Name == "begin" || Name == "end" || Name == "at" || Name == "back" ||
         Name == "front" || Name == "data" || Name == "value";
}

/// Does it give an iterator or a pointer by which elements may be written, or
/// change one by its position? c10::List does so where it is constant, too.
bool reachesElements(const CXXMethodDecl *M) {
  if (!M->getIdentifier())
    return false;
  const bool IsConst =
      M->isConst() && plainQualifiedName(M->getParent()) != "c10::List";
  return !IsConst &&
         llvm::is_contained(llvm::ArrayRef<StringRef>{"begin", "end", "rbegin",
                                                      "rend", "data", "set",
                                                      "extract"},
                            M->getName());
}

/// `void *[2]`, `std::vector<void *>`.
bool holdsAddresses(QualType T) {
  if (const ArrayType *A = T->getAsArrayTypeUnsafe())
    return A->getElementType()->isVoidPointerType();
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  return S && S->getTemplateArgs().size() > 0 &&
         S->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
         S->getTemplateArgs()[0].getAsType()->isVoidPointerType();
}

/// A container whose elements are raw pointers to objects.
bool holdsPointers(QualType T) {
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  if (!S || S->getTemplateArgs().size() == 0)
    return false;
  const TemplateArgument &A = S->getTemplateArgs().get(0);
  return A.getKind() == TemplateArgument::Type &&
         A.getAsType()->isPointerType() &&
         !A.getAsType()->getPointeeType()->isArithmeticType() &&
         !A.getAsType()->isVoidPointerType();
}

bool isMutableReferenceType(QualType T) {
  return T->isLValueReferenceType() && !T->getPointeeType().isConstQualified();
}

bool hasMutableReference(const TemplateArgument &A) {
  if (A.getKind() == TemplateArgument::Pack)
    return llvm::any_of(A.pack_elements(), hasMutableReference);
  return A.getKind() == TemplateArgument::Type &&
         isMutableReferenceType(A.getAsType());
}

/// A class of the library whose objects refer to what they were made from:
/// std::reference_wrapper<T>, std::pair<T, U &>, std::tuple<T &>.
bool keepsReferences(const CXXRecordDecl *D) {
  if (D->getIdentifier() && D->getName() == "reference_wrapper")
    return true;
  const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(D);
  return S && llvm::any_of(S->getTemplateArgs().asArray(), hasMutableReference);
}

/// The variable whose address `&E` is, or is within: not what it points to.
const ValueDecl *addressedVariable(const Expr *E) {
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *R = dyn_cast<DeclRefExpr>(E))
      return R->getDecl();
    if (const auto *M = dyn_cast<MemberExpr>(E))
      E = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()
              ? A->getBase()
              : nullptr;
    else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E))
      E = O->getOperator() == OO_Subscript ? O->getArg(0) : nullptr;
    else
      return nullptr;
  }
  return nullptr;
}

/// A pointer variable that points to no array of elements.
bool pointsToObject(QualType T) {
  return T->isPointerType() && T->getPointeeType()->isRecordType();
}

/// `float4 *`, `c10::Half *`: what it points to may be elements of a tensor.
bool mayPointToElements(const VarDecl *D) {
  QualType T = D->getType()->getPointeeType();
  return !T->isIncompleteType() &&
         T.isTriviallyCopyableType(D->getASTContext());
}

/// `&x` or `&x.field`: what it points to has a name.
const UnaryOperator *addressOfName(const Expr *E) {
  const auto *U = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  if (!U || U->getOpcode() != UO_AddrOf)
    return nullptr;
  const Expr *Of = U->getSubExpr()->IgnoreParenImpCasts();
  while (const auto *M = dyn_cast<MemberExpr>(Of)) {
    Of = M->getBase()->IgnoreParenImpCasts();
    if (M->isArrow() && !isa<CXXThisExpr>(Of))
      return nullptr;
  }
  return isa<DeclRefExpr, CXXThisExpr>(Of) ? U : nullptr;
}

bool isWithinThis(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  while (const auto *M = dyn_cast<MemberExpr>(E))
    E = M->getBase()->IgnoreParenImpCasts();
  return isa<CXXThisExpr>(E);
}

class MutationFinder : public RecursiveASTVisitor<MutationFinder> {
public:
  explicit MutationFinder(const ModelSet &Models) : Models(Models) {}

  bool shouldVisitImplicitCode() const { return false; }
  bool shouldVisitLambdaBody() const { return true; }

  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp()) {
      add(B->getLHS());
      const Expr *To = B->getLHS()->IgnoreParenImpCasts();
      if (const auto *A = dyn_cast<ArraySubscriptExpr>(To))
        collectArgument(A->getBase(), B->getRHS());
      else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(To);
               O && O->getOperator() == OO_Subscript)
        collectArgument(O->getArg(0), B->getRHS());
    }
    if (B->isPtrMemOp())
      escape(baseVariable(B->getLHS()));
    if (B->isComparisonOp()) {
      onlyUse(B->getLHS());
      onlyUse(B->getRHS());
    }
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    if (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf)
      add(U->getSubExpr());
    if (U->getOpcode() == UO_AddrOf && !Handed.contains(U)) {
      escape(addressedVariable(U->getSubExpr()));
      M.ThisEscapes |= isWithinThis(U->getSubExpr());
    }
    if (U->getOpcode() == UO_Deref)
      onlyUse(U->getSubExpr());
    return true;
  }
  bool VisitCXXThisExpr(CXXThisExpr *E) {
    M.ThisEscapes |= !OnlyUsed.contains(E);
    return true;
  }
  bool VisitCapturedStmt(CapturedStmt *S) { // a directive's
    for (const Expr *Init : S->capture_inits())
      onlyUse(Init);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) {
    if (E->isArrow())
      onlyUse(E->getBase());
    return true;
  }
  bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *E) {
    if (!E->isImplicitAccess())
      onlyUse(E->getBase());
    return true;
  }
  bool VisitCastExpr(CastExpr *E) {
    if (E->getCastKind() == CK_PointerToBoolean)
      onlyUse(E->getSubExpr());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    if (pointsToObject(R->getDecl()->getType()) && !OnlyUsed.contains(R))
      M.Copied.insert(R->getDecl());
    auto It = ArgumentArrays.find(R->getDecl());
    if (It != ArgumentArrays.end() && !Launched.contains(R))
      for (const ValueDecl *D : It->second)
        escape(D);
    return true;
  }
  bool VisitCompoundStmt(CompoundStmt *S) {
    for (const Stmt *Child : S->body())
      if (const auto *E = dyn_cast<Expr>(Child))
        Discarded.insert(E->IgnoreUnlessSpelledInSource());
    return true;
  }
  bool VisitVarDecl(VarDecl *D) {
    const Expr *Init = D->getInit();
    if (!Init)
      return true;
    if (isMutableReferenceType(D->getType()) ||
        D->getType()->isRValueReferenceType())
      add(Init);
    Init = Init->IgnoreParenImpCasts();
    if (D->getType()->isArrayType())
      collectArgumentArray(D, dyn_cast<InitListExpr>(Init));
    if (D->getType()->isPointerType() && Init->getType()->isArrayType())
      escape(baseVariable(Init));
    if (pointsToObject(D->getType()) && !isa<ParmVarDecl>(D) &&
        !isHandlePointer(D->getType()))
      collectObjectPointer(D, addressOfName(Init));
    if (const auto *Bindings = dyn_cast<DecompositionDecl>(D))
      collectBindings(Bindings);
    // A std::function may be copied; `auto f = [&] {}` is followed.
    const Expr *Spelled = Init->IgnoreUnlessSpelledInSource();
    const auto *Class = D->getType()->getAsCXXRecordDecl();
    if (isa<LambdaExpr>(Spelled) && Class && Class->isLambda())
      Handed.insert(Spelled);
    if (const auto *C = dyn_cast<CallExpr>(Spelled))
      if (isLibraryCall(C, {"tie", "forward_as_tuple"}))
        for (const Expr *A : C->arguments())
          escape(baseVariable(A));
    if (isa<CXXThisExpr>(Init))
      M.ThisEscapes = true;
    return true;
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) {
    const VarDecl *D = S->getLoopVariable();
    if (!D || !isMutableReferenceType(D->getType()))
      return true;
    if (isa<DecompositionDecl>(D))
      add(S->getRangeInit());
    else
      LoopVariables.emplace_back(D, S->getRangeInit());
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *L) {
    if (!Handed.contains(L))
      escapeCaptures(L);
    for (const Expr *Init : L->capture_inits())
      if (Init)
        onlyUse(Init);
    return true;
  }
  bool VisitInitListExpr(InitListExpr *E) {
    const auto *D = E->getType()->getAsCXXRecordDecl();
    if (!D || !D->isAggregate())
      return true;
    unsigned I = 0;
    for (const FieldDecl *Field : D->fields()) {
      if (I >= E->getNumInits())
        break;
      const Expr *Init = E->getInit(I++);
      if (isMutableReferenceType(Field->getType())) {
        add(Init);
        escape(baseVariable(Init));
      }
    }
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *C) {
    if (C->isAssignmentOp() || C->getOperator() == OO_PlusPlus ||
        C->getOperator() == OO_MinusMinus)
      addAssigned(C->getArg(0));
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *C) {
    const CXXMethodDecl *M = C->getMethodDecl();
    const Expr *Object = C->getImplicitObjectArgument();
    // What a handle of a tensor refers to is the tensor.
    if (M && (!onlyReads(M) || changesInPlace(M)) &&
        !isHandlePointer(Object->getType()))
      add(Object);
    if (M && M->getIdentifier() && M->getName() == "push_back" &&
        C->getNumArgs() == 1)
      collectArgument(Object, C->getArg(0));
    if (M && reachesElements(M))
      if (const ValueDecl *D = baseVariable(Object))
        this->M.Reached.insert(D);
    // They replace what the object is by what another one was.
    if (M && M->getIdentifier() && M->getName() == "swap" &&
        M->getParent()->getName() != "optional")
      escape(baseVariable(C->getImplicitObjectArgument()));
    if (M && M->getIdentifier() && !M->isConst() &&
        llvm::is_contained(
            llvm::ArrayRef<StringRef>{"begin", "end", "rbegin", "rend", "data"},
            M->getName()) &&
        holdsPointers(M->getFunctionObjectParameterType()))
      escape(baseVariable(C->getImplicitObjectArgument()));
    return true;
  }
  bool VisitCallExpr(CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    if (F && !ArgumentArrays.empty() && launchesKernel(F))
      for (const Expr *A : C->arguments()) {
        A = A->IgnoreParenCasts();
        const auto *Data = dyn_cast<CXXMemberCallExpr>(A);
        Launched.insert(
            Data ? Data->getImplicitObjectArgument()->IgnoreParenImpCasts()
                 : A);
      }
    bool IsFree = !isa<CXXMemberCallExpr>(C);
    const auto *O = dyn_cast<CXXOperatorCallExpr>(C);
    bool IsCallOfObject = O && O->getOperator() == OO_Call;
    if (IsCallOfObject) // `[&] { ... }()`
      Handed.insert(O->getArg(0)->IgnoreUnlessSpelledInSource());
    for (const Expr *A : llvm::drop_begin(C->arguments(), IsCallOfObject)) {
      handOver(A, IsFree, !F || isLibraryFunction(F));
      if (IsFree)
        onlyUse(A);
    }
    if (!F) {
      escapeIndirect(C);
      return true;
    }
    if (C->getNumArgs() == 1 && isLibraryCall(C, {"ref", "addressof"}))
      escape(baseVariable(C->getArg(0)));
    if (isMutableReferenceType(F->getReturnType()) && !isLibraryFunction(F) &&
        !Discarded.contains(C))
      escapeThroughResult(C, F);
    unsigned Skip = isa<CXXOperatorCallExpr>(C) && isa<CXXMethodDecl>(F);
    addArguments(F, llvm::drop_begin(C->arguments(), Skip));
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *C) {
    addArguments(C->getConstructor(), C->arguments());
    if (keepsReferences(C->getConstructor()->getParent()))
      for (const Expr *A : C->arguments())
        escape(baseVariable(A));
    if (isLibraryFunction(C->getConstructor()))
      return true;
    unsigned I = 0;
    for (const Expr *A : C->arguments())
      if (I < C->getConstructor()->getNumParams() &&
          isMutableReferenceType(
              C->getConstructor()->getParamDecl(I++)->getType()))
        escape(baseVariable(A));
    return true;
  }

  /// What pointers that are not followed point to may change at any time.
  void finish() {
    // What changes an element changes the list, of the inner loops first.
    for (const auto &[Variable, Range] : llvm::reverse(LoopVariables))
      if (M.Changed.contains(Variable))
        add(Range);
    for (const auto &[Pointer, Address] : ObjectPointers) {
      if (!M.Changed.contains(Pointer) && !M.Copied.contains(Pointer))
        continue;
      escape(Pointer);
      escape(addressedVariable(Address->getSubExpr()));
      M.ThisEscapes |= isWithinThis(Address->getSubExpr());
    }
  }

  Mutations M;

private:
  /// \p E is dereferenced, compared, or handed to a function that returns.
  void onlyUse(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (isa<DeclRefExpr, CXXThisExpr>(E))
      OnlyUsed.insert(E);
  }
  /// `T *p = &x`: another name of x, if nothing else is done with p.
  void collectObjectPointer(const VarDecl *D, const UnaryOperator *Address) {
    if (!Address && mayPointToElements(D)) {
      M.Copied.insert(D); // nobody else gives the variable a new value
      return;
    }
    if (!Address)
      return escape(D);
    Handed.insert(Address);
    ObjectPointers.emplace_back(D, Address);
  }
  /// What get<I>() of a class of the user gives may refer to the object.
  void collectBindings(const DecompositionDecl *D) {
    const auto *Class =
        D->getType().getNonReferenceType()->getAsCXXRecordDecl();
    bool IsUsers = Class && !Class->isInStdNamespace();
    for (const BindingDecl *B : D->bindings())
      if (IsUsers && D->getType()->isReferenceType() && B->getHoldingVar())
        escape(baseVariable(D->getInit()));
  }
  static bool isLibraryCall(const CallExpr *C,
                            std::initializer_list<StringRef> Names) {
    const FunctionDecl *F = C->getDirectCallee();
    return F && F->isInStdNamespace() && F->getIdentifier() &&
           llvm::is_contained(Names, F->getName());
  }
  /// Does a rule say that its arguments go to a kernel?
  bool launchesKernel(const FunctionDecl *F) const {
    const CalleeRule *R =
        Models.calleeRule(plainQualifiedName(F), F->getNumParams());
    return R && R->TheKind == CalleeRule::Kind::Launch;
  }
  /// `void *arguments[] = {&p, &n}`: a launch only reads them.
  void collectArgumentArray(const VarDecl *D, const InitListExpr *Items) {
    if (!Items || !D->getType()
                       ->getAsArrayTypeUnsafe()
                       ->getElementType()
                       ->isVoidPointerType())
      return;
    for (const Expr *Item : Items->inits()) {
      Item = Item->IgnoreParenCasts();
      const auto *U = dyn_cast<UnaryOperator>(Item);
      if (!U || U->getOpcode() != UO_AddrOf)
        continue;
      Handed.insert(U);
      if (const ValueDecl *Addressed = addressedVariable(U->getSubExpr()))
        ArgumentArrays[D].push_back(Addressed);
    }
  }
  /// `arguments[0] = &p`, `arguments.push_back(&p)`.
  void collectArgument(const Expr *Into, const Expr *Item) {
    const auto *R = dyn_cast<DeclRefExpr>(Into->IgnoreParenImpCasts());
    const auto *U = dyn_cast<UnaryOperator>(Item->IgnoreParenCasts());
    const ValueDecl *Array = R ? R->getDecl() : nullptr;
    if (!Array || !holdsAddresses(Array->getType()))
      return;
    Launched.insert(R);
    if (!U || U->getOpcode() != UO_AddrOf)
      return;
    const ValueDecl *Addressed = addressedVariable(U->getSubExpr());
    Handed.insert(U);
    if (Addressed)
      ArgumentArrays[Array].push_back(Addressed);
  }
  /// A pointer to what a tensor is a handle of, or to its storage.
  bool isHandlePointer(QualType T) const {
    const auto *D = T->isPointerType()
                        ? T->getPointeeType()->getAsCXXRecordDecl()
                        : nullptr;
    if (!D)
      return false;
    const std::string Name = plainQualifiedName(D);
    const TypeRule *Rule = Models.typeRule(Name);
    return (Rule && Rule->ThroughPointers) ||
           Models.classKind(Name) == ClassKind::Storage;
  }
  /// What a function behind a pointer gets by reference.
  void escapeIndirect(const CallExpr *C) {
    QualType Callee = C->getCallee()->getType();
    if (Callee->isPointerType())
      Callee = Callee->getPointeeType();
    const auto *T = Callee->getAs<FunctionProtoType>();
    unsigned I = 0;
    for (const Expr *A : C->arguments())
      if (T && I < T->getNumParams() &&
          isMutableReferenceType(T->getParamType(I++)))
        escape(baseVariable(A));
  }
  /// `transpose_`, `resize_`: methods of a handle that change the tensor.
  static bool changesInPlace(const CXXMethodDecl *M) {
    return M->getIdentifier() && M->getName().ends_with("_");
  }
  void add(const Expr *E) {
    E = E->IgnoreUnlessSpelledInSource();
    if (const auto *C = dyn_cast<AbstractConditionalOperator>(E)) {
      // Which of the two it is stays open.
      for (const Expr *Arm : {C->getTrueExpr(), C->getFalseExpr()}) {
        add(Arm);
        escape(baseVariable(Arm));
      }
      return;
    }
    if (const ValueDecl *D = changedVariable(E))
      M.Changed.insert(D);
    // `handle->change()` changes what a member points to.
    M.ThisChanges |= (isa<CXXThisExpr>(E) || !E->getType()->isPointerType() ||
                      E->isLValue()) &&
                     isa_and_nonnull<CXXThisExpr>(baseOf(E));
  }
  void escape(const ValueDecl *D) {
    if (!D)
      return;
    M.Changed.insert(D);
    M.Escaped.insert(D);
  }
  /// Of a lambda that is kept somewhere: it may run at any time.
  void escapeCaptures(const LambdaExpr *L) {
    llvm::DenseSet<const ValueDecl *> Changed =
        mutationsOf(L->getBody(), Models).Changed;
    for (const LambdaCapture &C : L->captures()) {
      M.ThisEscapes |= C.capturesThis();
      if (!C.capturesVariable())
        continue;
      if (pointsToObject(C.getCapturedVar()->getType()))
        M.Copied.insert(C.getCapturedVar());
      if (C.getCaptureKind() == LCK_ByRef &&
          Changed.contains(C.getCapturedVar()))
        escape(C.getCapturedVar());
    }
  }
  /// The callee may use an address, or call a lambda, until it returns. What
  /// a method gets, and a lambda that a function of the user gets, it may keep.
  void handOver(const Expr *A, bool IsFree, bool IsLibrary) {
    A = A->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
    if (IsFree && (IsLibrary || !isa<LambdaExpr>(A)))
      Handed.insert(A);
    if (IsFree && IsLibrary)
      return;
    // The same of a lambda with a name.
    const auto *R = dyn_cast<DeclRefExpr>(A);
    const auto *D = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    if (D && D->getInit())
      if (const auto *L =
              dyn_cast<LambdaExpr>(D->getInit()->IgnoreUnlessSpelledInSource()))
        escapeCaptures(L);
  }
  /// `f(x) = y`, `auto &r = f(x)`: the result may be what the callee got.
  void escapeThroughResult(const CallExpr *C, const FunctionDecl *F) {
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(C)) {
      const Expr *Object = Call->getImplicitObjectArgument();
      if (Object && isa<CXXThisExpr>(Object->IgnoreParenImpCasts()))
        M.ThisEscapes = true;
      else if (Object)
        escape(baseVariable(Object));
    }
    unsigned Skip = isa<CXXOperatorCallExpr>(C) && isa<CXXMethodDecl>(F);
    unsigned I = 0;
    for (const Expr *A : llvm::drop_begin(C->arguments(), Skip))
      if (I < F->getNumParams() &&
          isMutableReferenceType(F->getParamDecl(I++)->getType()))
        escape(baseVariable(A));
  }
  /// std::tie(a, b) = ...
  void addAssigned(const Expr *E) {
    E = E->IgnoreUnlessSpelledInSource();
    const auto *Call = dyn_cast<CallExpr>(E);
    if (Call && !isa<CXXOperatorCallExpr, CXXMemberCallExpr>(Call))
      for (const Expr *A : Call->arguments())
        add(A);
    else
      add(E);
  }
  /// Do its templates forward what they get to a constructor of a device or a
  /// type, which take copies?
  static bool makesOptions(const FunctionDecl *F) {
    QualType Made = F->getReturnType();
    if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
      Made = F->getASTContext().getCanonicalTagType(C->getParent());
    const auto *D = Made->getAsCXXRecordDecl();
    return D && D->getIdentifier() && D->getName() == "TensorOptions" &&
           isLibraryFunction(F);
  }
  template <typename Range>
  void addArguments(const FunctionDecl *F, const Range &Arguments) {
    if (makesOptions(F))
      return;
    unsigned I = 0;
    for (const Expr *A : Arguments) {
      if (I >= F->getNumParams())
        return;
      QualType T = F->getParamDecl(I++)->getType();
      bool WritesArray = T->isPointerType() &&
                         !T->getPointeeType().isConstQualified() &&
                         A->IgnoreParenImpCasts()->getType()->isArrayType();
      if (isMutableReferenceType(T) || WritesArray)
        add(A);
    }
  }

  const ModelSet &Models;
  /// Addresses and lambdas that go straight to a call.
  llvm::DenseSet<const Expr *> Handed;
  llvm::DenseSet<const Expr *> Discarded;
  llvm::DenseSet<const Expr *> OnlyUsed; ///< names of pointers, and `this`
  std::vector<std::pair<const VarDecl *, const UnaryOperator *>> ObjectPointers;
  /// References to elements, with what they are elements of.
  std::vector<std::pair<const VarDecl *, const Expr *>> LoopVariables;
  /// Arrays of addresses, with the variables whose addresses they hold.
  llvm::DenseMap<const ValueDecl *, std::vector<const ValueDecl *>>
      ArgumentArrays;
  llvm::DenseSet<const Expr *> Launched;
};

class ReturnFinder : public RecursiveASTVisitor<ReturnFinder> {
public:
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  bool VisitReturnStmt(ReturnStmt *) { return !(Found = true); }
  bool Found = false;
};

} // namespace

Mutations mutationsOf(const Stmt *Body, const ModelSet &Models) {
  MutationFinder Finder(Models);
  Finder.TraverseStmt(const_cast<Stmt *>(Body));
  Finder.finish();
  return std::move(Finder.M);
}

Mutations mutationsOf(const FunctionDecl *Definition, const ModelSet &Models) {
  MutationFinder Finder(Models);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *I : C->inits())
      Finder.TraverseStmt(I->getInit());
  Finder.TraverseStmt(Definition->getBody());
  Finder.finish();
  return std::move(Finder.M);
}

bool isLibraryFunction(const FunctionDecl *F) {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  SourceLocation At = SM.getExpansionLoc(F->getLocation());
  if (At.isInvalid() || SM.isInSystemHeader(At) || F->getBuiltinID() != 0)
    return true;
  if (SM.isInMainFile(At))
    return false;
  std::string Name = F->getQualifiedNameAsString();
  return llvm::any_of(
      std::initializer_list<StringRef>{"std::", "at::", "c10::", "torch::"},
      [&](StringRef Prefix) { return StringRef(Name).starts_with(Prefix); });
}

bool containsReturn(const Stmt *Body) {
  ReturnFinder Finder;
  Finder.TraverseStmt(const_cast<Stmt *>(Body));
  return Finder.Found;
}

} // namespace tensortidy
