// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_LOOPRESULTS_H
#define TENSORTIDY_CHECKS_LOOPRESULTS_H

#include "analysis/LoopNest.h"
#include "analysis/Uses.h"

#include <vector>

namespace tensortidy {

/// Where what a call makes goes to.
class LoopResults {
public:
  explicit LoopResults(const Function &F);

  /// May a handle or a view of \p P outlive the iteration of \p L that made
  /// it? \p Calls: a function that is not looked into may keep it, too.
  bool outlives(PlaceId P, const LoopNest::Member &L, bool Calls) const;

private:
  struct Way {
    std::vector<PlaceId> To;
    bool IsGiven = false; ///< to a function that is not looked into
    bool IsReturned = false;
  };
  const Function &F;
  Liveness Live;
  std::vector<Way> Ways;
};

} // namespace tensortidy

#endif
