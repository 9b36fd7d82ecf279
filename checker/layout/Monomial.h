// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_MONOMIAL_H
#define TENSORTIDY_LAYOUT_MONOMIAL_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace tensortidy {

/// Index of a symbol in its SymbolTable.
using SymbolId = uint32_t;

/// A rational coefficient times a product of symbol powers, kept canonical:
/// the coefficient is reduced, factors are sorted by symbol and have non-zero
/// powers. Sizes and strides are monomials, in elements; "unknown" is never a
/// value but an opaque symbol. A monomial that would overflow int64_t or have
/// more than eight factors is *invalid*; operations on it stay invalid, and
/// every comparison with it answers "cannot tell". Holds no memory of its own.
class Monomial {
public:
  struct Factor {
    SymbolId Symbol = 0;
    int32_t Power = 0;
    bool operator==(const Factor &O) const {
      return Symbol == O.Symbol && Power == O.Power;
    }
    bool operator!=(const Factor &O) const { return !(*this == O); }
    bool operator<(const Factor &O) const {
      return Symbol != O.Symbol ? Symbol < O.Symbol : Power < O.Power;
    }
  };

  /// The factors, by ascending symbol; at most Capacity of them.
  class FactorList {
  public:
    static constexpr size_t Capacity = 8;
    const Factor *begin() const { return Items.data(); }
    const Factor *end() const { return Items.data() + Count; }
    size_t size() const { return Count; }
    bool empty() const { return Count == 0; }
    const Factor &operator[](size_t I) const { return Items[I]; }
    const Factor &front() const { return Items[0]; }

  private:
    friend class Monomial;
    std::array<Factor, Capacity> Items{};
    uint32_t Count = 0;
  };

  Monomial(int64_t Constant = 1) : Numerator(Constant) {}
  static Monomial symbol(SymbolId Id);
  static Monomial invalid();

  bool isValid() const { return Denominator != 0; }
  bool isZero() const { return isValid() && Numerator == 0; }
  bool isOne() const {
    return Numerator == 1 && Denominator == 1 && Factors.empty();
  }
  /// The value when there is no symbol and the coefficient is an integer.
  std::optional<int64_t> asConstant() const;
  /// The symbol when this is exactly one symbol to the first power.
  std::optional<SymbolId> asSymbol() const;
  /// The power of \p Id, 0 when it does not occur.
  int32_t powerOf(SymbolId Id) const;
  /// Has an integer coefficient and no negative power: an integer for all
  /// integer values of its symbols.
  bool isIntegral() const;

  int64_t numerator() const { return Numerator; }
  int64_t denominator() const { return Denominator; }
  const FactorList &factors() const { return Factors; }

  Monomial operator*(const Monomial &O) const;
  /// Exact quotient; powers may become negative. Division by zero is invalid.
  Monomial operator/(const Monomial &O) const;
  /// Every occurrence of \p Id replaced by \p Value.
  Monomial substituted(SymbolId Id, const Monomial &Value) const;

  bool operator==(const Monomial &O) const;
  bool operator!=(const Monomial &O) const { return !(*this == O); }
  /// An arbitrary total order, for containers.
  bool operator<(const Monomial &O) const;

private:
  bool append(SymbolId Symbol, int64_t Power);
  /// This times \p O's factors to the power \p Sign, coefficient \p N / \p D.
  Monomial combined(const Monomial &O, int Sign, int64_t N, int64_t D) const;

  int64_t Numerator = 1;
  int64_t Denominator = 1;
  FactorList Factors;
};

/// \p A + \p B where that is a monomial again: with 0, or of like terms.
std::optional<Monomial> sum(const Monomial &A, const Monomial &B);

} // namespace tensortidy

#endif
