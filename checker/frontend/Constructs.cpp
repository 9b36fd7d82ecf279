// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tensortidy {

namespace {

Value indexItem(IndexOperand::Kind K) {
  IndexOperand O;
  O.TheKind = K;
  return Value::index(O);
}

std::string className(QualType T) {
  const CXXRecordDecl *D =
      T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  return D ? plainQualifiedName(D) : "";
}

} // namespace

/// Longer ones are messages.
constexpr size_t MaxString = 200;

/// "..." stands for an ellipsis in Tensor::index.
Value FunctionLowering::lowerString(const StringLiteral *E) {
  if (E->getCharByteWidth() != 1 || E->getLength() > MaxString)
    return {};
  if (E->getString() == "...")
    return indexItem(IndexOperand::Kind::Ellipsis);
  return Value::string(E->getString().str());
}

Value FunctionLowering::namedConstant(const VarDecl *D) const {
  std::optional<ClassKind> K = Unit.Models.classKind(className(D->getType()));
  if (K == ClassKind::Nothing)
    return Value::undefined();
  if (K == ClassKind::Ellipsis)
    return indexItem(IndexOperand::Kind::Ellipsis);
  return {};
}

std::optional<MemoryFormat> FunctionLowering::formatOf(const Expr *E) const {
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *D = R ? R->getDecl() : nullptr;
  if (const auto *V = dyn_cast_or_null<VarDecl>(D)) {
    // A named constant: what it is initialised with.
    const Expr *Init = V->isConstexpr() ? V->getAnyInitializer() : nullptr;
    return Init ? formatOf(Init->IgnoreParenImpCasts()) : std::nullopt;
  }
  if (!isa_and_nonnull<EnumConstantDecl>(D))
    return std::nullopt;
  using Format = std::optional<MemoryFormat>;
  return llvm::StringSwitch<Format>(D->getName())
      .Case("Contiguous", MemoryFormat::Contiguous)
      .Case("ChannelsLast", MemoryFormat::ChannelsLast)
      .Case("ChannelsLast3d", MemoryFormat::ChannelsLast3d)
      .Case("Preserve", MemoryFormat::Preserve)
      .Default(std::nullopt);
}

Value FunctionLowering::lowerList(ArrayRef<const Expr *> Items) {
  std::vector<Value> Elements;
  for (const Expr *E : Items) {
    Value V = lower(E);
    // `{counts[i], c}`: a list of sizes of which one is only known to be one.
    if (V.isNone() && Unit.Types.classify(E->getType()) == TypeClass::Int)
      V = Value::integer(opaque());
    if (V.is(Value::Kind::Address))
      storePointer(V, E);
    Elements.push_back(std::move(V));
  }
  return Value::list(std::move(Elements));
}

Value FunctionLowering::lowerInitList(const InitListExpr *E) {
  QualType T = E->getType();
  const auto *D = T->isVoidType() ? nullptr : T->getAsCXXRecordDecl();
  bool IsAggregate = D && D->isAggregate() &&
                     Unit.Types.classify(T) == TypeClass::Record &&
                     D->hasDefinition();
  Value Items = lowerList(E->inits());
  if (!IsAggregate) {
    bool IsScalar = !T->isVoidType() && !T->isDependentType() &&
                    (T->isScalarType() ||
                     (D && Items.Elements.size() == 1 &&
                      !TypeClassifier::holdsTensor(Unit.Types.classify(T))));
    if (IsScalar && Items.Elements.size() == 1)
      return Items.Elements.front();
    return Items;
  }
  Value Object = Value::object("init#" + std::to_string(++NextOpaque), "");
  unsigned I = 0;
  for (const FieldDecl *Field : D->fields()) {
    if (I >= Items.Elements.size())
      break;
    const Expr *Init = E->getInit(I);
    assign(field(Object, Field), Items.Elements[I++], Init);
  }
  return Object;
}

/// at::indexing::TensorIndex and Slice (libtorch 1.13, ATen/TensorIndexing.h).
std::optional<Value>
FunctionLowering::lowerIndexItem(const CXXConstructExpr *E,
                                 ArrayRef<Value> Arguments) {
  std::optional<ClassKind> K = Unit.Models.classKind(className(E->getType()));
  if (K == ClassKind::Ellipsis)
    return indexItem(IndexOperand::Kind::Ellipsis);
  if (K == ClassKind::Index && Arguments.size() == 1)
    return Value::index(toIndexOperand(Arguments.front()));
  if (K != ClassKind::Slice)
    return std::nullopt;
  if (Arguments.size() == 1 && Arguments.front().is(Value::Kind::Index))
    return Arguments.front(); // a copy
  IndexOperand O;
  O.TheKind = IndexOperand::Kind::Slice;
  std::optional<IntExpr> *Parts[] = {&O.Start, &O.Stop, &O.Step};
  for (unsigned I = 0; I < Arguments.size() && I < 3; ++I)
    if (!Arguments[I].is(Value::Kind::Undefined) &&
        !isa<CXXDefaultArgExpr>(E->getArg(I)))
      *Parts[I] = intOf(Arguments[I]);
  return Value::index(O);
}

