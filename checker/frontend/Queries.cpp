// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace tensortidy {

/// is_contiguous(x.suggest_memory_format()): true in one of the formats. It
/// may be false although another one would have been true.
static Condition contiguousInSomeFormat(PlaceId Tensor) {
  Condition Any, Result;
  Any.TheKind = Condition::Kind::Or;
  for (MemoryFormat Format :
       {MemoryFormat::Contiguous, MemoryFormat::ChannelsLast,
        MemoryFormat::ChannelsLast3d}) {
    Condition C;
    C.TheKind = Condition::Kind::Contiguous;
    C.Tensor = Tensor;
    C.Format = Format;
    Any.Operands.push_back(std::move(C));
  }
  Result.TheKind = Condition::Kind::And;
  Result.Operands = {Condition::unknown(), std::move(Any)};
  return Result;
}

Condition FunctionLowering::contiguity(const CallSite &S) const {
  Condition C;
  C.TheKind = Condition::Kind::Contiguous;
  C.Tensor = S.ObjectValue.Id;
  if (S.Arguments.empty() || isa<CXXDefaultArgExpr>(S.Arguments.front()))
    return C;
  if (!S.Values.front().is(Value::Kind::Format))
    return contiguousInSomeFormat(C.Tensor);
  C.Format = S.Values.front().Format;
  return C;
}

/// Where it is: on the CPU, or on an accelerator that need not be the only one.
static Condition onCpu(PlaceId P, bool Value) {
  Condition C;
  C.TheKind = Condition::Kind::Has;
  C.Tensor = P;
  C.Its.OnCpu = Value;
  if (Value)
    return C;
  Condition IsThatOne;
  IsThatOne.TheKind = Condition::Kind::And;
  IsThatOne.Operands = {Condition::unknown(), std::move(C)};
  return IsThatOne;
}

Condition FunctionLowering::sameProperty(const Value &Of, const Value &Is) {
  Condition C;
  if (Of.HasType && Is.Asks.ScalarType) {
    C.TheKind = Condition::Kind::Has;
    C.Tensor = Of.Id;
    C.Its.ScalarType = Is.Asks.ScalarType;
  } else if (Of.HasDevice && Is.Asks.OnCpu) {
    C = onCpu(Of.Id, *Is.Asks.OnCpu);
  }
  return C;
}

namespace {

std::optional<IntExpr::Kind> integerAsked(QueryKind Q) {
  switch (Q) {
  case QueryKind::Size:
    return IntExpr::Kind::SizeOf;
  case QueryKind::Stride:
    return IntExpr::Kind::StrideOf;
  case QueryKind::Rank:
    return IntExpr::Kind::RankOf;
  case QueryKind::Numel:
    return IntExpr::Kind::NumelOf;
  default:
    return std::nullopt;
  }
}

} // namespace

Value FunctionLowering::lowerQuery(const CallSite &S, QueryKind Q) {
  PlaceId P = S.ObjectValue.Id;
  if (std::optional<IntExpr::Kind> K = integerAsked(Q)) {
    IntExpr E;
    E.TheKind = *K;
    E.Tensor = P;
    if (K == IntExpr::Kind::SizeOf || K == IntExpr::Kind::StrideOf)
      E.Operands.push_back(S.Values.empty() ? opaque()
                                            : intOf(S.Values.front()));
    return Value::integer(std::move(E));
  }
  Condition C;
  C.Tensor = P;
  switch (Q) {
  case QueryKind::Sizes:
    return Value::sizes(P);
  case QueryKind::Strides:
  case QueryKind::StridesOrNull:
    return Value::strides(P);
  case QueryKind::Itself:
    return S.ObjectValue;
  case QueryKind::Contiguous:
    noteCheckMacro(S);
    return Value::truth(contiguity(S));
  case QueryKind::Dense:
    C.TheKind = Condition::Kind::Dense;
    return Value::truth(C);
  case QueryKind::Defined:
    C.TheKind = Condition::Kind::Defined;
    return Value::truth(C);
  case QueryKind::ElementType:
    return Value::propertyOf(P, /*IsType=*/true);
  case QueryKind::Device:
    return Value::propertyOf(P, /*IsType=*/false);
  case QueryKind::OnCpu:
    return Value::truth(onCpu(P, true));
  case QueryKind::OnAccelerator:
    return Value::truth(onCpu(P, false));
  case QueryKind::PointerRead:
    return takePointer(S, PointerAccess::Read);
  case QueryKind::PointerWrite:
    return takePointer(S, PointerAccess::Write);
  case QueryKind::Accessor:
    assumeAccessorRank(S);
    takeAccessor(S);
    return {};
  default:
    return {};
  }
}

