// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Callers.h"

#include "checks/Wording.h"

#include <algorithm>

namespace tensortidy {

Callers::Callers(const std::vector<PointerRecord> &All) {
  for (const PointerRecord &R : All)
    for (const CallRecord &C : R.Calls)
      if (!C.CalleeKey.empty())
        ByCallee.emplace(C.CalleeKey, Caller(&R, &C));
}

ContractOf Callers::of(const PointerRecord &F, PlaceId Parameter) {
  auto [It, New] = Known.try_emplace({&F, Parameter});
  if (!New) // a recursive call adds nothing to what its caller was given
    return It->second.value_or(ContractOf{Contract::Established, {}});
  const ContractOf C = decide(F, Parameter);
  Known[{&F, Parameter}] = C;
  return C;
}

ContractOf Callers::decide(const PointerRecord &F, PlaceId Parameter) {
  if (F.In->TheReach == Reach::Entry)
    return {Contract::Broken, {}};
  const std::vector<tensortidy::Parameter> &Parameters = F.In->Parameters;
  const auto At = std::find_if(
      Parameters.begin(), Parameters.end(),
      [&](const tensortidy::Parameter &P) { return P.Tensor == Parameter; });
  const auto Range = ByCallee.equal_range(F.In->Key);
  if (F.In->Key.empty() || Range.first == Range.second ||
      At == Parameters.end())
    return {};
  ContractOf Result{Contract::Established, {}};
  for (auto It = Range.first; It != Range.second; ++It) {
    const CallRecord &C = *It->second.second;
    ContractOf One;
    if (C.Arguments.size() == Parameters.size())
      One = decide(It->second, static_cast<size_t>(At - Parameters.begin()));
    if (One.Is == Contract::Broken)
      return One;
    if (One.Is == Contract::Undecided)
      Result = One;
  }
  return Result;
}

ContractOf Callers::decide(const Caller &From, size_t Position) {
  const auto &[Record, Call] = From;
  const ContiguityOf &Given = Call->Arguments[Position];
  const std::string What = Call->Names[Position].empty()
                               ? "a tensor"
                               : "'" + Call->Names[Position] + "'";
  const Note Here =
      noteAt(Call->From, "called here by '" + shortName(*Record->In) +
                             "', which passes " + What + " as it is");
  if (Given.Is == Contiguity::Established)
    return {Contract::Established, {}};
  if (Given.Is == Contiguity::Wrong)
    return {Contract::Broken, {Here}};
  if (Given.Is == Contiguity::Unseen)
    return {};
  ContractOf Result{Contract::Established, {}};
  for (uint32_t Root : Given.Roots) {
    ContractOf One = of(*Record, Root);
    if (One.Is == Contract::Broken) {
      One.Through.push_back(Here);
      return One;
    }
    if (One.Is == Contract::Undecided)
      Result = One;
  }
  return Result;
}

} // namespace tensortidy
