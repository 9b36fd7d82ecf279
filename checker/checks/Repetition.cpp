// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Repetition.h"

#include "checks/Wording.h"

#include <string>

namespace tensortidy {

bool isRunRepeatedly(const Fact &At, unsigned Block, const Context &C) {
  const std::string Name = shortName(C.In.nameAt(At));
  return C.loops().innermost(Block) || Name == "forward" ||
         Name == "backward" || C.In.TheReach == Reach::Entry;
}

bool isSetUp(unsigned Block, const Context &C, std::optional<int64_t> Bytes) {
  constexpr int64_t Many = int64_t(64) << 20; // some 10 ms
  return C.In.IsSetUp && !C.loops().innermost(Block) &&
         Bytes.value_or(0) < Many;
}

} // namespace tensortidy