Value FunctionLowering::lowerConstruct(const CXXConstructExpr *E) {
  if (const CalleeRule *Rule = Unit.callee(E->getConstructor()).Rule) {
    SetsStream |= Rule->Act == RuntimeAct::SetStream;
    if (Rule->Act == RuntimeAct::SetDevice)
      emitRuntimeCall(Rule, Rule->Name, E);
  }
  std::vector<Value> Arguments;
  bool HoldsTensor =
      TypeClassifier::holdsTensor(Unit.Types.classify(E->getType()));
  for (const Expr *A : E->arguments()) {
    Arguments.push_back(lowerArgument(A, E->getConstructor()));
    if (HoldsTensor)
      Arguments.back() = movedFrom(Arguments.back(), A, E->getConstructor());
  }
  if (std::optional<Value> Item = lowerIndexItem(E, Arguments))
    return *Item;
  TypeClass C = Unit.Types.classify(E->getType());
  while (C != TypeClass::Record && !Arguments.empty() &&
         isa<CXXDefaultArgExpr>(E->getArg(Arguments.size() - 1)))
    Arguments.pop_back();
  std::string Name = className(E->getType());
  switch (C) {
  case TypeClass::Tensor:
  case TypeClass::OptionalTensor:
  case TypeClass::TensorList:
    return constructTensor(C, Arguments);
  case TypeClass::IntList:
    return constructIntList(Unit.Models.classKind(Name), Arguments);
  case TypeClass::Options:
    return optionsFrom(E->getConstructor(), Value::options(), Arguments);
  case TypeClass::Tuple:
    if (Arguments.size() == 1)
      return Arguments.front();
    return Value::list(std::move(Arguments));
  case TypeClass::Int:
  case TypeClass::Format:
  case TypeClass::ElementType:
  case TypeClass::Device: // with its index, which nobody asks for
    return Arguments.empty() ? Value::undefined() : Arguments.front();
  default:
    return constructRecord(E, Name, Arguments);
  }
}

namespace {

/// Options that may ask for anything, but for no memory format.
void askAnything(Value &Options) {
  Options.Asks = Traits();
  Options.HasType = Options.HasDevice = Options.HasLayout = true;
}

/// What \p Options ask for once \p V is added, of which the parameter \p D
/// takes a type, a device or something that has no class of its own.
void askFor(Value &Options, const Value &V, TypeClass C, const ParmVarDecl *D) {
  bool IsGiven = !V.is(Value::Kind::Undefined);
  if (C == TypeClass::ElementType) {
    Options.HasType = IsGiven;
    Options.Asks.ScalarType = V.Asks.ScalarType;
  } else if (C == TypeClass::Device) {
    Options.HasDevice = IsGiven;
    Options.Asks.OnCpu = V.Asks.OnCpu;
  } else if (D->getName() == "requires_grad") {
    bool IsKnown = V.is(Value::Kind::Truth) &&
                   V.Truth.TheKind == Condition::Kind::Constant;
    Options.Asks.RequiresGrad =
        IsKnown ? std::optional<bool>(V.Truth.Value) : std::nullopt;
  } else if (D->getName() == "layout") {
    Options.HasLayout = true;
  } else if (D->getName() != "pinned_memory") {
    askAnything(Options);
  }
}

/// Adds what \p V ask for.
void mergeOptions(Value &Options, const Value &V) {
  if (V.HasFormat) {
    Options.HasFormat = true;
    Options.Format = V.Format;
  }
  if (V.HasType)
    Options.Asks.ScalarType = V.Asks.ScalarType;
  if (V.HasDevice)
    Options.Asks.OnCpu = V.Asks.OnCpu;
  if (V.Asks.RequiresGrad != false)
    Options.Asks.RequiresGrad = V.Asks.RequiresGrad;
  Options.HasType |= V.HasType;
  Options.HasDevice |= V.HasDevice;
  Options.HasLayout |= V.HasLayout;
}

} // namespace

