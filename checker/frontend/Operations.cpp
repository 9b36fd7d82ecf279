// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

using namespace clang;

namespace tensortidy {

/// Is it what the elements of the result are made of?
static bool isElements(const SchemaArgument &A) {
  return A.Name == "values" || A.Name == "data" ||
         A.Name == "tensor_data_container";
}

static IntExpr strideOf(const StrideGiven &S) {
  IntExpr E;
  E.TheKind = IntExpr::Kind::StrideOf;
  E.Tensor = S.Tensor;
  // Any of them, which counts as all.
  E.Operands.push_back(S.Dimension ? IntExpr::literal(*S.Dimension)
                                   : IntExpr());
  return E;
}

Value FunctionLowering::lowerApply(const CallSite &S, const ResolvedCallee &R) {
  const Schema &TheSchema = R.Op->TheSchema;
  std::vector<Argument> Arguments(TheSchema.Arguments.size());
  if (R.ObjectArgument >= 0 && S.Object) {
    Arguments[R.ObjectArgument] = toTensor(S.ObjectValue);
    Arguments[R.ObjectArgument].Text =
        Unit.Source.text(Unit.Source.range(S.Object->getSourceRange()), 60);
  }
  for (unsigned I = 0; I < S.Values.size() && I < R.ArgumentOf.size(); ++I) {
    int To = R.ArgumentOf[I];
    if (To < 0 || isa<CXXDefaultArgExpr>(S.Arguments[I]))
      continue;
    Arguments[To] =
        toArgument(S.Values[I], TheSchema.Arguments[To], S.Arguments[I]);
  }
  takeOptions(S, R, Arguments);
  // Strides that become elements of a tensor: whoever reads it knows them.
  std::vector<StrideGiven> Strides;
  for (unsigned I = 0; I < S.Values.size() && I < R.ArgumentOf.size(); ++I)
    if (R.ArgumentOf[I] >= 0 &&
        isElements(TheSchema.Arguments[R.ArgumentOf[I]]))
      collectStrides(S.Values[I], Strides);
  for (const StrideGiven &Each : Strides)
    define(Value::integer(IntExpr::variable(F.addInteger(""))), strideOf(Each),
           S.Whole);
  usePointers(S.Values, Sink::Call, R.Op->displayName(), S.Whole);
  return emitApply(S, *R.Op, std::move(Arguments), &R);
}

namespace {

/// The argument of this name and type, if the call has not given it by itself.
Argument *openArgument(const Schema &TheSchema,
                       std::vector<Argument> &Arguments, const char *Name,
                       SchemaType Type) {
  std::optional<unsigned> I = TheSchema.indexOf(Name);
  bool IsOpen = I && TheSchema.Arguments[*I].Type == Type &&
                Arguments[*I].TheKind == Argument::Kind::Absent;
  return IsOpen ? &Arguments[*I] : nullptr;
}

/// What TensorOptions say of one of the schema's arguments: something that is
/// not known but for \p Asks, or nothing.
void setAsked(Argument *A, bool IsGiven, const Traits &Asks) {
  if (!A)
    return;
  A->TheKind = IsGiven ? Argument::Kind::Unknown : Argument::Kind::Undefined;
  A->Asks = Asks;
}

} // namespace

void FunctionLowering::takeOptions(const CallSite &S, const ResolvedCallee &R,
                                   std::vector<Argument> &Arguments) const {
  const Schema &TheSchema = R.Op->TheSchema;
  for (unsigned I = 0; I < S.Values.size() && I < R.ArgumentOf.size(); ++I) {
    if (!S.Callee || R.ArgumentOf[I] >= 0 ||
        isa<CXXDefaultArgExpr>(S.Arguments[I]) ||
        Unit.Types.classify(S.Callee->getParamDecl(I)->getType()) !=
            TypeClass::Options)
      continue;
    const Value &V = S.Values[I];
    bool IsKnown = V.is(Value::Kind::Options);
    auto Open = [&](const char *Name, SchemaType Type) {
      return openArgument(TheSchema, Arguments, Name, Type);
    };
    setAsked(Open("dtype", SchemaType::ScalarType), !IsKnown || V.HasType,
             V.Asks);
    setAsked(Open("device", SchemaType::Device), !IsKnown || V.HasDevice,
             V.Asks);
    if (!IsKnown || V.HasLayout)
      setAsked(Open("layout", SchemaType::Layout), true, {});
    Argument *Format = Open("memory_format", SchemaType::MemoryFormat);
    if (!Format || (IsKnown && !V.HasFormat))
      continue;
    Format->TheKind =
        IsKnown ? Argument::Kind::Format : Argument::Kind::Unknown;
    Format->Format = V.Format;
  }
}

/// The place of the argument that a result is, for in-place and out= forms.
static PlaceId writtenPlace(const SchemaReturn &Return, const Schema &TheSchema,
                            const std::vector<Argument> &Arguments) {
  if (!Return.Writes)
    return NoId;
  for (unsigned I = 0; I < TheSchema.Arguments.size(); ++I) {
    const SchemaArgument &A = TheSchema.Arguments[I];
    if (A.Writes && A.Alias == Return.Alias &&
        Arguments[I].TheKind == Argument::Kind::Tensor)
      return Arguments[I].Places.front();
  }
  return NoId;
}

Value FunctionLowering::emitApply(const CallSite &S, const Operator &Op,
                                  std::vector<Argument> Arguments,
                                  const ResolvedCallee *R) {
  Apply A;
  A.Op = &Op;
  std::vector<Value> Results;
  for (const SchemaReturn &Return : Op.TheSchema.Returns) {
    bool IsList = Return.Type == SchemaType::TensorList;
    if (Return.Type != SchemaType::Tensor && !IsList) {
      Results.emplace_back();
      continue;
    }
    PlaceId P = writtenPlace(Return, Op.TheSchema, Arguments);
    // An element of a list stays in its list, whatever is done to it.
    if (P == NoId || F.Places[P].IsList)
      P = newTemporary(IsList);
    A.Results.push_back(P);
    Results.push_back(Value::tensor(P));
  }
  A.Arguments = std::move(Arguments);
  bool IsOperator = isa<CXXOperatorCallExpr>(S.Whole);
  SourceLocation From = IsOperator ? S.Whole->getBeginLoc() : S.Name;
  A.Call = Unit.Source.text(Unit.Source.span(From, S.Whole->getEndLoc()));
  // Another class need not have what an edit would call.
  const TypeRule *Class =
      S.Object ? Unit.Types.tensorRule(S.Object->getType()) : nullptr;
  if (Class && Class->IsLikeAten)
    A.Object = Unit.Source.range(S.Object->getSourceRange());
  A.Callee = Unit.Source.token(S.Name);
  if (R)
    takeUnshown(S, *R, A);
  Builder.emit(std::move(A), S.Whole, IsOperator ? SourceLocation() : S.Name);
  if (Results.size() == 1)
    return Results.front();
  return Results.empty() ? Value() : Value::list(std::move(Results));
}

} // namespace tensortidy
