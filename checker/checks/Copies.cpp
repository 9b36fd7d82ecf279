// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Copies.h"

#include "checks/Wording.h"
#include "layout/Assume.h"
#include "layout/Queries.h"

#include <string_view>

namespace tensortidy {

bool mayCopy(const PredictedCopy &P) {
  return P.IsConversion ? isNo(P.UsableAsIs) : !isYes(P.UsableAsIs);
}

Copied copiesOf(unsigned Argument, const std::vector<ApplyCase> &Cases) {
  Copied Out;
  for (const ApplyCase &C : Cases) {
    Answer Usable = Answer::Yes;
    const PredictedCopy *By = nullptr;
    for (const PredictedCopy &P : C.Result.Copies)
      if (P.Argument == Argument && mayCopy(P) && (!By || isNo(P.UsableAsIs))) {
        Usable = P.UsableAsIs;
        By = &P;
      }
    Out.Always &= isNo(Usable);
    Out.Sometimes |= isNo(Usable);
    Out.Perhaps |= Usable == Answer::Unknown;
    if (Argument < C.Operands.size() && !C.Operands[Argument].empty())
      Out.IsFormal |= C.Operands[Argument].front().Tainted;
    Out.IsFormal |= Usable == Answer::NoGeneric;
    if (By && (!Out.Copy || isNo(Usable))) {
      Out.Witness = &C;
      Out.Copy = By;
    }
  }
  return Out;
}

namespace {

constexpr std::string_view Parts[] = {"aten::select", "aten::narrow",
                                      "aten::slice", "at::Tensor::operator[]"};

constexpr std::string_view Conversions[] = {
    "aten::to",        "aten::type_as",      "aten::_to_copy",
    "at::Tensor::cpu", "at::Tensor::cuda",   "at::Tensor::hip",
    "at::Tensor::to",  "at::Tensor::toType", "at::Tensor::toBackend",
    "aten::pin_memory"};

constexpr std::string_view DecidedByLayoutAlone[] = {
    "aten::reshape", "aten::flatten", "aten::reshape_as", "aten::ravel"};

} // namespace

bool isDecidedByLayoutAlone(const Operator &Op) {
  return isOneOf(Op, DecidedByLayoutAlone);
}

PlaceId placeAt(const Apply &A, unsigned I) {
  return I < A.Arguments.size() &&
                 A.Arguments[I].TheKind == Argument::Kind::Tensor &&
                 A.Arguments[I].Places.size() == 1
             ? A.Arguments[I].Places[0]
             : NoId;
}

bool isNonBlocking(const Apply &A) {
  const std::optional<unsigned> I = A.Op->TheSchema.indexOf("non_blocking");
  return I && *I < A.Arguments.size() &&
         A.Arguments[*I].TheKind == Argument::Kind::Bool &&
         A.Arguments[*I].Flag;
}

bool isAlias(const Operator &Op) {
  const std::vector<SchemaReturn> &Returns = Op.TheSchema.Returns;
  return !Returns.empty() && !Returns[0].Alias.empty();
}

bool isPart(const Operator &Op) { return isOneOf(Op, Parts); }

bool isConversion(const Operator &Op) { return isOneOf(Op, Conversions); }

Answer isContiguousByDefault(const Alternative &Operand, const State &Initial,
                             Facts F, const Context &C) {
  for (uint32_t Id : Operand.Storages) {
    if (!C.isInitialId(Id))
      continue;
    for (const Alternative &A : Initial.value(Id)) {
      Layout L = normalized(A.TheLayout, F);
      if (!assumeContiguous(L, MemoryFormat::Contiguous, F))
        return Answer::Unknown;
    }
  }
  return isContiguous(normalized(Operand.TheLayout, F), F);
}

std::optional<int64_t> operandBytes(const std::vector<ApplyCase> &Cases,
                                    unsigned Argument) {
  std::optional<int64_t> Out;
  for (const ApplyCase &C : Cases) {
    if (Argument >= C.Operands.size() || C.Operands[Argument].size() != 1)
      return std::nullopt;
    const Alternative &Operand = C.Operands[Argument][0];
    const std::optional<int64_t> Bytes =
        bytesOf(Operand.TheLayout.numel(), Operand.Has, C.Before);
    if (!Bytes || (Out && *Out != *Bytes))
      return std::nullopt;
    Out = Bytes;
  }
  return Out;
}

std::optional<uint32_t> onlyStorage(const TensorValue &Value) {
  if (Value.size() != 1)
    return std::nullopt;
  const Alternative &Only = Value[0];
  if (Only.Storages.size() != 1 || Only.Vague || Only.OneOfMany)
    return std::nullopt;
  return *Only.Storages.begin();
}

IdSet storagesOf(const TensorValue &V) {
  IdSet Out;
  for (const Alternative &A : V)
    Out.insert(A.Storages);
  return Out;
}

} // namespace tensortidy
