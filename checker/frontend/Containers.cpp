// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tensortidy {

namespace {

/// Methods by what they do to a container or an optional.
enum class Access { Element, Whole, Add, Clear, Count, Test, Default, Other };

Access accessOf(const FunctionDecl *F) {
  switch (F->getOverloadedOperator()) {
  case OO_Star:
  case OO_Arrow:
  case OO_Subscript:
    return Access::Element;
  case OO_PlusPlus:
  case OO_MinusMinus:
  case OO_Plus:
  case OO_Minus:
    return Access::Whole; // of an iterator
  default:
    break;
  }
  if (isa<CXXConversionDecl>(F))
    return F->getReturnType()->isBooleanType() ? Access::Test : Access::Whole;
  if (!F->getIdentifier())
    return Access::Other;
  return llvm::StringSwitch<Access>(F->getName())
      .Cases({"at", "back", "front", "value", "get"}, Access::Element)
      .Cases({"begin", "end", "cbegin", "cend", "rbegin"}, Access::Whole)
      .Cases({"vec", "slice", "find", "data", "toRef"}, Access::Whole)
      .Cases({"push_back", "emplace_back", "insert", "emplace"}, Access::Add)
      .Cases({"clear", "reset"}, Access::Clear)
      .Cases({"size", "numel"}, Access::Count)
      .Cases({"has_value", "defined", "empty"}, Access::Test)
      .Case("value_or", Access::Default)
      .Default(Access::Other);
}

} // namespace

/// Of optional, MaybeOwned and whatever else stands for one tensor.
Value FunctionLowering::lowerOptionalMethod(const CallSite &S) {
  const Value &Object = S.ObjectValue;
  switch (accessOf(S.Callee)) {
  case Access::Element:
  case Access::Whole:
    return Object;
  case Access::Test:
    return Value::truth(truthOf(Object));
  case Access::Clear:
    assign(Object, Value::undefined(), S.Whole);
    return {};
  case Access::Add:
    assign(Object, S.Values.empty() ? Value() : S.Values.back(), S.Whole);
    return Object;
  case Access::Default: {
    PlaceId P = newTemporary();
    Value Other = S.Values.empty() ? Value() : S.Values.front();
    PlaceId First = Object.isTensor() ? Object.Id : NoId;
    PlaceId Second =
        Other.is(Value::Kind::Undefined) ? NoId : placeOf(Other, "", S.Whole);
    Builder.emit(Choose{P, {First, Second}}, S.Whole, S.Name);
    return Value::tensor(P);
  }
  default:
    if (S.Callee->getIdentifier() && S.Callee->getName() == "swap" &&
        S.Values.size() == 1) {
      exchange(Object, S.Values.front(), S.Whole);
      return {};
    }
    return lowerUserCall(S, Unit.callee(S.Callee).Name);
  }
}

/// `tensors[0]` of a parameter that nothing changes: what is learnt of it is
/// not learnt of the others, but of each mention of it.
std::optional<Value> FunctionLowering::elementAtPosition(const CallSite &S) {
  const auto *R = dyn_cast<DeclRefExpr>(S.Object->IgnoreParenImpCasts());
  const auto *D = R ? dyn_cast<ParmVarDecl>(R->getDecl()) : nullptr;
  const PlaceId List = S.ObjectValue.Id;
  if (!D || Modified.contains(D) || Escaped.contains(D) ||
      Reached.contains(D) || Builder.isInExpansion() ||
      F.Places[List].Kind != PlaceKind::Parameter ||
      Unit.Types.classify(D->getType()) != TypeClass::TensorList ||
      Unit.Types.classify(S.ResultType) != TypeClass::Tensor)
    return std::nullopt;
  StringRef Name = S.Callee->getIdentifier() ? S.Callee->getName() : "";
  std::optional<int64_t> Position;
  if (Name == "front")
    Position = 0;
  else if (Name == "back")
    Position = -1;
  else if (S.Arguments.size() == 1)
    Position = constantOf(S.Arguments.front());
  if (!Position)
    return std::nullopt;
  auto [It, IsNew] = Positions.try_emplace({List, *Position}, NoId);
  if (IsNew) {
    It->second = newTemporary();
    Place &Is = F.Places[It->second];
    Is.Name = F.Places[List].Name;
    Is.IsAtPosition = true;
    // As it is when the function begins.
    std::vector<Fact> &Facts = F.Blocks[F.Entry].Facts;
    Facts.insert(Facts.begin(),
                 {Assign{It->second, List}, Builder.originOf(S.Whole), 0});
  }
  return Value::tensor(It->second);
}

/// Of vectors, maps and lists of tensors, and of their iterators.
Value FunctionLowering::lowerListMethod(const CallSite &S) {
  const Value &Object = S.ObjectValue;
  switch (accessOf(S.Callee)) {
  case Access::Element:
    if (std::optional<Value> Element = elementAtPosition(S))
      return *Element;
    return listElement(Object, Value());
  case Access::Whole:
    return Object;
  case Access::Add: {
    Value List = Object;
    List.IsElement = true;
    Value Added = S.Values.empty() ? Value::undefined() : S.Values.back();
    if (Added.is(Value::Kind::List) && !Added.Elements.empty())
      Added = Added.Elements.back(); // a map's pair
    assign(List, Added, S.Whole);
    return Object;
  }
  case Access::Clear:
    assign(Object, Value::undefined(), S.Whole);
    return {};
  case Access::Count:
    return Value::integer(opaque());
  case Access::Test:
    return {};
  default:
    if (const auto *M = dyn_cast<CXXMethodDecl>(S.Callee); !M || !M->isConst())
      forget(Object, "changed by a method of the container", S.Whole);
    return lowerUserCall(S, Unit.callee(S.Callee).Name);
  }
}

