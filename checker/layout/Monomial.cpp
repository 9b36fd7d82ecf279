// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Monomial.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace tensortidy {

Monomial Monomial::symbol(SymbolId Id) {
  Monomial M;
  M.append(Id, 1);
  return M;
}

Monomial Monomial::invalid() {
  Monomial M(0);
  M.Denominator = 0;
  return M;
}

std::optional<int64_t> Monomial::asConstant() const {
  if (Denominator != 1 || !Factors.empty())
    return std::nullopt;
  return Numerator;
}

std::optional<SymbolId> Monomial::asSymbol() const {
  if (Numerator != 1 || Denominator != 1 || Factors.size() != 1 ||
      Factors[0].Power != 1)
    return std::nullopt;
  return Factors[0].Symbol;
}

int32_t Monomial::powerOf(SymbolId Id) const {
  for (const Factor &F : Factors)
    if (F.Symbol == Id)
      return F.Power;
  return 0;
}

bool Monomial::isIntegral() const {
  return Denominator == 1 &&
         std::all_of(Factors.begin(), Factors.end(),
                     [](const Factor &F) { return F.Power > 0; });
}

bool Monomial::append(SymbolId Symbol, int64_t Power) {
  if (Power == 0)
    return true;
  if (Factors.Count == FactorList::Capacity ||
      Power > std::numeric_limits<int32_t>::max() ||
      Power < std::numeric_limits<int32_t>::min())
    return false;
  Factors.Items[Factors.Count++] = {Symbol, static_cast<int32_t>(Power)};
  return true;
}

Monomial Monomial::combined(const Monomial &O, int Sign, int64_t N,
                            int64_t D) const {
  Monomial Result(N);
  Result.Denominator = D;
  if (N == 0)
    return Monomial(0);
  const Factor *A = Factors.begin(), *B = O.Factors.begin();
  bool Fits = true;
  while (A != Factors.end() || B != O.Factors.end()) {
    bool TakeA =
        A != Factors.end() && (B == O.Factors.end() || A->Symbol <= B->Symbol);
    bool TakeB =
        B != O.Factors.end() && (A == Factors.end() || B->Symbol <= A->Symbol);
    SymbolId Symbol = TakeA ? A->Symbol : B->Symbol;
    int64_t Power = (TakeA ? int64_t(A->Power) : 0) +
                    (TakeB ? int64_t(Sign) * B->Power : 0);
    Fits &= Result.append(Symbol, Power);
    A += TakeA;
    B += TakeB;
  }
  return Fits ? Result : invalid();
}

/// \p N1/\p D1 times \p N2/\p D2, reduced. False on overflow.
static bool multiplyRational(int64_t N1, int64_t D1, int64_t N2, int64_t D2,
                             int64_t &N, int64_t &D) {
  if (D1 == 1 && D2 == 1) { // the usual case
    D = 1;
    return !__builtin_mul_overflow(N1, N2, &N);
  }
  constexpr int64_t Lowest = std::numeric_limits<int64_t>::min();
  if (N1 == Lowest || D1 == Lowest || N2 == Lowest || D2 == Lowest)
    return false; // has no negative, so no greatest common divisor either
  int64_t G1 = std::gcd(N1, D2), G2 = std::gcd(N2, D1);
  if (G1 == 0 || G2 == 0)
    return false;
  if (__builtin_mul_overflow(N1 / G1, N2 / G2, &N) ||
      __builtin_mul_overflow(D1 / G2, D2 / G1, &D))
    return false;
  if (D < 0) {
    N = -N;
    D = -D;
  }
  return true;
}

Monomial Monomial::operator*(const Monomial &O) const {
  if (!isValid() || !O.isValid())
    return invalid();
  int64_t N, D;
  if (!multiplyRational(Numerator, Denominator, O.Numerator, O.Denominator, N,
                        D))
    return invalid();
  return combined(O, 1, N, D);
}

Monomial Monomial::operator/(const Monomial &O) const {
  if (!isValid() || !O.isValid() || O.isZero())
    return invalid();
  int64_t N, D;
  if (!multiplyRational(Numerator, Denominator, O.Denominator, O.Numerator, N,
                        D))
    return invalid();
  return combined(O, -1, N, D);
}

Monomial Monomial::substituted(SymbolId Id, const Monomial &Value) const {
  int32_t Power = powerOf(Id);
  if (Power == 0)
    return *this;
  Monomial Rest = *this;
  const Monomial Symbol = symbol(Id);
  for (int32_t I = 0; I < std::abs(Power); ++I)
    Rest = Power > 0 ? Rest / Symbol * Value : Rest * Symbol / Value;
  return Rest;
}

bool Monomial::operator==(const Monomial &O) const {
  return Numerator == O.Numerator && Denominator == O.Denominator &&
         std::equal(Factors.begin(), Factors.end(), O.Factors.begin(),
                    O.Factors.end());
}

bool Monomial::operator<(const Monomial &O) const {
  if (Numerator != O.Numerator)
    return Numerator < O.Numerator;
  if (Denominator != O.Denominator)
    return Denominator < O.Denominator;
  return std::lexicographical_compare(Factors.begin(), Factors.end(),
                                      O.Factors.begin(), O.Factors.end());
}

std::optional<Monomial> sum(const Monomial &A, const Monomial &B) {
  if (!A.isValid() || !B.isValid() || B.isZero())
    return A.isValid() && B.isValid() ? std::optional(A) : std::nullopt;
  const Monomial Times = A / B;
  int64_t Numerator = 0;
  if (!Times.isValid() || !Times.factors().empty() ||
      __builtin_add_overflow(Times.numerator(), Times.denominator(),
                             &Numerator))
    return std::nullopt;
  const Monomial Sum = B * Monomial(Numerator) / Monomial(Times.denominator());
  return Sum.isValid() ? std::optional(Sum) : std::nullopt;
}

} // namespace tensortidy
