// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/Operands.h"

#include <algorithm>
#include <utility>

namespace tensortidy {

namespace {

using Kind = Argument::Kind;

class OperandBuilder {
public:
  OperandBuilder(State &S, Integers &Ints, const Context &C)
      : S(S), Ints(Ints), C(C) {}

  ActualArgument build(const Argument &A, std::vector<Alternative> &Chosen) {
    ActualArgument Out;
    switch (A.TheKind) {
    case Kind::Absent:
      break;
    case Kind::Unknown:
    case Kind::Memory:
      Out.TheKind = ActualArgument::Kind::Unknown;
      break;
    case Kind::Undefined:
      Out.TheKind = ActualArgument::Kind::Undefined;
      break;
    case Kind::Tensor:
      tensors(A, ActualArgument::Kind::Tensor, Out, Chosen);
      break;
    case Kind::SizesOf:
      tensors(A, ActualArgument::Kind::SizesOf, Out, Chosen);
      break;
    case Kind::TensorList:
      tensors(A, ActualArgument::Kind::TensorList, Out, Chosen);
      Out.TheKind = ActualArgument::Kind::TensorList;
      // One that is undefined is left out.
      Out.ListLengthKnown =
          !A.IsListPlace && Out.Tensors.size() == A.Places.size();
      break;
    case Kind::Int:
      Out.TheKind = ActualArgument::Kind::Int;
      ints(A, Out);
      break;
    case Kind::IntList:
      Out.TheKind = ActualArgument::Kind::IntList;
      ints(A, Out);
      break;
    case Kind::Bool:
      Out.TheKind = ActualArgument::Kind::Bool;
      Out.Flag = A.Flag;
      break;
    case Kind::Format:
      Out.TheKind = ActualArgument::Kind::Format;
      Out.Format = A.Format;
      break;
    case Kind::String:
      Out.TheKind = ActualArgument::Kind::Text;
      Out.Text = A.Literal;
      break;
    case Kind::Indices:
      Out.TheKind = ActualArgument::Kind::Indices;
      for (const IndexOperand &I : A.Items)
        Out.Items.push_back(item(I));
      break;
    }
    if (A.Places.empty())
      Out.Has = A.Asks;
    return Out;
  }

private:
  void tensors(const Argument &A, ActualArgument::Kind K, ActualArgument &Out,
               std::vector<Alternative> &Chosen) {
    for (PlaceId P : A.Places)
      if (P != NoId)
        for (const Alternative &Alt : S.value(P)) {
          if (Out.Tensors.empty())
            Out.Has = Alt.Has;
          Out.Has.keepCommon(Alt.Has);
          Chosen.push_back(Alt);
          Out.Tensors.push_back(S.layout(Alt));
        }
    Out.TheKind = Out.Tensors.empty() ? ActualArgument::Kind::Undefined : K;
    if (K == ActualArgument::Kind::Tensor && Chosen.size() == 1)
      Out.Objects = objects(Chosen[0]);
  }

  /// Those from outside may be one another, those made here only themselves.
  std::vector<uint32_t> objects(const Alternative &A) const {
    std::vector<uint32_t> Out(A.Objects.begin(), A.Objects.end());
    auto IsFromOutside = [&](uint32_t Id) { return C.isInitialId(Id); };
    if (std::any_of(Out.begin(), Out.end(), IsFromOutside))
      Out.push_back(AnyFromOutside);
    else if (A.Vague)
      Out.clear();
    return Out;
  }

  void ints(const Argument &A, ActualArgument &Out) {
    for (const IntExpr &E : A.Ints)
      Out.Ints.push_back(Ints.value(E));
  }

  IndexItem item(const IndexOperand &I) {
    IndexItem Out;
    Out.TheKind = static_cast<IndexItem::Kind>(I.TheKind);
    auto Bound = [&](const std::optional<IntExpr> &E,
                     std::optional<Monomial> &Into) {
      if (E)
        Into = Ints.value(*E);
    };
    Bound(I.Start, Out.Start);
    Bound(I.Stop, Out.Stop);
    Bound(I.Step, Out.Step);
    if (I.TheKind == IndexOperand::Kind::Tensor) {
      const TensorValue &V =
          I.Tensor == NoId ? TensorValue() : S.value(I.Tensor);
      if (V.size() == 1) {
        Out.Index = S.layout(V[0]);
        if (V[0].Has.ScalarType)
          Out.IsMask = isMaskType(*V[0].Has.ScalarType);
      } else {
        Out.TheKind = IndexItem::Kind::Unknown;
      }
    }
    return Out;
  }

  static constexpr uint32_t AnyFromOutside = UINT32_MAX;

  State &S;
  Integers &Ints;
  const Context &C;
};

// IndexOperand and IndexItem list the same kinds in the same order.
static_assert(static_cast<int>(IndexOperand::Kind::Unknown) ==
              static_cast<int>(IndexItem::Kind::Unknown));
static_assert(static_cast<int>(IndexOperand::Kind::Tensor) ==
              static_cast<int>(IndexItem::Kind::Tensor));

bool mustBeTensor(const Operator &Op, size_t I) {
  const std::vector<SchemaArgument> &Arguments = Op.TheSchema.Arguments;
  return I < Arguments.size() && Arguments[I].Type == SchemaType::Tensor &&
         !Arguments[I].Optional;
}

} // namespace

Operands operandsOf(const Operator &Op, const std::vector<Argument> &Arguments,
                    State &S, Integers &Ints, const Context &C) {
  Operands Out;
  OperandBuilder Builder(S, Ints, C);
  Out.Chosen.resize(Arguments.size());
  for (size_t I = 0; I < Arguments.size(); ++I) {
    Out.Actual.push_back(Builder.build(Arguments[I], Out.Chosen[I]));
    Out.Undefined |=
        Arguments[I].TheKind == Kind::Tensor && mustBeTensor(Op, I) &&
        Out.Actual.back().TheKind == ActualArgument::Kind::Undefined;
  }
  // Sizes asked for by later arguments may have split axes off earlier ones.
  for (size_t I = 0; I < Arguments.size(); ++I)
    for (size_t J = 0; J < Out.Actual[I].Tensors.size(); ++J)
      Out.Actual[I].Tensors[J] = S.layout(Out.Chosen[I][J]);
  return Out;
}

std::vector<PlaceId> operandPlaces(const std::vector<Argument> &Arguments) {
  std::vector<PlaceId> Out;
  for (const Argument &A : Arguments) {
    if (!A.IsListPlace)
      Out.insert(Out.end(), A.Places.begin(), A.Places.end());
    for (const IndexOperand &I : A.Items)
      Out.push_back(I.Tensor);
  }
  return Out;
}

} // namespace tensortidy
