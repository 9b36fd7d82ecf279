// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_FUNCTIONANALYSIS_H
#define TENSORTIDY_ANALYSIS_FUNCTIONANALYSIS_H

#include "analysis/Context.h"
#include "analysis/Graph.h"
#include "analysis/LoopSymbols.h"
#include "analysis/Observer.h"
#include "analysis/Uses.h"

#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// Beyond these an analysis gives up: no claims at all, and the reason said.
struct AnalysisLimits {
  unsigned Blocks = 4000;
  unsigned VisitsPerBlock = 32;
  unsigned Facts = 50000;
  /// From this visit on what still changes at a loop head becomes phi symbols.
  unsigned WidenFrom = 3;
  /// Facts of dead symbols that a state may hold beside as many as it needs.
  unsigned DeadFacts = 128;
};

/// The analysis of one function: a forward fixpoint over its blocks.
///
///   FunctionAnalysis A(F);
///   if (A.run())
///     A.replay(MyObserver);
class FunctionAnalysis {
public:
  /// \p Members: what is known of the object's members at the start.
  explicit FunctionAnalysis(const Function &F, AnalysisLimits Limits = {},
                            MemberLayouts Members = {});

  /// \returns whether a fixpoint was reached; whyNot() says why not.
  bool run();
  const std::string &whyNot() const { return Reason; }

  /// Tells \p O every reachable fact with the state before it.
  void replay(Observer &O);

  /// The state at a block's entry; null when it is not reachable.
  const State *at(unsigned Block) const {
    return Entry[Block] ? &*Entry[Block] : nullptr;
  }
  const Context &context() const { return C; }
  /// How many facts were interpreted: the analysis' cost.
  unsigned factsVisited() const { return FactVisits; }

private:
  bool visit(unsigned Block);
  bool enter(unsigned Block);
  std::optional<State> joined(unsigned Block) const;
  void leave(unsigned Block, State S);
  bool interpret(State &S, unsigned Block, Observer *O);
  void restrict(State &S, unsigned Block) const;
  std::string siteOf(unsigned Block) const {
    return std::to_string(G.Position[Block]);
  }

  const Function &F;
  const AnalysisLimits Limits;
  SymbolTable Symbols;
  Context C;
  Graph G;
  Liveness Live;
  LoopSymbols Loops;
  std::vector<std::optional<State>> Entry;            ///< per block
  std::vector<std::vector<std::optional<State>>> Out; ///< per block and edge
  std::vector<unsigned> Visits;
  std::vector<bool> Dirty; ///< per position
  unsigned FactVisits = 0;
  std::string Reason;
};

} // namespace tensortidy

#endif
