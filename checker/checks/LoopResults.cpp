// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/LoopResults.h"

#include <set>

namespace tensortidy {

LoopResults::LoopResults(const Function &F)
    : F(F), Live(F), Ways(F.Places.size()) {
  auto Flow = [&](PlaceId From, PlaceId To) {
    if (From != NoId && To != NoId)
      Ways[From].To.push_back(To);
  };
  auto FlowAll = [&](const Apply &A) {
    for (size_t I = 0; I < A.Arguments.size(); ++I) {
      const bool IsKnown = A.Op && I < A.Op->TheSchema.Arguments.size();
      if (IsKnown && A.Op->TheSchema.Arguments[I].Alias.empty())
        continue;
      for (PlaceId From : A.Arguments[I].Places)
        for (PlaceId To : A.Results)
          Flow(From, To);
    }
  };
  for (const Block &B : F.Blocks)
    for (const Fact &X : B.Facts) {
      if (const auto *A = std::get_if<Apply>(&X.What))
        FlowAll(*A);
      else if (const auto *A = std::get_if<Assign>(&X.What))
        Flow(A->Source, A->Target);
      else if (const auto *C = std::get_if<Choose>(&X.What))
        for (PlaceId From : C->Sources)
          Flow(From, C->Target);
      else if (const auto *C = std::get_if<Call>(&X.What); C && !C->IsExpanded)
        for (PlaceId P : C->Arguments) {
          if (P == NoId)
            continue;
          Ways[P].IsGiven = true;
        }
      else if (const auto *R = std::get_if<Return>(&X.What))
        for (PlaceId P : R->Values)
          if (P != NoId)
            Ways[P].IsReturned = true;
    }
}

bool LoopResults::outlives(PlaceId P, const LoopNest::Member &L,
                           bool Calls) const {
  // What the next iteration reads, and what is read after the loop.
  std::set<PlaceId> Later;
  auto AddLive = [&](unsigned Block) {
    const std::vector<PlaceId> &Places = Live.AtEntry[Block].Places;
    Later.insert(Places.begin(), Places.end());
  };
  AddLive(L.Written->Head);
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    for (const Edge &E : F.Blocks[B].Successors)
      if (L.contains(B) && !L.contains(E.To))
        AddLive(E.To);
  std::set<PlaceId> Seen = {P};
  std::vector<PlaceId> Work = {P};
  while (!Work.empty()) {
    const PlaceId Now = Work.back();
    Work.pop_back();
    const Place &Is = F.Places[Now];
    if (Is.IsList || Is.Kind == PlaceKind::Field ||
        Is.Kind == PlaceKind::Captured || Is.Kind == PlaceKind::Parameter ||
        Ways[Now].IsReturned || (Calls && Ways[Now].IsGiven) ||
        Later.count(Now) > 0)
      return true;
    for (PlaceId To : Ways[Now].To)
      if (Seen.insert(To).second)
        Work.push_back(To);
  }
  return false;
}

} // namespace tensortidy
