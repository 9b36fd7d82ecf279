// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/LoopNest.h"

#include <algorithm>
#include <utility>

namespace tensortidy {

namespace {

/// The blocks from which the back edges to \p Head can be reached without
/// passing it; empty where there is no back edge, or the function's entry is
/// among them.
std::vector<bool> bodyOf(unsigned Head, const Graph &G, const Function &F) {
  std::vector<bool> In(F.Blocks.size());
  In[Head] = true;
  std::vector<unsigned> Work;
  auto Add = [&](unsigned Block) {
    if (!In[Block]) {
      In[Block] = true;
      Work.push_back(Block);
    }
  };
  bool IsLoop = false;
  for (const Graph::EdgeRef &E : G.Incoming[Head])
    if (G.isBackEdge(E, Head)) {
      IsLoop = true;
      Add(E.From);
    }
  while (!Work.empty()) {
    const unsigned Block = Work.back();
    Work.pop_back();
    for (const Graph::EdgeRef &E : G.Incoming[Block])
      Add(E.From);
  }
  if (!IsLoop || (Head != F.Entry && In[F.Entry]))
    return {};
  return In;
}

} // namespace

LoopNest::LoopNest(const Function &F) : F(F) {
  if (F.Loops.empty())
    return;
  const Graph G(F);
  for (const Loop &L : F.Loops) {
    if (L.Head == NoId || G.Position[L.Head] == Graph::Unreachable)
      continue;
    std::vector<bool> Body = bodyOf(L.Head, G, F);
    if (!Body.empty())
      Loops.push_back({&L, std::move(Body), std::nullopt});
  }
  std::vector<std::pair<std::pair<std::ptrdiff_t, unsigned>, Member>> Ranked;
  for (Member &M : Loops) {
    const auto Size = std::count(M.Blocks.begin(), M.Blocks.end(), true);
    const unsigned Head = M.Written->Head;
    Ranked.push_back({{Size, Head}, std::move(M)});
  }
  std::sort(Ranked.begin(), Ranked.end(),
            [](const auto &A, const auto &B) { return A.first < B.first; });
  for (size_t I = 0; I < Ranked.size(); ++I)
    Loops[I] = std::move(Ranked[I].second);
  for (unsigned I = 0; I < Loops.size(); ++I)
    for (unsigned J = I + 1; J < Loops.size() && !Loops[I].Parent; ++J)
      if (Loops[J].contains(Loops[I].Written->Head))
        Loops[I].Parent = J;
}

std::optional<unsigned> LoopNest::innermost(unsigned Block) const {
  for (unsigned I = 0; I < Loops.size(); ++I)
    if (Loops[I].contains(Block))
      return I;
  return std::nullopt;
}

unsigned LoopNest::depth(unsigned Block) const {
  unsigned Depth = 0;
  for (std::optional<unsigned> L = innermost(Block); L; L = Loops[*L].Parent)
    ++Depth;
  return Depth;
}

bool LoopNest::isInEveryIteration(unsigned I, unsigned Block) const {
  const Member &L = Loops[I];
  const unsigned Head = L.Written->Head;
  if (Block == Head)
    return true;
  // Is there a way around it, from the head to the head?
  std::vector<bool> Seen(L.Blocks.size());
  Seen[Head] = true;
  std::vector<unsigned> Work = {Head};
  while (!Work.empty()) {
    const unsigned From = Work.back();
    Work.pop_back();
    for (const Edge &E : F.Blocks[From].Successors) {
      if (E.To == Head)
        return false;
      if (E.To != Block && L.contains(E.To) && !Seen[E.To]) {
        Seen[E.To] = true;
        Work.push_back(E.To);
      }
    }
  }
  return true;
}

} // namespace tensortidy
