// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_GRAPH_H
#define TENSORTIDY_ANALYSIS_GRAPH_H

#include "program/Function.h"

#include <vector>

namespace tensortidy {

/// The reachable blocks of a function in reverse post-order, loop bodies
/// before what follows the loop.
struct Graph {
  static constexpr unsigned Unreachable = ~0u;

  /// The edge with index Successor of block From.
  struct EdgeRef {
    unsigned From = 0;
    unsigned Successor = 0;
  };

  std::vector<unsigned> Order;                ///< blocks in reverse post-order
  std::vector<unsigned> Position;             ///< per block: its index in Order
  std::vector<std::vector<EdgeRef>> Incoming; ///< per block, in Order's order

  explicit Graph(const Function &F);

  /// Does \p E go backwards, i.e. is \p To the head of a loop around it?
  bool isBackEdge(const EdgeRef &E, unsigned To) const {
    return Position[E.From] >= Position[To];
  }
};

/// Can the block \p To be reached when \p From has been left, without entering
/// \p Without?
bool leadsTo(const Function &F, unsigned From, unsigned To,
             unsigned Without = Graph::Unreachable);

} // namespace tensortidy

#endif
