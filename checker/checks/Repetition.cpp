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

} // namespace tensortidy