bool FunctionLowering::isPointerList(QualType T) {
  if (T.isNull())
    return false;
  const auto *D = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  if (!D || Unit.Models.classKind(plainQualifiedName(D)) != ClassKind::List ||
      D->getTemplateArgs().size() == 0 ||
      D->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return false;
  return Unit.Types.classify(D->getTemplateArgs()[0].getAsType()) ==
         TypeClass::Pointer;
}

/// Pointers that are put into a vector are used where it goes.
Value FunctionLowering::lowerPointerListMethod(const CallSite &S) {
  const Value &Object = S.ObjectValue;
  const Value Element = arrayElement(Object, TypeClass::Pointer);
  switch (accessOf(S.Callee)) {
  case Access::Element:
    return Element;
  case Access::Whole:
    return Object;
  case Access::Add:
    usePointers(S.Values, Sink::Call, Unit.callee(S.Callee).Name, S.Whole,
                S.Callee, &S);
    if (!S.Values.empty())
      assign(Element, S.Values.back(), S.Whole);
    return Object;
  case Access::Clear:
    Builder.emit(AssignPointer{Element.Id, {NoId}}, S.Whole);
    Unset.insert(Element.Id);
    return {};
  case Access::Count:
    return Value::integer(opaque());
  default:
    return {};
  }
}

/// `x.storage().data()` is the pointer of x.
std::optional<Value> FunctionLowering::lowerStorageMethod(const CallSite &S) {
  if (!S.ObjectValue.isTensor() || !Unit.Types.isStorage(S.Object->getType()))
    return std::nullopt;
  if (Unit.Types.isStorage(S.ResultType))
    return S.ObjectValue;
  switch (Unit.Types.classify(S.ResultType)) {
  case TypeClass::Pointer:
    return takePointer(S, PointerAccess::Write);
  case TypeClass::Int:
    return Value::integer(opaque());
  default:
    return Value();
  }
}

/// Of a list of integers whose elements change.
std::optional<Value> FunctionLowering::lowerArrayMethod(const CallSite &S) {
  const Value &Object = S.ObjectValue;
  if (Object.is(Value::Kind::Object) && isPointerList(S.Object->getType()))
    return lowerPointerListMethod(S);
  if (!Object.is(Value::Kind::Object) ||
      Unit.Types.classify(S.Object->getType()) != TypeClass::IntList)
    return std::nullopt;
  switch (accessOf(S.Callee)) {
  case Access::Element:
    return arrayElement(Object, TypeClass::Int);
  case Access::Add:
    if (!S.Values.empty())
      assign(arrayElement(Object, TypeClass::Int), S.Values.back(), S.Whole);
    return Object;
  case Access::Whole:
    return Object;
  default:
    return Value();
  }
}

/// Of x.sizes(), x.strides() and lists of integers or of anything else.
std::optional<Value> FunctionLowering::lowerSizesMethod(const CallSite &S) {
  const Value &Object = S.ObjectValue;
  bool IsSizes = Object.is(Value::Kind::Sizes);
  if (!IsSizes && !Object.is(Value::Kind::Strides) &&
      !Object.is(Value::Kind::List))
    return std::nullopt;
  StringRef Name = S.Callee->getIdentifier() ? S.Callee->getName() : "";
  switch (accessOf(S.Callee)) {
  case Access::Element: {
    Value Position = S.Values.empty() ? Value() : S.Values.front();
    if (Name == "front")
      Position = Value::integer(IntExpr::literal(0));
    if (Name == "back" && !Object.Elements.empty())
      return Object.Elements.back();
    if (Name == "back")
      Position = Value::integer(IntExpr::literal(-1));
    return Name == "value" ? Object : listElement(Object, Position);
  }
  case Access::Whole:
    // A part of it, an iterator and a pointer are followed no further; where
    // strides go they are known.
    if (Object.is(Value::Kind::Strides))
      return Object;
    return Name == "vec" || isa<CXXConversionDecl>(S.Callee) ? Object : Value();
  case Access::Count: {
    if (Object.is(Value::Kind::List))
      return Value::integer(IntExpr::literal(Object.Elements.size()));
    IntExpr Rank;
    Rank.TheKind = IntExpr::Kind::RankOf;
    Rank.Tensor = Object.Id;
    return Value::integer(Rank);
  }
  default:
    if (Name == "equals" && !S.Values.empty())
      return Value::truth(compare(BO_EQ, Object, S.Values.front()));
    if (const auto *M = dyn_cast<CXXMethodDecl>(S.Callee); M && !M->isConst())
      forget(Object, "changed by a method of the container", S.Whole);
    return Value();
  }
}

} // namespace tensortidy
