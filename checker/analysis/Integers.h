// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_INTEGERS_H
#define TENSORTIDY_ANALYSIS_INTEGERS_H

#include "analysis/Context.h"

#include <optional>
#include <string>

namespace tensortidy {

/// Values of integer expressions as monomials. What is no monomial becomes an
/// opaque symbol named after its operands, so that equal expressions stay
/// equal. Asking for a size may teach the state something (axes split off a
/// tensor of unknown rank).
class Integers {
public:
  /// \p Site: unique to the fact or edge that is evaluated.
  Integers(State &S, const Context &C, std::string Site)
      : S(S), C(C), Site(std::move(Site)) {}

  /// \p Name: of the variable that takes the value, for messages.
  Monomial value(const IntExpr &E, const std::string &Name = "");
  std::optional<int64_t> constant(const IntExpr &E);

private:
  enum class Property { Size, Stride, Numel, Rank };

  Monomial variable(IntId I);
  Monomial property(Property What, const IntExpr &E);
  /// Of one alternative, whose \p F may learn.
  Monomial propertyOf(Property What, const Layout &L,
                      const std::optional<int64_t> &Dim, Facts &F);
  Monomial folded(const IntExpr &E, const std::string &Name);
  Monomial quotient(const IntExpr &E, const std::string &Name);
  /// A symbol called \p Key that messages print as \p Display.
  Monomial opaque(const std::string &Key, int64_t LowerBound,
                  const std::string &Display);
  /// An opaque symbol that no other expression has.
  Monomial unknown(const std::string &Display = "");

  State &S;
  const Context &C;
  const std::string Site;
  unsigned Count = 0;
};

} // namespace tensortidy

#endif
