// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_WRITTENTHROUGH_H
#define TENSORTIDY_CHECKS_WRITTENTHROUGH_H

#include "program/Function.h"

#include <vector>

namespace tensortidy {

/// The places through which, or through what is made from which, a function
/// may write to a tensor's memory: a copy in such a place would lose the write.
/// Flow-insensitive; handing it to a function that is not an operator counts.
class WrittenPlaces {
public:
  explicit WrittenPlaces(const Function &F);
  bool contains(PlaceId P) const { return P != NoId && Written[P]; }

private:
  std::vector<bool> Written; ///< per place
};

} // namespace tensortidy

#endif
