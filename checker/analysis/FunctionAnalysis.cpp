// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/FunctionAnalysis.h"

#include "analysis/Conditions.h"
#include "analysis/DeadFacts.h"
#include "analysis/Transfer.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tensortidy {

FunctionAnalysis::FunctionAnalysis(const Function &F, AnalysisLimits Limits,
                                   MemberLayouts Members)
    : F(F), Limits(Limits), C(F, Symbols, std::move(Members)), G(F), Live(F),
      Loops(Symbols), Entry(F.Blocks.size()), Out(F.Blocks.size()),
      Visits(F.Blocks.size()), Dirty(G.Order.size()) {
  Loops.made(Graph::Unreachable);
  for (size_t B = 0; B < F.Blocks.size(); ++B)
    Out[B].resize(F.Blocks[B].Successors.size());
}

void FunctionAnalysis::restrict(State &S, unsigned Block) const {
  S.Places.restrictTo(Live.AtEntry[Block].Places);
  S.Integers.restrictTo(Live.AtEntry[Block].Integers);
  S.Pointers.restrictTo(Live.AtEntry[Block].Pointers);
  dropDeadFacts(S, Limits.DeadFacts);
  if (C.Flags.empty())
    return;
  std::vector<IntId> Kept;
  std::set_intersection(
      C.Flags.begin(), C.Flags.end(), Live.AtEntry[Block].Integers.begin(),
      Live.AtEntry[Block].Integers.end(), std::back_inserter(Kept));
  S.forgetFlags(Kept);
}

/// What flows into \p Block over all edges; none when it is not reached.
std::optional<State> FunctionAnalysis::joined(unsigned Block) const {
  std::optional<State> In;
  auto Add = [&](State S) {
    In = In ? join(*In, S, F, siteOf(Block)) : std::move(S);
  };
  if (Block == F.Entry) {
    Add(C.initialState());
    restrict(*In, Block);
  }
  const State *Old = at(Block);
  for (bool Back : {false, true})
    for (const Graph::EdgeRef &E : G.Incoming[Block]) {
      const std::optional<State> &S = Out[E.From][E.Successor];
      if (!S || G.isBackEdge(E, Block) != Back)
        continue;
      Add(Back
              ? Loops.carried(*S, Old, G.Position[Block], G.Position[E.From], C)
              : *S);
    }
  return In;
}

/// Updates the state at \p Block's entry. \returns whether it changed.
bool FunctionAnalysis::enter(unsigned Block) {
  std::optional<State> In = joined(Block);
  if (!In)
    return false;
  std::optional<State> &Old = Entry[Block];
  const bool IsHead = std::any_of(
      G.Incoming[Block].begin(), G.Incoming[Block].end(),
      [&](const Graph::EdgeRef &E) { return G.isBackEdge(E, Block); });
  if (Old && IsHead && Visits[Block] + 1 >= Limits.WidenFrom && !(*Old == *In))
    In = widen(*Old, *In, F, siteOf(Block));
  if (Old && *Old == *In)
    return false;
  Old = std::move(In);
  return true;
}

bool FunctionAnalysis::interpret(State &S, unsigned Block, Observer *O) {
  const std::vector<Fact> &Facts = F.Blocks[Block].Facts;
  for (size_t I = 0; I < Facts.size(); ++I) {
    ++FactVisits;
    const unsigned Number = C.FirstNumber[Block] + static_cast<unsigned>(I);
    if (!transfer(S, Facts[I], Number, C, O))
      return false;
    S.erase(Live.LastUsed[Block][I]);
    dropDeadFacts(S, Limits.DeadFacts);
  }
  return true;
}

/// Sends \p S along \p Block's edges, whose targets are visited again if that
/// is news to them.
void FunctionAnalysis::leave(unsigned Block, State S) {
  const std::vector<Edge> &Edges = F.Blocks[Block].Successors;
  for (size_t I = 0; I < Edges.size(); ++I) {
    const bool IsLast = I + 1 == Edges.size();
    State Along = IsLast ? std::move(S) : S;
    if (Edges[I].Assumes &&
        !assume(Along, *Edges[I].Assumes, true, C,
                "e" + std::to_string(Block) + "." + std::to_string(I)))
      continue;
    restrict(Along, Edges[I].To);
    std::optional<State> &Old = Out[Block][I];
    if (Old && *Old == Along)
      continue;
    Old = std::move(Along);
    Dirty[G.Position[Edges[I].To]] = true;
  }
}

bool FunctionAnalysis::visit(unsigned Block) {
  const bool Changed = enter(Block);
  Loops.made(G.Position[Block]);
  if (!Changed)
    return true;
  if (++Visits[Block] > Limits.VisitsPerBlock) {
    Reason = "no fixpoint after " + std::to_string(Limits.VisitsPerBlock) +
             " visits of block " + std::to_string(Block);
    return false;
  }
  State S = *Entry[Block];
  if (interpret(S, Block, nullptr))
    leave(Block, std::move(S));
  Loops.made(G.Position[Block]);
  return true;
}

bool FunctionAnalysis::run() {
  unsigned Facts = 0;
  for (const tensortidy::Block &B : F.Blocks)
    Facts += static_cast<unsigned>(B.Facts.size());
  if (F.Blocks.size() > Limits.Blocks || Facts > Limits.Facts) {
    Reason = "too large: " + std::to_string(F.Blocks.size()) + " blocks, " +
             std::to_string(Facts) + " facts";
    return false;
  }
  if (!Dirty.empty())
    Dirty.front() = true;
  // The first dirty block in reverse post-order: inner loops settle before
  // what follows them is looked at.
  for (size_t I = 0; I < Dirty.size();) {
    if (!Dirty[I]) {
      ++I;
      continue;
    }
    Dirty[I] = false;
    if (!visit(G.Order[I]))
      return false;
    for (const Edge &E : F.Blocks[G.Order[I]].Successors)
      I = std::min<size_t>(I, Dirty[G.Position[E.To]] ? G.Position[E.To] : I);
  }
  return true;
}

void FunctionAnalysis::replay(Observer &O) {
  for (unsigned Block : G.Order)
    if (Entry[Block]) {
      State S = *Entry[Block];
      if (interpret(S, Block, &O))
        O.onLeave(C, F.Blocks[Block], S);
    }
}

} // namespace tensortidy
