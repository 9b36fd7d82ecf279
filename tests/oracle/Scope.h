// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_ORACLE_SCOPE_H
#define TENSORTIDY_TESTS_ORACLE_SCOPE_H

#include <ATen/ATen.h>

#include <string>
#include <vector>

namespace oracle {

/// A tensor that statements may name, and what it is in the run that the
/// generator makes while it writes the program.
struct Variable {
  std::string Name;
  at::Tensor Value;
  bool IsFixed = false; ///< cannot be assigned to
  bool IsGiven = false; ///< a parameter: other values in other runs
  /// The program says what its sizes are.
  bool AreSizesKnown = true;
};

struct Scope {
  std::vector<Variable> Tensors;
  std::vector<std::string> Lists;
  std::vector<std::string> Flags;
  std::vector<std::string> Conditions; ///< asked before
  bool IsNested = false;               ///< in a branch or loop

  const Variable *find(const std::string &Name) const {
    for (const Variable &V : Tensors)
      if (V.Name == Name)
        return &V;
    return nullptr;
  }
  Variable *find(const std::string &Name) {
    return const_cast<Variable *>(std::as_const(*this).find(Name));
  }
  /// For the statements of a block: what they do to sizes in place is not seen
  /// outside.
  Scope inner() const {
    Scope S = *this;
    for (Variable &V : S.Tensors)
      V.Value = V.Value.alias();
    S.IsNested = true;
    return S;
  }
};

} // namespace oracle

#endif
