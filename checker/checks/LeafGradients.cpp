// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/LeafGradients.h"

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

} // namespace tensortidy
