// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/LeafGradients.h"

#include "checks/Copies.h"
#include "checks/Wording.h"
#include "layout/Queries.h"

namespace tensortidy {

void LeafGradients::see(const Visit &V, const Apply &A,
                        const std::vector<ApplyCase> &Cases) {
  if (V.In.In.DisablesGradients)
    return;
  for (const ApplyCase &C : Cases)
    for (unsigned I = 0; I < C.Operands.size(); ++I)
      for (const Alternative &Operand : C.Operands[I])
        if (Operand.Has.RequiresGrad == true && Operand.Storages.size() == 1)
          Leaves.try_emplace(*Operand.Storages.begin(),
                             Leaf{nameOfArgument(A, I, Operand, V.In),
                                  normalized(Operand.TheLayout, C.Before)});
}

std::optional<std::string>
LeafGradients::nameOfWhole(const Alternative &Operand, const Facts &F) const {
  if (Operand.Storages.size() != 1 || Operand.Has.RequiresGrad == false)
    return std::nullopt;
  const auto Found = Leaves.find(*Operand.Storages.begin());
  if (Found == Leaves.end())
    return std::nullopt;
  const Layout Own = normalized(Found->second.TheLayout, F);
  const Layout Its = normalized(Operand.TheLayout, F);
  const bool IsWhole = Own.hasRank() && Its.hasRank() &&
                       F.canonical(Own.numel()) == F.canonical(Its.numel()) &&
                       isYes(isDense(Own, F)) && isYes(isDense(Its, F));
  return IsWhole ? std::optional<std::string>(Found->second.Name)
                 : std::nullopt;
}

std::optional<Finding>
LeafGradients::copyOfGradient(unsigned Argument, const Visit &V, const Apply &A,
                              const std::vector<ApplyCase> &Cases) const {
  const Copied Is = copiesOf(Argument, Cases);
  if (!Is.Witness || !Is.Always || !Is.Copy->AskedFor ||
      !Is.Copy->LaysOutGradient || Is.Witness->Result.Results.size() != 1 ||
      !isYes(isContiguous(Is.Witness->Result.Results[0].TheLayout,
                          Is.Witness->After)))
    return std::nullopt;
  const Alternative &Operand = Is.Witness->Operands[Argument].front();
  const std::optional<std::string> Leaf =
      nameOfWhole(Operand, Is.Witness->Before);
  if (!Leaf)
    return std::nullopt;
  const std::string Amount =
      amount(Is.Copy->Elements, Operand.Has, Is.Witness->After);
  Finding Found = findingAt("tensor-hidden-copy", V.At, V.In);
  Found.Sure = Confidence::Likely;
  Found.Message = "autograd copies the gradient of '" + *Leaf + "'" +
                  (Amount.empty() ? "" : " (about " + Amount + ")") + " when " +
                  A.Op->displayName() + " has copied '" +
                  nameOfArgument(A, Argument, Operand, V.In) +
                  "' into another layout: the gradient comes in that one";
  Found.Notes = pathNotes(Operand, Is.Witness->After);
  addCallNote(V.At, V.In, Found.Notes);
  Found.Notes.push_back(noteAt(
      V.At.From, "the first gradient since gradients were cleared is copied "
                 "into the tensor's own strides; where '" +
                     *Leaf +
                     "' is kept in the order of axes in which it is read, "
                     "neither copy is made"));
  Found.Arguments = {*Leaf};
  return Found;
}

} // namespace tensortidy