/// The use of a macro that \p L comes from, as written.
static StringRef macroUse(SourceLocation L, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  return Lexer::getSourceText(SM.getExpansionRange(L), SM,
                              Context.getLangOpts());
}

/// What c10::Device has: `x.device().is_cpu()`.
std::optional<Value>
FunctionLowering::lowerDeviceQuery(const CallSite &S) const {
  const Value &Of = S.ObjectValue;
  if (!Of.is(Value::Kind::Property) || Of.Id == NoId || !Of.HasDevice ||
      !S.Callee->getIdentifier())
    return std::nullopt;
  const StringRef Name = S.Callee->getName();
  if (Name == "type")
    return Of;
  if (Name == "is_cpu")
    return Value::truth(onCpu(Of.Id, true));
  if (Name == "is_cuda")
    return Value::truth(onCpu(Of.Id, false));
  return std::nullopt;
}

/// `CHECK_CONTIGUOUS(x);`, a whole statement: how this project checks. By its
/// name it checks nothing else.
void FunctionLowering::noteCheckMacro(const CallSite &S) {
  const SourceManager &SM = Unit.Context.getSourceManager();
  const bool AsksFormat =
      !S.Arguments.empty() && !isa<CXXDefaultArgExpr>(S.Arguments.front());
  if (!S.Object || AsksFormat || !S.Name.isMacroID() || Builder.isInExpansion())
    return;
  const auto [Name, Rest] = macroUse(S.Name, Unit.Context).split('(');
  const auto [Argument, End] = Rest.split(')');
  const auto *Checked = dyn_cast<DeclRefExpr>(S.Object->IgnoreParenImpCasts());
  const bool IsStatement = SM.getExpansionLoc(Builder.statementStart()) ==
                           SM.getExpansionLoc(S.Name);
  if (IsStatement && Name.contains("CHECK") && Name.contains("CONTIGUOUS") &&
      isValidAsciiIdentifier(Name) && End.empty() && Checked &&
      Checked->getDecl()->getIdentifier() &&
      Checked->getDecl()->getName() == Argument.trim())
    CheckMacro = Name.str();
}

/// The c10::ScalarType of the elements of which `data_ptr<T>()` gives a
/// pointer.
static std::optional<int8_t> scalarTypeOf(QualType T) {
  if (T.isNull() || T->isDependentType())
    return std::nullopt;
  if (const auto *B = T->getAs<BuiltinType>())
    switch (B->getKind()) {
    case BuiltinType::UChar:
      return ByteType;
    case BuiltinType::SChar:
      return CharType;
    case BuiltinType::Short:
      return ShortType;
    case BuiltinType::Int:
      return IntType;
    case BuiltinType::Long:
    case BuiltinType::LongLong:
      return LongType;
    case BuiltinType::Float:
      return FloatType;
    case BuiltinType::Double:
      return DoubleType;
    case BuiltinType::Bool:
      return BoolType;
    default:
      return std::nullopt;
    }
  const CXXRecordDecl *D = T->getAsCXXRecordDecl();
  const std::string Name = D ? D->getQualifiedNameAsString() : "";
  if (Name == "c10::Half")
    return HalfType;
  if (Name == "c10::BFloat16")
    return BFloat16Type;
  return std::nullopt;
}

/// Is \p T written by an alias that a function declares, or a parameter of a
/// template? Of a dispatch over types, one case is lowered for all, and
/// `scalar_t` is another type in each.
static bool isLocalAlias(QualType T) {
  if (T->getAs<SubstTemplateTypeParmType>())
    return true;
  while (const auto *Alias = T->getAs<TypedefType>()) {
    if (Alias->getDecl()->getDeclContext()->isFunctionOrMethod())
      return true;
    T = Alias->desugar();
  }
  return false;
}

