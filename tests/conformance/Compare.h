// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_CONFORMANCE_COMPARE_H
#define TENSORTIDY_TESTS_CONFORMANCE_COMPARE_H

#include "Execute.h"

namespace conformance {

/// The answers of the model, against what happened. A cell is one call with
/// one input class in one mode; it has several answers.
struct Tally {
  unsigned Cells = 0;
  unsigned Right = 0;      ///< answers decided and right
  unsigned CannotTell = 0; ///< answers the model does not give
  unsigned Coincided = 0;  ///< generic no where sizes coincide
  unsigned NotGeneric = 0; ///< results with sizes the model takes for >= 2
  std::vector<std::string> Contradictions; ///< one line each

  void add(const Tally &O);
};

/// Runs \p C with the input class in the mode and compares.
Tally compare(const Call &C, const std::string &Class, Mode M);

/// Does the call return normally for a contiguous input?
bool works(const Call &C);

} // namespace conformance

#endif
