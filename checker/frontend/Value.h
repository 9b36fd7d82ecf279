// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_VALUE_H
#define TENSORTIDY_FRONTEND_VALUE_H

#include "program/Fact.h"

#include <string>
#include <utility>
#include <vector>

namespace clang {
class FunctionDecl;
class LambdaExpr;
} // namespace clang

namespace tensortidy {

/// What an expression stands for while a function is lowered. The value of a
/// variable is also how to assign to it.
struct Value {
  enum class Kind {
    None,      ///< says nothing of layouts
    Tensor,    ///< Id is the place; also optionals and lists of tensors
    Undefined, ///< nullopt, Tensor()
    Int,       ///< Int
    Truth,     ///< Truth
    Pointer,   ///< Id is the pointer; NoId for null and unknown ones
    Address,   ///< a pointer as a number
    List,      ///< Elements: braces, a tuple, a pair, std::tie
    Sizes,     ///< sizes() of place Id
    Strides,   ///< strides() of place Id
    Format,    ///< Format
    String,    ///< Literal: a text that means something to an operator
    Property,  ///< an element type or a device: Asks, or those of place Id
    Options,   ///< of a new tensor; with a Format if HasFormat
    Index,     ///< Index: one item of Tensor::index
    Closure,   ///< Closure: a lambda
    Object     ///< Path: a record whose fields are followed by name
  };
  Kind TheKind = Kind::None;
  uint32_t Id = NoId;
  /// An element of the list place Id: assigning adds to the list.
  bool IsElement = false;
  /// A List whose elements are told apart in a variable, too.
  bool KeepsPositions = false;
  /// A pointer that was moved from the tensor's first element.
  bool IsOffset = false;
  IntExpr Int;
  Condition Truth;
  std::vector<Value> Elements;
  MemoryFormat Format = MemoryFormat::Contiguous;
  bool HasFormat = false;
  Traits Asks; ///< of Property and Options, as far as it is known
  /// Options with a type, device or layout, which need not be known; which of
  /// them a Property of a place is.
  bool HasType = false, HasDevice = false, HasLayout = false;
  IndexOperand Index;
  const clang::LambdaExpr *Closure = nullptr;
  std::string Literal;
  std::string Path;
  std::string Name; ///< of an object, as spelled
  /// Strides that went into this pointer's offset.
  std::vector<StrideGiven> StridesOf;

  bool is(Kind K) const { return TheKind == K; }
  bool isNone() const { return TheKind == Kind::None; }
  bool isTensor() const { return TheKind == Kind::Tensor; }
  /// Can a reference to it be followed?
  bool isLvalue() const {
    switch (TheKind) {
    case Kind::Tensor:
    case Kind::Object:
    case Kind::List:
    case Kind::Pointer:
      return true;
    case Kind::Int:
      return Int.TheKind == IntExpr::Kind::Variable;
    default:
      return false;
    }
  }

  static Value tensor(PlaceId P) { return withId(Kind::Tensor, P); }
  static Value undefined() { return withId(Kind::Undefined, NoId); }
  static Value pointer(PointerId P) { return withId(Kind::Pointer, P); }
  static Value sizes(PlaceId P) { return withId(Kind::Sizes, P); }
  static Value strides(PlaceId P) { return withId(Kind::Strides, P); }
  static Value integer(IntExpr E) {
    Value V = withId(Kind::Int, NoId);
    V.Int = std::move(E);
    return V;
  }
  static Value truth(Condition C) {
    Value V = withId(Kind::Truth, NoId);
    V.Truth = std::move(C);
    return V;
  }
  /// A bool that the integer variable \p I stands for; \p Meaning holds where
  /// it is set, if that is known.
  static Value flag(IntId I, std::optional<Condition> Meaning = std::nullopt) {
    Condition C;
    C.TheKind = Condition::Kind::Flag;
    C.Integers.push_back(IntExpr::variable(I));
    if (Meaning)
      C.Operands.push_back(std::move(*Meaning));
    return truth(std::move(C));
  }
  bool isFlag() const {
    return TheKind == Kind::Truth && Truth.TheKind == Condition::Kind::Flag;
  }
  static Value list(std::vector<Value> Elements) {
    Value V = withId(Kind::List, NoId);
    V.Elements = std::move(Elements);
    return V;
  }
  static Value format(MemoryFormat F) {
    Value V = withId(Kind::Format, NoId);
    V.Format = F;
    return V;
  }
  static Value string(std::string Literal) {
    Value V = withId(Kind::String, NoId);
    V.Literal = std::move(Literal);
    return V;
  }
  static Value property(Traits Asks) {
    Value V = withId(Kind::Property, NoId);
    V.Asks = Asks;
    return V;
  }
  /// The type of \p P, or else its device.
  static Value propertyOf(PlaceId P, bool IsType) {
    Value V = withId(Kind::Property, P);
    V.HasType = IsType;
    V.HasDevice = !IsType;
    return V;
  }
  /// Options that ask for nothing.
  static Value options() {
    Value V = withId(Kind::Options, NoId);
    V.Asks.RequiresGrad = false;
    return V;
  }
  static Value index(IndexOperand O) {
    Value V = withId(Kind::Index, NoId);
    V.Index = std::move(O);
    return V;
  }
  static Value closure(const clang::LambdaExpr *L) {
    Value V = withId(Kind::Closure, NoId);
    V.Closure = L;
    return V;
  }
  static Value object(std::string Path, std::string Name) {
    Value V = withId(Kind::Object, NoId);
    V.Path = std::move(Path);
    V.Name = std::move(Name);
    return V;
  }

private:
  static Value withId(Kind K, uint32_t Id) {
    Value V;
    V.TheKind = K;
    V.Id = Id;
    return V;
  }
};

} // namespace tensortidy

#endif
