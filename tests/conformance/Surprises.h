// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_CONFORMANCE_SURPRISES_H
#define TENSORTIDY_TESTS_CONFORMANCE_SURPRISES_H

#include "Execute.h"

namespace conformance {

/// A line of surprises.txt.
struct Surprise {
  unsigned Number = 0;
  std::string Class, Question, Answer, Line;
  bool ModelCannotTell = false; ///< "?": it is known to leave this open
  std::vector<Call> Calls;      ///< each gets the result of the one before
};

/// What libtorch does and what the model says: "yes", "no", "self", "14", or
/// why there is no answer.
struct Answers {
  std::string Real, Model;
};

/// The lines for the libtorch that runs. A mistake is in \p Error.
std::vector<Surprise> readSurprises(const std::string &FileName,
                                    const tensortidy::ModelSet &Models,
                                    std::string &Error);

Answers ask(const Surprise &S);

} // namespace conformance

#endif
