// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_REBOUNDOUTPUTS_H
#define TENSORTIDY_CHECKS_REBOUNDOUTPUTS_H

#include "program/Function.h"

#include <vector>

namespace tensortidy {

/// A parameter `at::Tensor &` that is written and in the end made another
/// tensor, made of itself, which nothing in the function reads:
/// `fill(out); out = out.transpose(0, 1).contiguous();`. Only a caller in C++
/// whose own variable it is gets to see that tensor.
struct ReboundOutput {
  PlaceId Parameter = NoId;
  const Fact *At = nullptr;    ///< the assignment
  const Fact *Write = nullptr; ///< one of the writes before
};

/// In the order of the assignments; each of the function's own statements.
std::vector<ReboundOutput> reboundOutputs(const Function &F);

} // namespace tensortidy

#endif
