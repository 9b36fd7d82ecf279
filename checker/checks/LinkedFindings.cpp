// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/LinkedFindings.h"

#include "checks/MissingContiguityGuardCheck.h"
#include "checks/StridedAccess.h"

#include <iterator>
#include <optional>
#include <utility>

namespace tensortidy {

namespace {

/// What forward() saves is mostly of a rank that views suit: only pointers ask
/// more of it.
bool isSaved(const FunctionSummary &In, uint32_t Root) {
  const auto At = In.Roots.find(Root);
  return At != In.Roots.end() && At->second.Saved >= 0;
}

/// \p Open, a finding of \p In, as its callers make it; none where all of them
/// establish what it asks for. Of a function that is not registered and that
/// nobody calls little is known: a module's forward() views what its data
/// loader made.
std::optional<Finding> judged(Finding Open, const FunctionSummary &In,
                              Links &Between) {
  bool IsEstablished = true;
  for (uint32_t Root : Open.OpenRoots) {
    const ContractOf Of = Between.of(In, Root);
    IsEstablished &= Of.Is == Contract::Established;
    if (Of.Is != Contract::Broken)
      continue;
    if (Of.IsRegistered && !Of.IsGuardedInPython && !isSaved(In, Root))
      Open.Sure = Confidence::Likely;
    Open.Notes.insert(Open.Notes.end(), Of.Through.begin(), Of.Through.end());
  }
  if (IsEstablished)
    return std::nullopt;
  return Open;
}

} // namespace

std::vector<Finding> linkedFindings(const UnitSummary &Unit, Links &Between) {
  std::vector<Finding> Found = findMissingGuards(Unit, Between);
  for (const FunctionSummary &In : Unit.Functions) {
    for (Finding &F : findStridedAccesses(In, Between))
      Found.push_back(std::move(F));
    for (const Finding &Open : In.Open)
      if (std::optional<Finding> F = judged(Open, In, Between))
        Found.push_back(*std::move(F));
  }
  return Found;
}

} // namespace tensortidy