/// The type that a call writes as its template argument; null for none.
static QualType typeWritten(const Expr *Call) {
  const auto *C = dyn_cast<CallExpr>(Call);
  const auto *M =
      C ? dyn_cast<MemberExpr>(C->getCallee()->IgnoreParenImpCasts()) : nullptr;
  if (!M || M->getNumTemplateArgs() == 0 ||
      M->template_arguments()[0].getArgument().getKind() !=
          TemplateArgument::Type)
    return {};
  return M->template_arguments()[0].getArgument().getAsType();
}

static bool isImplementation(const FunctionDecl *F) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  return M && plainQualifiedName(M->getParent()) == "c10::TensorImpl";
}

Value FunctionLowering::takePointer(const CallSite &S, PointerAccess Access) {
  if (S.ResultType->isPointerType() &&
      S.ResultType->getPointeeType().isConstQualified())
    Access = PointerAccess::Read;
  TakePointer T;
  T.Pointer = F.addPointer("");
  T.Tensor = S.ObjectValue.Id;
  T.Access = Access;
  T.Object = Unit.Source.range(S.Object->getSourceRange());
  T.Spelled = Unit.Source.inMacro(S.Name);
  if (QualType To = S.ResultType->getPointeeType();
      !To.isNull() && !To->isDependentType() && !To->isIncompleteType() &&
      To->isObjectType())
    T.ElementBytes = Unit.Context.getTypeSizeInChars(To).getQuantity();
  // Of what a TensorImpl has, nothing is checked.
  if (QualType Written = typeWritten(S.Whole); !Written.isNull() && S.Callee &&
                                               !isImplementation(S.Callee) &&
                                               !isLocalAlias(Written))
    T.ElementType = scalarTypeOf(Written);
  nameTemporary(S, T);
  PointerId P = T.Pointer;
  Builder.emit(std::move(T), S.Whole, S.Name);
  return Value::pointer(P);
}

/// It may write through an accessor whose elements are not constant.
void FunctionLowering::takeAccessor(const CallSite &S) {
  const auto *D = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      S.ResultType->getAsCXXRecordDecl());
  const bool IsConstant =
      D && D->getTemplateArgs().size() > 0 &&
      D->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
      D->getTemplateArgs()[0].getAsType().isConstQualified();
  TakePointer T;
  T.Tensor = S.ObjectValue.Id;
  T.Access = IsConstant ? PointerAccess::Read : PointerAccess::Write;
  Builder.emit(std::move(T), S.Whole, S.Name);
}

namespace {

std::optional<int64_t> integralArgument(ArrayRef<TemplateArgument> Arguments) {
  for (const TemplateArgument &A : Arguments)
    if (A.getKind() == TemplateArgument::Integral)
      return A.getAsIntegral().getExtValue();
  return std::nullopt;
}

} // namespace

/// accessor<T, N>() throws unless the tensor has N dimensions.
void FunctionLowering::assumeAccessorRank(const CallSite &S) {
  const TemplateArgumentList *A =
      S.Callee ? S.Callee->getTemplateSpecializationArgs() : nullptr;
  std::optional<int64_t> Rank =
      A ? integralArgument(A->asArray()) : std::nullopt;
  const auto *Call = dyn_cast<CallExpr>(S.Whole);
  const auto *M =
      Call ? dyn_cast<OverloadExpr>(Call->getCallee()->IgnoreParenImpCasts())
           : nullptr;
  // `x.accessor<scalar_t, 3>()` in a template: the second one, as written.
  if (!Rank && M && M->getNumTemplateArgs() > 1) {
    const TemplateArgument &Second = M->getTemplateArgs()[1].getArgument();
    if (Second.getKind() == TemplateArgument::Expression)
      Rank = constantOf(Second.getAsExpr());
  }
  if (!Rank)
    return;
  IntExpr E;
  E.TheKind = IntExpr::Kind::RankOf;
  E.Tensor = S.ObjectValue.Id;
  Condition C;
  C.TheKind = Condition::Kind::Compare;
  C.Integers = {E, IntExpr::literal(*Rank)};
  Builder.emit(Assume{C}, S.Whole, S.Name);
}

} // namespace tensortidy
