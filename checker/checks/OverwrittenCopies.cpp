// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/OverwrittenCopies.h"

#include "analysis/Uses.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tensortidy {

namespace {

bool has(const std::vector<PlaceId> &All, PlaceId P) {
  return std::find(All.begin(), All.end(), P) != All.end();
}

bool isReadBy(const Edge &E, PlaceId P) {
  Uses Read;
  if (E.Assumes)
    collectReads(*E.Assumes, Read);
  return has(Read.Places, P);
}

/// What becomes of a value on the ways from where it is made.
struct Fate {
  const Fact *Overwrite = nullptr; ///< one that comes before any read
  bool IsRead = false;
};

Fate fateOf(PlaceId P, const Fact *Made, unsigned Block, const Function &F) {
  Fate Out;
  std::vector<bool> Seen(F.Blocks.size());
  std::vector<std::pair<unsigned, size_t>> Work = {
      {Block, Made - F.Blocks[Block].Facts.data() + 1}};
  while (!Work.empty()) {
    const auto [B, First] = Work.back();
    Work.pop_back();
    bool IsOver = false;
    const std::vector<Fact> &Facts = F.Blocks[B].Facts;
    for (size_t I = First; I < Facts.size() && !IsOver; ++I) {
      Uses Read, Defined;
      collectReads(Facts[I], Read);
      collectDefinitions(Facts[I], F, Defined);
      const bool Reads = has(Read.Places, P);
      Out.IsRead |= Reads;
      IsOver = Reads || &Facts[I] == Made;
      if (IsOver || !has(Defined.Places, P))
        continue;
      IsOver = true;
      if (!Out.Overwrite)
        Out.Overwrite = &Facts[I];
    }
    if (IsOver)
      continue;
    for (const Edge &E : F.Blocks[B].Successors) {
      const bool Reads = isReadBy(E, P);
      Out.IsRead |= Reads;
      if (!Seen[E.To] && !Reads) {
        Seen[E.To] = true;
        Work.push_back({E.To, 0});
      }
    }
  }
  return Out;
}

} // namespace

const Fact *overwriteOf(PlaceId P, const Fact *Made, unsigned Block,
                        const Function &F) {
  return fateOf(P, Made, Block, F).Overwrite;
}

bool isReadAfter(PlaceId P, const Fact *Made, unsigned Block,
                 const Function &F) {
  return fateOf(P, Made, Block, F).IsRead;
}

bool isMadeOf(const Fact &X, PlaceId Of) {
  const auto *A = std::get_if<Apply>(&X.What);
  return A && std::any_of(
                  A->Arguments.begin(), A->Arguments.end(),
                  [Of](const Argument &Each) { return has(Each.Places, Of); });
}

} // namespace tensortidy
