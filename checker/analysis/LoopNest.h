// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_LOOPNEST_H
#define TENSORTIDY_ANALYSIS_LOOPNEST_H

#include "analysis/Graph.h"

#include <optional>
#include <vector>

namespace tensortidy {

/// Which blocks belong to which of a function's written loops: those that lead
/// back to the loop's head. What a loop does before it is left for good
/// (`return x.clone();`) is not in it.
class LoopNest {
public:
  explicit LoopNest(const Function &F);

  struct Member {
    const Loop *Written = nullptr;
    std::vector<bool> Blocks;       ///< per block of the function
    std::optional<unsigned> Parent; ///< the index of the next loop around it
    bool contains(unsigned Block) const { return Blocks[Block]; }
  };

  bool empty() const { return Loops.empty(); }
  size_t size() const { return Loops.size(); }
  const Member &operator[](unsigned I) const { return Loops[I]; }
  /// The index of the innermost loop around \p Block.
  std::optional<unsigned> innermost(unsigned Block) const;
  /// How many loops there are around \p Block.
  unsigned depth(unsigned Block) const;
  /// Does every complete iteration of the loop \p I pass through \p Block?
  bool isInEveryIteration(unsigned I, unsigned Block) const;

private:
  const Function &F;
  std::vector<Member> Loops; ///< inner ones before those around them
};

} // namespace tensortidy

#endif
