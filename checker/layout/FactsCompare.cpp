// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/FactsData.h"

#include <algorithm>

namespace tensortidy {

/// Is every negative power of \p M's factors cancelled by \p Quotient?
static bool divides(const Monomial &Quotient, const Monomial &M) {
  return std::all_of(
      M.factors().begin(), M.factors().end(), [&](const Monomial::Factor &F) {
        return F.Power > 0 && Quotient.powerOf(F.Symbol) >= F.Power;
      });
}

/// Parts of parts are followed so far.
static constexpr unsigned MaxOrderSteps = 4;

/// Replaces big/small, where small < big is known, by a number above 1.
Monomial Facts::withoutOrderedPairs(const Monomial &Quotient,
                                    bool &Strict) const {
  Monomial Rest = Quotient;
  if (data().Less.empty())
    return Rest;
  for (const Monomial::Factor &F : Quotient.factors()) {
    std::optional<Monomial> Big;
    while (Rest.powerOf(F.Symbol) < 0 &&
           (Big = dividingAbove(F.Symbol, Rest, MaxOrderSteps))) {
      Rest = Rest * Monomial::symbol(F.Symbol) / *Big;
      Strict = true;
    }
  }
  return Rest;
}

/// What \p Small is known to be below, in up to \p Steps steps, and divides
/// \p Whole.
std::optional<Monomial> Facts::dividingAbove(SymbolId Small,
                                             const Monomial &Whole,
                                             unsigned Steps) const {
  const std::vector<Data::LessFact> &Less = data().Less;
  const auto First = Data::firstFrom(Less, Small);
  const auto End = std::find_if(
      First, Less.end(), [&](const auto &Fact) { return Fact.first != Small; });
  for (auto It = First; It != End; ++It)
    if (divides(Whole, It->second))
      return It->second;
  for (auto It = First; It != End && Steps > 1; ++It)
    if (std::optional<SymbolId> Next = It->second.asSymbol())
      if (std::optional<Monomial> Big = dividingAbove(*Next, Whole, Steps - 1))
        return Big;
  return std::nullopt;
}

/// Is \p Quotient to the power \p Sign above 1 (\p Strict: at least 1) at its
/// symbols' lower bounds? None when a power is negative then.
static std::optional<bool> leastExceedsOne(const Monomial &Quotient, int Sign,
                                           bool Strict, const Facts &F) {
  int64_t Least = Sign > 0 ? Quotient.numerator() : Quotient.denominator();
  int64_t Below = Sign > 0 ? Quotient.denominator() : Quotient.numerator();
  for (const Monomial::Factor &Factor : Quotient.factors()) {
    int32_t Power = Factor.Power * Sign;
    if (Power < 0)
      return std::nullopt;
    int64_t Bound = F.lowerBound(Factor.Symbol);
    for (; Power > 0; --Power)
      if (__builtin_mul_overflow(Least, Bound, &Least))
        return true; // beyond 2^63
  }
  return Strict ? Least >= Below : Least > Below;
}

/// Is \p Quotient (its reciprocal for \p Sign -1) above 1 for all values that
/// its symbols can take?
bool Facts::exceedsOne(const Monomial &Quotient, int Sign) const {
  if (data().Less.empty())
    return leastExceedsOne(Quotient, Sign, false, *this).value_or(false);
  bool Strict = false;
  Monomial Rest =
      withoutOrderedPairs(Sign > 0 ? Quotient : Monomial(1) / Quotient, Strict);
  return Rest.isValid() &&
         leastExceedsOne(Rest, 1, Strict, *this).value_or(false);
}

static Order compareWithZero(const Monomial &Other, bool OtherIsLeft,
                             const Facts &F) {
  if (F.lowerBound(Other) <= 0)
    return Order::Unknown;
  return OtherIsLeft ? Order::Greater : Order::Less;
}

/// Does a symbol that may be 0 occur in both, so that it must not be cancelled?
static bool sharesZero(const Monomial &A, const Monomial &B, const Facts &F) {
  return std::any_of(A.factors().begin(), A.factors().end(),
                     [&](const Monomial::Factor &Factor) {
                       return B.powerOf(Factor.Symbol) != 0 &&
                              F.lowerBound(Factor.Symbol) <= 0;
                     });
}

Order Facts::compare(const Monomial &Left, const Monomial &Right) const {
  Monomial RewrittenLeft, RewrittenRight;
  const Monomial &A = canonicalOrSelf(Left, RewrittenLeft);
  const Monomial &B = canonicalOrSelf(Right, RewrittenRight);
  if (!A.isValid() || !B.isValid())
    return Order::Unknown;
  if (A == B)
    return Order::Equal;
  // Dimensions are numbers too, and may be negative.
  if (std::optional<int64_t> M = A.asConstant(), N = B.asConstant(); M && N)
    return *M < *N ? Order::Less : Order::Greater;
  if (A.isZero() || B.isZero())
    return compareWithZero(A.isZero() ? B : A, B.isZero(), *this);
  Monomial Quotient = A / B;
  if (!Quotient.isValid() || sharesZero(A, B, *this))
    return Order::Unknown;
  if (exceedsOne(Quotient, 1))
    return Order::Greater;
  if (exceedsOne(Quotient, -1))
    return Order::Less;
  for (const Monomial::Factor &F : Quotient.factors())
    if (Table->info(F.Symbol).Opaque || lowerBound(F.Symbol) < 2)
      return Order::Unknown;
  return Order::Differ;
}

} // namespace tensortidy
