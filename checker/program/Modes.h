// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PROGRAM_MODES_H
#define TENSORTIDY_PROGRAM_MODES_H

#include "program/Function.h"

#include <vector>

namespace tensortidy {

/// A question with a constant about an integer variable, and the flag that
/// stands for its answer.
struct ModeTest {
  IntId Variable = NoId;
  bool IsEqual = true; ///< Variable == Bound; else Variable < Bound
  int64_t Bound = 0;
  IntId Flag = NoId;
  /// Has the variable only the values that the function gives it?
  bool IsLocal = false;

  bool holds(int64_t Value) const {
    return IsEqual ? Value == Bound : Value < Bound;
  }
};

/// Sets the flags of \p Tests wherever their variables are given a value, and
/// says which answers follow from which. A variable that is computed from
/// itself, or compared with very many constants, is a quantity, no mode: its
/// flags become what they stand for.
void settleModes(Function &F, std::vector<ModeTest> Tests);

} // namespace tensortidy

#endif
