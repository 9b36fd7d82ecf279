// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/Graph.h"

#include <algorithm>
#include <utility>

namespace tensortidy {

Graph::Graph(const Function &F)
    : Position(F.Blocks.size(), Unreachable), Incoming(F.Blocks.size()) {
  if (F.Blocks.empty())
    return;
  // Successors are entered last one first: Clang lists a loop's body before
  // its exit, and what is finished first comes last in the order.
  std::vector<std::pair<unsigned, size_t>> Stack;
  std::vector<bool> Seen(F.Blocks.size());
  auto Enter = [&](unsigned B) {
    Seen[B] = true;
    Stack.emplace_back(B, F.Blocks[B].Successors.size());
  };
  Enter(F.Entry);
  while (!Stack.empty()) {
    auto &[B, Left] = Stack.back();
    if (Left == 0) {
      Order.push_back(B);
      Stack.pop_back();
      continue;
    }
    const unsigned To = F.Blocks[B].Successors[--Left].To;
    if (!Seen[To])
      Enter(To);
  }
  std::reverse(Order.begin(), Order.end());
  for (unsigned I = 0; I < Order.size(); ++I)
    Position[Order[I]] = I;
  for (unsigned B : Order)
    for (unsigned S = 0; S < F.Blocks[B].Successors.size(); ++S)
      Incoming[F.Blocks[B].Successors[S].To].push_back({B, S});
}

bool leadsTo(const Function &F, unsigned From, unsigned To, unsigned Without) {
  std::vector<bool> Seen(F.Blocks.size());
  std::vector<unsigned> Work = {From};
  while (!Work.empty()) {
    const unsigned B = Work.back();
    Work.pop_back();
    for (const Edge &E : F.Blocks[B].Successors) {
      if (E.To == Without || Seen[E.To])
        continue;
      if (E.To == To)
        return true;
      Seen[E.To] = true;
      Work.push_back(E.To);
    }
  }
  return false;
}

} // namespace tensortidy
