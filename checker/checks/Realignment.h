// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_REALIGNMENT_H
#define TENSORTIDY_CHECKS_REALIGNMENT_H

#include "program/Function.h"

#include <vector>

namespace tensortidy {

/// Where a function asks whether the address of a tensor's first element is a
/// multiple of something: `reinterpret_cast<uintptr_t>(x.data_ptr()) % 16`.
class Realignment {
public:
  explicit Realignment(const Function &F);

  /// The decision that leads to the block \p Block, maybe among other reasons,
  /// because the address of \p P is no multiple; null where there is none, and
  /// where addresses are tested again on the way from that block on.
  const Origin *decisionFor(unsigned Block, PlaceId P) const;

private:
  bool isMisaligned(const Condition &C, bool Holds, PlaceId P) const;
  bool testsAddress(const Condition &C) const;
  bool isTestedAfter(unsigned Block) const;

  const Function &F;
  std::vector<PlaceId> Taken;              ///< per pointer, its tensor
  std::vector<std::vector<unsigned>> From; ///< predecessors of each block
};

} // namespace tensortidy

#endif
