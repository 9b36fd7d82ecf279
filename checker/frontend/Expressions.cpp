// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace tensortidy {

Value FunctionLowering::lower(const Expr *E) {
  if (!E || !Reason.empty())
    return {};
  if (exceeds(++Expressions, Unit.Options.MaxExpressions, "expressions") ||
      exceeds(Depth, Unit.Options.MaxDepth, "expressions in one another"))
    return {};
  if (E->containsErrors())
    F.Uncertain = true;
  LastExpression = E;
  ++Depth;
  Value V = lowerPlain(E);
  --Depth;
  return changesByItself(E) ? reread(V, E) : V;
}

bool FunctionLowering::changesByItself(const Expr *E) {
  return E->isGLValue() &&
         (E->getType().isVolatileQualified() || E->getType()->isAtomicType());
}

/// Of a volatile or atomic object: two reads need not give the same.
Value FunctionLowering::reread(const Value &V, const Expr *At) {
  if (!V.isLvalue() && !(V.isFlag() && V.Truth.Operands.empty()))
    return {};
  forget(V, "read from a volatile object", At);
  return V;
}

Value FunctionLowering::lowerThis(const Expr *E) {
  if (ThisEscapes)
    forget(This, "changed through a pointer to it", E);
  return This;
}

Value FunctionLowering::lowerChildren(const Expr *E) {
  for (const Stmt *Child : E->children())
    if (const auto *Each = dyn_cast_or_null<Expr>(Child))
      lower(Each);
  return {};
}

/// Tensors that are named in code with an error may have been checked or
/// changed there.
Value FunctionLowering::lowerBroken(const RecoveryExpr *E) {
  for (const Expr *Each : E->subExpressions())
    if (Value V = lower(Each); V.isTensor())
      forget(V, "used by code with an error", E);
  return {};
}

std::optional<int64_t> FunctionLowering::constantOf(const Expr *E) const {
  if (E->isValueDependent() || E->containsErrors() ||
      !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  Expr::EvalResult R;
  if (!E->EvaluateAsInt(R, Unit.Context, Expr::SE_NoSideEffects))
    return std::nullopt;
  if (R.Val.getInt().getSignificantBits() > 64)
    return std::nullopt;
  return R.Val.getInt().getExtValue();
}

/// The expression that \p E only wraps; null when it does more.
static const Expr *wrapped(const Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::ParenExprClass:
    return cast<ParenExpr>(E)->getSubExpr();
  case Stmt::ExprWithCleanupsClass:
  case Stmt::ConstantExprClass:
    return cast<FullExpr>(E)->getSubExpr();
  case Stmt::MaterializeTemporaryExprClass:
    return cast<MaterializeTemporaryExpr>(E)->getSubExpr();
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement();
  case Stmt::OpaqueValueExprClass:
    return cast<OpaqueValueExpr>(E)->getSourceExpr();
  case Stmt::CXXDefaultInitExprClass:
    return cast<CXXDefaultInitExpr>(E)->getExpr();
  case Stmt::CXXStdInitializerListExprClass:
    return cast<CXXStdInitializerListExpr>(E)->getSubExpr();
  case Stmt::PackExpansionExprClass:
    return cast<PackExpansionExpr>(E)->getPattern();
  default:
    break;
  }
  if (const auto *L = dyn_cast<ParenListExpr>(E))
    return L->getNumExprs() == 1 ? L->getExpr(0) : nullptr;
  const auto *C = dyn_cast<CXXUnresolvedConstructExpr>(E);
  return C && C->getNumArgs() == 1 ? C->getArg(0) : nullptr;
}

Value FunctionLowering::lowerPlain(const Expr *E) {
  if (const Expr *Inner = wrapped(E))
    return lower(Inner);
  switch (E->getStmtClass()) {
  case Stmt::DeclRefExprClass:
    return lowerReference(cast<DeclRefExpr>(E));
  case Stmt::CXXThisExprClass:
    return lowerThis(E);
  case Stmt::MemberExprClass:
    return lowerMember(cast<MemberExpr>(E));
  case Stmt::ArraySubscriptExprClass:
    return lowerSubscript(cast<ArraySubscriptExpr>(E));
  case Stmt::IntegerLiteralClass:
  case Stmt::UnaryExprOrTypeTraitExprClass: // its operand is not evaluated
    if (std::optional<int64_t> C = constantOf(E))
      return Value::integer(IntExpr::literal(*C));
    return {};
  case Stmt::CXXBoolLiteralExprClass: {
    Condition C;
    C.TheKind = Condition::Kind::Constant;
    C.Value = cast<CXXBoolLiteralExpr>(E)->getValue();
    return Value::truth(C);
  }
  case Stmt::StringLiteralClass:
    return lowerString(cast<StringLiteral>(E));
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
    return Value::pointer(NoId);
  default:
    return lowerOperation(E);
  }
}

