// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/RepeatedCalls.h"

#include "checks/Copies.h"
#include "checks/Devices.h"
#include "checks/Wording.h"

#include <utility>
#include <variant>

namespace tensortidy {

std::string messageOf(const RepeatedCall &Each, const std::string &When) {
  const auto &A = std::get<Apply>(Each.At->What);
  const std::string Name = A.Op->displayName();
  const std::string Amount =
      Each.Amount.empty() ? "" : " (" + Each.Amount + ")";
  const std::string Same = " '" + Each.Entity + "'" + Amount + When;
  switch (Each.What) {
  case Repeats::Copy:
    if (Each.ByDefault)
      return Name + " copies" + Same +
             (A.Op->TheSchema.Name == "aten::contiguous"
                  ? " if what it views is row-major, as tensors are by default"
                  : " if it is row-major, as tensors are by default");
    return Name + (Each.MayBe ? " may copy" : " copies") + Same;
  case Repeats::Convert:
    return Name + " converts or moves" + Same;
  case Repeats::Read:
    return Name + " reads" + Same;
  case Repeats::Make:
    return Name + " makes the same tensor" + Amount + " in every iteration";
  case Repeats::Allocate:
    break;
  }
  return Name + " allocates the same memory" + Amount + " in every iteration";
}

std::string remedyOf(const RepeatedCall &Each) {
  if (Each.Inside)
    return "make it contiguous once, before the loop";
  switch (Each.What) {
  case Repeats::Read:
    return "read it once, before the loop: each item() waits for the device";
  case Repeats::Make:
    return "make it once, before the loop";
  case Repeats::Allocate:
    return "allocate it once, before the loop, if each iteration overwrites it";
  case Repeats::Copy:
  case Repeats::Convert:
    break;
  }
  return "do it once, before the loop";
}

const State &RepeatedCalls::initial(const Context &C) {
  if (!Initial)
    Initial.emplace(C.initialState());
  return *Initial;
}

std::optional<RepeatedCall>
RepeatedCalls::copy(const Visit &V, const Apply &A,
                    const std::vector<ApplyCase> &Cases) {
  const bool Converts = isConversion(*A.Op);
  std::optional<RepeatedCall> Best;
  for (unsigned I = 0; I < A.Arguments.size(); ++I) {
    const Copied Its = copiesOf(I, Cases);
    if (!Its.Copy || A.Arguments[I].TheKind != Argument::Kind::Tensor)
      continue;
    // What an operator copies to compute something else is hidden from the
    // caller, in a loop or not: tensor-hidden-copy says so.
    if (!Its.Copy->AskedFor && !isDecidedByLayoutAlone(*A.Op))
      continue;
    RepeatedCall C;
    C.What = Converts ? Repeats::Convert : Repeats::Copy;
    const Alternative &Operand = Its.Witness->Operands[I].front();
    C.MayBe = !Its.Sometimes;
    if (C.MayBe && A.Op->TheSchema.Name == "aten::contiguous")
      C.ByDefault =
          isContiguousByDefault(Operand, initial(V.In), Its.Witness->Before,
                                V.In) == Answer::No;
    else if (C.MayBe && !Converts && !Operand.Vague)
      C.ByDefault =
          Its.Witness
              ->CopiesRowMajor[Its.Copy - Its.Witness->Result.Copies.data()];
    const std::vector<TensorResult> &Results = Its.Witness->Result.Results;
    if (!Its.Copy->AskedFor && !Results.empty() &&
        Results[0].TheRelation == Relation::New)
      C.Inside = I;
    // What asks for a type or a device expects another one.
    if (Its.Always || C.ByDefault || (Converts && Its.Perhaps) ||
        (Its.Sometimes && !Its.IsFormal && !Its.Perhaps))
      C.Sure = Confidence::Likely;
    if (Best && Best->Sure >= C.Sure)
      continue;
    C.Entity = nameOfArgument(A, I, Operand, V.In);
    C.Amount = amount(Its.Copy->Elements, Operand.Has, Its.Witness->After);
    C.Bytes = bytesOf(Its.Copy->Elements, Operand.Has, Its.Witness->After);
    C.Operand = storagesOf(V.Before.value(A.Arguments[I].Places[0]));
    if (!Converts && (!C.MayBe || C.ByDefault))
      C.Path = pathNotes(Operand, Its.Witness->After);
    Best = std::move(C);
  }
  return Best;
}

std::optional<RepeatedCall>
RepeatedCalls::read(const Visit &V, const Apply &A,
                    const std::vector<ApplyCase> &Cases) {
  RepeatedCall C;
  C.Sure = Confidence::Likely;
  if (A.Op->TheSchema.Name == "aten::item") {
    const Argument &Of = A.Arguments.front();
    if (Of.TheKind != Argument::Kind::Tensor ||
        Cases.front().Operands.front().empty())
      return std::nullopt;
    C.What = Repeats::Read;
    C.Entity =
        nameOfArgument(A, 0, Cases.front().Operands.front().front(), V.In);
    C.Operand = storagesOf(V.Before.value(Of.Places[0]));
    return C;
  }
  const FactoryKind Kind = factoryKind(*A.Op);
  if (Kind == FactoryKind::Random || A.Op->displayName() == "from_blob")
    return std::nullopt;
  if (Kind == FactoryKind::None)
    return copy(V, A, Cases);
  C.What = Kind == FactoryKind::Empty ? Repeats::Allocate : Repeats::Make;
  const std::vector<TensorResult> &Made = Cases.front().Result.Results;
  if (Made.size() == 1 && Made[0].TheLayout.hasRank())
    C.Amount =
        amount(Made[0].TheLayout.numel(), Made[0].Has, Cases.front().After);
  return C;
}

} // namespace tensortidy
