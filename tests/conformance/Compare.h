// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_CONFORMANCE_COMPARE_H
#define TENSORTIDY_TESTS_CONFORMANCE_COMPARE_H

#include "Execute.h"

namespace conformance {

/// The answers of the model, against what happened, for one call with one input
/// class in one mode, or for many of them.
struct Tally {
  unsigned Runs = 0;       ///< calls that were executed
  unsigned Right = 0;      ///< answers decided and right
  unsigned CannotTell = 0; ///< answers the model does not give
  unsigned Coincided = 0;  ///< generic no where sizes coincide
  unsigned NotGeneric = 0; ///< results with sizes the model takes for >= 2
  std::vector<std::string> Contradictions; ///< one line each
  std::vector<std::string> Undecided;      ///< the same, in mode exact only

  unsigned compared() const {
    return Right + CannotTell + Coincided +
           static_cast<unsigned>(Contradictions.size());
  }
  void add(const Tally &O);
};

/// Runs \p C with the input class in the mode and compares.
Tally compare(const Call &C, const std::string &Class, Mode M);

/// Does the call return normally for a contiguous input?
bool works(const Call &C);

} // namespace conformance

#endif
