// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/GrowingTensors.h"

#include <algorithm>
#include <set>

namespace tensortidy {

namespace {

/// What \p A joins: also the elements of a list that its block made of them.
std::vector<PlaceId> joined(const Apply &A, const Block &In, size_t Index) {
  const std::vector<PlaceId> &Parts = A.Arguments[0].Places;
  for (size_t I = 0; I < Index; ++I)
    if (const auto *C = std::get_if<Choose>(&In.Facts[I].What);
        C && Parts.size() == 1 && C->Target == Parts[0])
      return C->Sources;
  return Parts;
}

/// What gets the result of \p A: itself, through a temporary, or behind
/// `c ? cat({x, y}) : y`.
std::vector<Growing> targets(const Apply &A, unsigned Start, size_t Index,
                             const Function &F) {
  std::vector<Growing> All = {{A.Results[0], Start, Index}};
  std::set<PlaceId> Its = {A.Results[0]};
  std::set<unsigned> Seen;
  size_t From = Index + 1;
  for (unsigned B = Start; Seen.insert(B).second;
       B = F.Blocks[B].Successors[0].To, From = 0) {
    const std::vector<Fact> &Facts = F.Blocks[B].Facts;
    for (size_t I = From; I < Facts.size(); ++I)
      if (const auto *Next = std::get_if<Assign>(&Facts[I].What);
          Next && Next->Target != NoId && Its.count(Next->Source) > 0) {
        All.push_back({Next->Target, B, I});
        Its.insert(Next->Target);
      }
    if (F.Blocks[B].Successors.size() != 1)
      break;
  }
  return All;
}

} // namespace

std::vector<Growing> growing(const Apply &A, unsigned Block, size_t Index,
                             const Function &F) {
  if (A.Results.size() != 1 || A.Results[0] == NoId || A.Arguments.empty())
    return {};
  std::vector<Growing> Out;
  const std::vector<PlaceId> Parts = joined(A, F.Blocks[Block], Index);
  for (const Growing &Each : targets(A, Block, Index, F))
    if (!F.Places[Each.Of].IsList &&
        std::find(Parts.begin(), Parts.end(), Each.Of) != Parts.end())
      Out.push_back(Each);
  return Out;
}

} // namespace tensortidy
