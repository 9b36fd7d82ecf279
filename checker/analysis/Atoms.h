// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_ATOMS_H
#define TENSORTIDY_ANALYSIS_ATOMS_H

#include "analysis/Context.h"
#include "analysis/Integers.h"

#include <string>

namespace tensortidy {

/// Conditions without and, or, not, in a state in which every tensor they
/// name has at most one alternative.
class Atoms {
public:
  Atoms(State &S, const Context &C, const std::string &Site)
      : S(S), Ints(S, C, Site) {}

  /// \returns false when the state is dead.
  bool assume(const Condition &X, bool Value);

private:
  bool contiguous(const Condition &X, bool Value);
  bool dense(const Condition &X, bool Value);
  bool defined(const Condition &X, bool Value);
  bool has(const Condition &X, bool Value);
  bool sameSizes(const Condition &X, bool Value);
  bool sameStrides(const Condition &X, bool Value);
  bool compare(const Condition &X, bool Value);
  bool compareRank(PlaceId T, Condition::Comparison Operator, int64_t Rank);
  bool compareNumbers(const Monomial &A, Condition::Comparison Operator,
                      const Monomial &B);

  /// The only alternative of \p P; null for none (nothing is learnt).
  const Alternative *only(PlaceId P) const;
  /// Gives \p P, and whoever shares its value, the layout \p L.
  void refine(PlaceId P, Layout L);
  void refine(PlaceId P, Alternative A);

  State &S;
  Integers Ints;
};

} // namespace tensortidy

#endif
