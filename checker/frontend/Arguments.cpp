// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

using namespace clang;

namespace tensortidy {

namespace {

Argument ofKind(Argument::Kind K) {
  Argument A;
  A.TheKind = K;
  return A;
}

} // namespace

Argument FunctionLowering::toTensor(const Value &V) const {
  if (V.is(Value::Kind::Undefined))
    return ofKind(Argument::Kind::Undefined);
  if (!V.isTensor())
    return ofKind(Argument::Kind::Unknown);
  Argument A = ofKind(Argument::Kind::Tensor);
  A.Places = {V.Id};
  return A;
}

Argument FunctionLowering::toTensorList(const Value &V) const {
  Argument A = ofKind(Argument::Kind::TensorList);
  if (V.isTensor()) {
    A.Places = {V.Id};
    A.IsListPlace = F.Places[V.Id].IsList;
    return A;
  }
  if (!V.is(Value::Kind::List))
    return ofKind(Argument::Kind::Unknown);
  for (const Value &Element : V.Elements) {
    if (!Element.isTensor())
      return ofKind(Argument::Kind::Unknown);
    A.Places.push_back(Element.Id);
    // A list inside a list: how many there are is not known.
    A.IsListPlace |= V.Elements.size() == 1 && F.Places[Element.Id].IsList &&
                     !Element.IsElement;
  }
  return A;
}

Argument FunctionLowering::toIntList(const Value &V) {
  if (V.is(Value::Kind::Sizes)) {
    Argument A = ofKind(Argument::Kind::SizesOf);
    A.Places = {V.Id};
    return A;
  }
  Argument A = ofKind(Argument::Kind::IntList);
  if (V.is(Value::Kind::Int)) {
    A.Ints = {V.Int};
    return A;
  }
  if (!V.is(Value::Kind::List))
    return ofKind(Argument::Kind::Unknown);
  for (const Value &Element : V.Elements) {
    if (!Element.is(Value::Kind::Int))
      return ofKind(Argument::Kind::Unknown);
    A.Ints.push_back(Element.Int);
  }
  return A;
}

IndexOperand FunctionLowering::toIndexOperand(const Value &V) {
  IndexOperand O;
  switch (V.TheKind) {
  case Value::Kind::Index:
    return V.Index;
  case Value::Kind::Undefined:
    O.TheKind = IndexOperand::Kind::NewAxis;
    break;
  case Value::Kind::Int:
    O.TheKind = IndexOperand::Kind::Integer;
    O.Start = V.Int;
    break;
  case Value::Kind::Tensor:
    O.TheKind = IndexOperand::Kind::Tensor;
    O.Tensor = V.Id;
    break;
  default:
    break;
  }
  return O;
}

Argument FunctionLowering::toIndices(const Value &V) {
  Argument A = ofKind(Argument::Kind::Indices);
  if (V.is(Value::Kind::List))
    for (const Value &Element : V.Elements)
      A.Items.push_back(toIndexOperand(Element));
  else
    A.Items.push_back(toIndexOperand(V));
  return A;
}

namespace {

/// Was it built as items of Tensor::index?
bool isIndexing(const Value &V) {
  if (V.is(Value::Kind::Index))
    return true;
  if (!V.is(Value::Kind::List))
    return false;
  return llvm::any_of(V.Elements, [](const Value &Element) {
    return Element.is(Value::Kind::Index);
  });
}

} // namespace

Argument FunctionLowering::toArgument(const Value &V,
                                      const SchemaArgument &Schema,
                                      const Expr *E) {
  Argument A = ofKind(Argument::Kind::Unknown);
  if (isIndexing(V)) {
    A = toIndices(V);
  } else if (Schema.Type == SchemaType::Tensor) {
    A = toTensor(V);
  } else if (Schema.Type == SchemaType::TensorList) {
    A = toTensorList(V);
  } else if (V.is(Value::Kind::Undefined)) {
    A = ofKind(Argument::Kind::Absent); // nullopt for an optional number
  } else if (Schema.Type == SchemaType::IntList) {
    A = toIntList(V);
  } else if (V.is(Value::Kind::Int)) {
    A = ofKind(Argument::Kind::Int);
    A.Ints = {V.Int};
  } else if (V.is(Value::Kind::Format)) {
    A = ofKind(Argument::Kind::Format);
    A.Format = V.Format;
  } else if (V.is(Value::Kind::String)) {
    A = ofKind(Argument::Kind::String);
    A.Literal = V.Literal;
  } else if (V.is(Value::Kind::Property)) {
    A.Asks = V.Asks;
    A.Asks.RequiresGrad = false;
  } else if (V.is(Value::Kind::Truth) &&
             V.Truth.TheKind == Condition::Kind::Constant) {
    A = ofKind(Argument::Kind::Bool);
    A.Flag = V.Truth.Value;
  } else if (Schema.Type == SchemaType::Other) {
    toMemory(V, E, A);
  }
  A.Text = Unit.Source.text(Unit.Source.range(E->getSourceRange()), 60);
  return A;
}

} // namespace tensortidy
