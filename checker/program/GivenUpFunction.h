// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PROGRAM_GIVENUPFUNCTION_H
#define TENSORTIDY_PROGRAM_GIVENUPFUNCTION_H

#include "program/Source.h"

#include <string>

namespace tensortidy {

/// A function of which nothing is said, which is not to say that it is clean.
struct GivenUpFunction {
  std::string Name; ///< qualified, without parameters
  SourceRange NameRange;
  std::string Reason; ///< "too large: 4001 blocks, 0 facts"

  std::string str() const { return Name + ": " + Reason; }
};

} // namespace tensortidy

#endif