Value FunctionLowering::optionsFrom(const FunctionDecl *Callee, Value Start,
                                    ArrayRef<Value> Arguments) const {
  // x.options(), dtype<T>()
  if (Callee->getNumParams() == 0 && !isa<CXXConstructorDecl>(Callee) &&
      Start.is(Value::Kind::Options))
    askAnything(Start);
  for (unsigned I = 0; I < Arguments.size() && I < Callee->getNumParams();
       ++I) {
    const Value &V = Arguments[I];
    const ParmVarDecl *D = Callee->getParamDecl(I);
    TypeClass C = Unit.Types.classify(D->getType());
    switch (C) {
    case TypeClass::Format:
      if (!V.is(Value::Kind::Format) && !V.is(Value::Kind::Undefined))
        return {};
      if (!Start.is(Value::Kind::Options)) {
        Start = Value::options();
        askAnything(Start);
      }
      Start.HasFormat = V.is(Value::Kind::Format);
      Start.Format = V.Format;
      break;
    case TypeClass::Options:
      if (!V.is(Value::Kind::Options))
        return {};
      mergeOptions(Start, V);
      break;
    default:
      if (Start.is(Value::Kind::Options))
        askFor(Start, V, C, D);
      break;
    }
  }
  return Start;
}

Value FunctionLowering::constructTensor(TypeClass C,
                                        ArrayRef<Value> Arguments) {
  if (Arguments.empty())
    return Value::undefined();
  const Value &First = Arguments.front();
  if (C != TypeClass::TensorList)
    return First;
  // vector(n) has undefined tensors, vector(n, t) copies of t.
  if (First.is(Value::Kind::Int) || First.isNone())
    return Arguments.size() > 1 ? Arguments[1] : Value::undefined();
  return First;
}

Value FunctionLowering::constructIntList(std::optional<ClassKind> K,
                                         ArrayRef<Value> Arguments) {
  if (Arguments.empty())
    return Value::undefined();
  const Value &First = Arguments.front();
  // A count, or a pair of iterators.
  if (Arguments.size() > 1)
    return First.is(Value::Kind::Strides) ? First : Value();
  if (!First.is(Value::Kind::Int))
    return First;
  // ArrayRef refers to one element; a vector gets that many zeros.
  return K == ClassKind::ListView ? Value::list({First}) : Value();
}

/// What holds a pointer of which it is known when it is null. A constructor
/// that takes any number of arguments may declare none.
static bool isNullTest(const Value &V, const CXXConstructExpr *E) {
  const CXXConstructorDecl *C = E->getConstructor();
  return V.is(Value::Kind::Truth) && C->getNumParams() > 0 &&
         C->getParamDecl(0)->getType()->isPointerType();
}

Value FunctionLowering::constructRecord(const CXXConstructExpr *E,
                                        const std::string &Name,
                                        ArrayRef<Value> Arguments) {
  std::optional<ClassKind> K = Unit.Models.classKind(Name);
  if (K == ClassKind::Nothing)
    return Value::undefined();
  Value Object = Value::object("new#" + std::to_string(++NextOpaque), "");
  if (std::optional<Value> Made = expandConstructor(E, Arguments, Object))
    return *Made;
  while (!Arguments.empty() &&
         isa<CXXDefaultArgExpr>(E->getArg(Arguments.size() - 1)))
    Arguments = Arguments.drop_back();
  if (Arguments.size() == 1) {
    const Value &Only = Arguments.front();
    bool IsCopy = E->getConstructor()->isCopyOrMoveConstructor() &&
                  !(E->getConstructor()->isUserProvided() &&
                    Unit.Source.isUserCode(E->getConstructor()->getLocation()));
    // std::function of a lambda, a Scalar of a number, a wrapped list.
    // A string_view of a literal, too.
    if (IsCopy || Only.is(Value::Kind::Closure) ||
        Only.is(Value::Kind::String) || isNullTest(Only, E) ||
        Only.is(Value::Kind::Sizes) || K == ClassKind::Scalar ||
        (Only.isTensor() && F.Places[Only.Id].IsList))
      return Only;
  }
  // What a constructor of the user's keeps, it keeps in its initialisers, too.
  usePointers(Arguments, Sink::Call, Name, E,
              K == ClassKind::List ? E->getConstructor() : nullptr);
  std::vector<Value> Pointers;
  for (const Value &V : Arguments)
    collectPointers(V, Pointers);
  if (isPointerList(E->getType()))
    for (const Value &V : Pointers)
      assign(arrayElement(Object, TypeClass::Pointer), V, E);
  addContents(Object, Arguments, E);
  return Object;
}

} // namespace tensortidy