Value FunctionLowering::lowerOperation(const Expr *E) {
  if (const auto *C = dyn_cast<CallExpr>(E))
    return lowerCall(C);
  if (const auto *C = dyn_cast<CastExpr>(E))
    return lowerCast(C);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return lowerConstruct(C);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return lowerConditional(C);
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    return lowerTemporary(B);
  switch (E->getStmtClass()) {
  case Stmt::UnaryOperatorClass:
    return lowerUnary(cast<UnaryOperator>(E));
  case Stmt::BinaryOperatorClass:
    return lowerBinary(cast<BinaryOperator>(E));
  case Stmt::CompoundAssignOperatorClass:
    return lowerCompound(cast<CompoundAssignOperator>(E));
  case Stmt::InitListExprClass:
    return lowerInitList(cast<InitListExpr>(E));
  case Stmt::LambdaExprClass:
    return lowerLambda(cast<LambdaExpr>(E));
  case Stmt::RecoveryExprClass:
    return lowerBroken(cast<RecoveryExpr>(E));
  case Stmt::CXXThrowExprClass:
    lower(cast<CXXThrowExpr>(E)->getSubExpr());
    Builder.stop();
    return {};
  case Stmt::AddrLabelExprClass:
    AddressedLabels.push_back(cast<AddrLabelExpr>(E)->getLabel());
    return {};
  case Stmt::StmtExprClass:
    lowerStmt(cast<StmtExpr>(E)->getSubStmt());
    return {};
  default:
    return lowerChildren(E);
  }
}

/// `GLOG_FATAL`, `kFatal`. What `kNonFatal` and `NOT_FATAL` log goes on, and so
/// does it with DFATAL where NDEBUG is defined.
static bool namesFatal(StringRef Name) {
  if (!Name.consume_back_insensitive("fatal"))
    return false;
  if (Name == "D" || Name == "kD" || Name.ends_with("_D"))
    return false;
  Name.consume_back("_");
  return llvm::none_of(
      std::initializer_list<StringRef>{"non", "not", "no", "debug", "below",
                                       "never", "without"},
      [&](StringRef Before) { return Name.ends_with_insensitive(Before); });
}

/// `MessageLogger(file, line, GLOG_FATAL)`: logging it ends the program, or
/// throws, whatever its class declares.
static bool isFatalMessage(const Expr *E) {
  const auto *C = dyn_cast<CXXConstructExpr>(E->IgnoreUnlessSpelledInSource());
  return C && llvm::any_of(C->arguments(), [](const Expr *A) {
           const auto *R = dyn_cast<DeclRefExpr>(A->IgnoreParenImpCasts());
           const NamedDecl *D = R ? R->getDecl() : nullptr;
           const auto *V = dyn_cast_or_null<VarDecl>(D);
           const bool IsConstant =
               isa_and_nonnull<EnumConstantDecl>(D) ||
               (V && V->hasGlobalStorage() && V->getType().isConstQualified());
           return IsConstant && D->getIdentifier() && namesFatal(D->getName());
         });
}

/// A temporary whose destructor never returns ends the full expression, as in
/// glog's checks.
Value FunctionLowering::lowerTemporary(const CXXBindTemporaryExpr *E) {
  const CXXDestructorDecl *D = E->getTemporary()->getDestructor();
  Value V = lower(E->getSubExpr());
  EndsAfterFullExpression |=
      (D && D->isNoReturn()) || isFatalMessage(E->getSubExpr());
  return V;
}

/// A constant of c10::ScalarType or c10::DeviceType, in which the CPU is 0.
static Value propertyNumbered(TypeClass C, int64_t Number) {
  Traits Asks;
  if (C == TypeClass::Device)
    Asks.OnCpu = Number == 0;
  else if (Number >= 0 && Number <= INT8_MAX)
    Asks.ScalarType = static_cast<int8_t>(Number);
  return Value::property(Asks);
}

Value FunctionLowering::lowerReference(const DeclRefExpr *E) {
  touchMemory(E);
  const ValueDecl *D = E->getDecl();
  TypeClass C = Unit.Types.classify(E->getType());
  if (C == TypeClass::Format)
    if (std::optional<MemoryFormat> Format = formatOf(E))
      return Value::format(*Format);
  if (C == TypeClass::ElementType || C == TypeClass::Device)
    if (std::optional<int64_t> Number = constantOf(E))
      return propertyNumbered(C, *Number);
  const auto *V = dyn_cast<VarDecl>(D);
  if (V && V->getType()->isRecordType()) {
    // Constants such as c10::nullopt and at::indexing::None.
    Value Constant = namedConstant(V);
    if (!Constant.isNone())
      return Constant;
  }
  if (C == TypeClass::Int && !Variables.count(D))
    if (std::optional<int64_t> Constant = constantOf(E))
      return Value::integer(IntExpr::literal(*Constant));
  if (const auto *Constant = dyn_cast<EnumConstantDecl>(D);
      Constant && isUsersEnum(Constant->getType()) &&
      Constant->getInitVal().getSignificantBits() <= 64)
    return Value::integer(
        IntExpr::literal(Constant->getInitVal().getExtValue()));
  if (!isa<VarDecl, BindingDecl>(D))
    return {};
  Value Read = variable(D);
  if (hasEscaped(D, Read))
    forget(Read, "changed through a reference that is kept", E);
  return Read;
}

