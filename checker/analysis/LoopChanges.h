// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_LOOPCHANGES_H
#define TENSORTIDY_ANALYSIS_LOOPCHANGES_H

#include "analysis/LoopNest.h"
#include "analysis/Uses.h"

#include <map>
#include <utility>
#include <vector>

namespace tensortidy {

/// Which values of a function differ between the iterations of a loop, as far
/// as assignments tell. Flow-insensitive; writes to a tensor's elements are not
/// looked at.
class LoopChanges {
public:
  LoopChanges(const Function &F, const LoopNest &Nest);

  /// \name May it differ from one iteration of the loop \p L to the next?
  /// @{
  bool changes(PlaceId P, unsigned L);
  bool changes(const IntExpr &E, unsigned L);
  bool changes(const Argument &A, unsigned L);
  /// Of what the call gives, from what it is given: two calls of an operator
  /// that computes something give the same.
  bool changes(const Apply &A, unsigned L);
  /// @}

  /// Does \p P at the fact \p Index of \p Block have the value with which an
  /// iteration of \p L began, on some path?
  bool isCarriedTo(PlaceId P, unsigned L, unsigned Block, size_t Index) const;
  /// Does what is in \p P after that fact reach the next iteration, on some
  /// path?
  bool isCarriedFrom(PlaceId P, unsigned L, unsigned Block, size_t Index) const;

private:
  struct Definition {
    unsigned Block = 0;
    const Fact *By = nullptr;
  };
  enum class Known { Open, Yes, No };
  bool isRedefined(PlaceId P, unsigned L);
  bool changesIn(const Definition &D, unsigned L);
  bool definesAmong(PlaceId P, unsigned Block, size_t First, size_t End) const;
  bool reaches(PlaceId P, unsigned L, std::vector<unsigned> Work,
               unsigned Target, size_t UpTo) const;

  const Function &F;
  const LoopNest &Nest;
  std::vector<std::vector<Definition>> OfPlaces, OfIntegers;
  std::map<std::pair<PlaceId, unsigned>, Known> Places;
  std::map<std::pair<IntId, unsigned>, Known> Integers;
};

} // namespace tensortidy

#endif
