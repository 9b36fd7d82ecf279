// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/FactsData.h"

#include <tuple>

namespace tensortidy {

/// A bare size given the literal 0 or 1, which general position excludes only
/// by default. None when this is not such a case.
std::optional<bool> Facts::equateLiteral(const Monomial &A, const Monomial &B) {
  std::optional<int64_t> Value = B.asConstant();
  std::optional<SymbolId> Id = A.asSymbol();
  if (!Value || !Id)
    return std::nullopt;
  if (*Value < 0 || knownBound(*Id).value_or(0) > *Value)
    return false;
  if (*Value > 1 || Table->info(*Id).LowerBound <= *Value)
    return std::nullopt;
  return bind(*Id, *Value);
}

/// Is there a size in \p M that several tensors have, each its own?
bool Facts::isOfSeveral(const Monomial &M) const {
  return std::any_of(
      M.factors().begin(), M.factors().end(),
      [&](const Monomial::Factor &F) { return Table->info(F.Symbol).Several; });
}

bool Facts::equate(const Monomial &Left, const Monomial &Right) {
  return isOfSeveral(canonical(Left)) || isOfSeveral(canonical(Right)) ||
         suppose(Left, Right);
}

bool Facts::suppose(const Monomial &Left, const Monomial &Right) {
  Monomial A = canonical(Left), B = canonical(Right);
  if (!A.isValid() || !B.isValid() || A == B)
    return true;
  if (A.asConstant() && B.asConstant())
    return false;
  if (std::optional<bool> Done = equateLiteral(A, B))
    return *Done;
  if (std::optional<bool> Done = equateLiteral(B, A))
    return *Done;
  Order O = compare(A, B);
  if (O == Order::Less || O == Order::Greater)
    return false;
  return solve(A, B);
}

bool Facts::solve(const Monomial &A, const Monomial &B) {
  for (auto [Side, Other] : {std::pair(&A, &B), std::pair(&B, &A)})
    if (Side->isZero()) {
      std::optional<SymbolId> Id = Other->asSymbol();
      return Id ? bind(*Id, 0) : true;
    }
  for (const Monomial::Factor &F : A.factors())
    if (B.powerOf(F.Symbol) != 0 && lowerBound(F.Symbol) <= 0)
      return true;
  Monomial Quotient = A / B;
  // Integral value, opaque, small lower bound, young: the best to bind.
  using Preference = std::tuple<bool, bool, int64_t, SymbolId>;
  std::optional<std::pair<Preference, Monomial>> Best;
  for (const Monomial::Factor &F : Quotient.factors()) {
    if (F.Power != 1 && F.Power != -1)
      continue;
    Monomial Without = Quotient.substituted(F.Symbol, 1);
    Monomial Value = F.Power == 1 ? Monomial(1) / Without : Without;
    bool Quotients =
        std::any_of(Value.factors().begin(), Value.factors().end(),
                    [](const Monomial::Factor &V) { return V.Power < 0; });
    if (!Value.isValid() || Quotients)
      continue;
    Preference P(Value.isIntegral(), Table->info(F.Symbol).Opaque,
                 -lowerBound(F.Symbol), F.Symbol);
    if (!Best || Best->first < P)
      Best.emplace(P, Value);
  }
  return Best ? bind(std::get<3>(Best->first), Best->second) : true;
}

bool Facts::bind(SymbolId Id, const Monomial &Value) {
  std::optional<int64_t> Literal = Value.asConstant();
  int64_t Bound = lowerBound(Id);
  if (Literal && knownBound(Id).value_or(0) > *Literal)
    return false;
  Data &D = edit();
  for (auto &[Symbol, Old] : D.Equal)
    Old = Old.substituted(Id, Value);
  D.Equal.insert(Data::firstFrom(D.Equal, Id), {Id, Value});
  rewriteOrder(D, Id, Value);
  auto Raised = Data::firstFrom(D.Bounds, Id);
  if (Raised != D.Bounds.end() && Raised->first == Id)
    D.Bounds.erase(Raised);
  if (std::optional<SymbolId> Other = Value.asSymbol())
    raiseLowerBound(*Other, Bound);
  return true;
}

/// Order facts that can no longer be stated between a symbol and a monomial
/// are dropped.
void Facts::rewriteOrder(Data &D, SymbolId Id, const Monomial &Value) {
  std::vector<Data::LessFact> Kept;
  for (auto &[Small, Big] : D.Less) {
    Monomial S = Monomial::symbol(Small).substituted(Id, Value);
    Monomial B = Big.substituted(Id, Value);
    if (S.asSymbol() && B.isValid() && !B.factors().empty() &&
        B.powerOf(*S.asSymbol()) == 0)
      Kept.emplace_back(*S.asSymbol(), B);
  }
  std::sort(Kept.begin(), Kept.end());
  Kept.erase(std::unique(Kept.begin(), Kept.end()), Kept.end());
  D.Less = std::move(Kept);
}

} // namespace tensortidy