bool FunctionLowering::hasEscaped(const ValueDecl *D, const Value &V) {
  bool IsTensor = V.isTensor(), IsObject = V.is(Value::Kind::Object);
  if (!Escaped.contains(D))
    return (IsTensor && EscapedPlaces.contains(V.Id)) ||
           (IsObject && EscapedPaths.count(V.Path));
  if (IsTensor)
    EscapedPlaces.insert(V.Id);
  if (IsObject)
    EscapedPaths.insert(V.Path);
  return true;
}

Value FunctionLowering::lowerMember(const MemberExpr *E) {
  const ValueDecl *D = E->getMemberDecl();
  if (isa<VarDecl>(D)) // a static member
    return variable(D);
  Value Base = lower(E->getBase());
  touchMemory(E);
  // std::pair's first and second.
  if (Base.is(Value::Kind::List) && D->getIdentifier()) {
    unsigned Index = D->getName() == "second";
    return Index < Base.Elements.size() ? Base.Elements[Index] : Value();
  }
  if (std::optional<QueryKind> Q = Unit.Types.fieldQuery(D))
    return lowerField(E, Base, *Q);
  if (Base.isTensor()) {
    // An entry of a map of tensors; a TensorArg's tensor.
    bool Gives = Unit.Types.holdsTensor(Unit.Types.classify(E->getType()));
    return Gives ? listElement(Base, Value()) : Value();
  }
  if (Base.is(Value::Kind::Pointer)) {
    usePointer(Base, Sink::FirstElement, "", {}, false, E);
    return {};
  }
  const size_t Known = Fields.size();
  Value V = field(Base, D);
  if (Fields.size() != Known && isMadeInLoop(Base.Path))
    forget(V, "a member of another object in each iteration", E);
  return V;
}

bool FunctionLowering::isMadeInLoop(const std::string &Path) const {
  StringRef Number = StringRef(Path).split('#').second.split('.').first;
  int64_t Made = 0;
  return LoopDepth > 0 && !Number.getAsInteger(10, Made) && Made > OutsideLoops;
}

/// A field of a struct that is a tensor.
Value FunctionLowering::lowerField(const MemberExpr *E, const Value &Base,
                                   QueryKind Q) {
  CallSite S;
  S.Whole = E;
  S.Object = E->getBase();
  S.ObjectValue = Value::tensor(
      placeOf(Base, "an object that is not followed", E->getBase()));
  S.Name = E->getMemberLoc();
  S.ResultType = E->getType();
  return lowerQuery(S, Q);
}

/// After a field that says how a tensor is laid out, or where, was set.
void FunctionLowering::forgetOwner(const Expr *Field, const Expr *At) {
  Field = Field->IgnoreParenImpCasts();
  while (const auto *S = dyn_cast<ArraySubscriptExpr>(Field))
    Field = S->getBase()->IgnoreParenImpCasts();
  const auto *M = dyn_cast<MemberExpr>(Field);
  if (M && Unit.Types.fieldQuery(M->getMemberDecl()) &&
      Unit.Types.fieldQuery(M->getMemberDecl()) != QueryKind::Itself)
    forget(lower(M->getBase()), "changed by an assignment to its field", At);
}

Value FunctionLowering::listElement(const Value &List, const Value &Position) {
  if (List.is(Value::Kind::List)) {
    if (Position.is(Value::Kind::Int) &&
        Position.Int.TheKind == IntExpr::Kind::Literal &&
        uint64_t(Position.Int.Value) < List.Elements.size())
      return List.Elements[Position.Int.Value];
    if (!isKnownList(List) || !LastExpression)
      return anyPointerOf(List);
    // Any of them.
    Value Any = Value::tensor(newTemporary());
    assignTensor(Any, List, LastExpression);
    return Any;
  }
  if (List.is(Value::Kind::Sizes) || List.is(Value::Kind::Strides)) {
    IntExpr E = Position.is(Value::Kind::Int) ? Position.Int : opaque();
    IntExpr Result = IntExpr::sizeOf(List.Id, std::move(E));
    if (List.is(Value::Kind::Strides))
      Result.TheKind = IntExpr::Kind::StrideOf;
    return Value::integer(std::move(Result));
  }
  if (List.isTensor()) {
    Value Element = List;
    Element.IsElement |= F.Places[List.Id].IsList;
    return Element;
  }
  return {};
}

} // namespace tensortidy
