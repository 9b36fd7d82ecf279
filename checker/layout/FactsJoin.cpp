// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/FactsData.h"

#include <iterator>
#include <map>

namespace tensortidy {

Facts Facts::join(const Facts &A, const Facts &B) {
  if (A == B)
    return A;
  Facts Result(*A.Table);
  Result.keepEqualities(A, B);
  Result.keepOrder(A, B);
  Result.keepBounds(A, B);
  Result.keepGroups(A, B);
  return Result;
}

/// Equalities that both sides have, those of one side that the other implies,
/// and symbols that are equal on both sides by way of different values. The
/// first are most of them, and are solved as they stand.
void Facts::keepEqualities(const Facts &A, const Facts &B) {
  const std::vector<Data::Equality> &OfA = A.data().Equal;
  const std::vector<Data::Equality> &OfB = B.data().Equal;
  std::vector<Data::Equality> &Common = edit().Equal;
  std::vector<Data::Equality> OnlyA, OnlyB;
  std::set_intersection(OfA.begin(), OfA.end(), OfB.begin(), OfB.end(),
                        std::back_inserter(Common));
  std::set_difference(OfA.begin(), OfA.end(), OfB.begin(), OfB.end(),
                      std::back_inserter(OnlyA));
  std::set_difference(OfB.begin(), OfB.end(), OfA.begin(), OfA.end(),
                      std::back_inserter(OnlyB));
  std::map<std::pair<Monomial, Monomial>, SymbolId> Classes;
  auto Classify = [&](SymbolId Id) {
    Monomial M = Monomial::symbol(Id);
    auto [It, New] =
        Classes.emplace(std::pair(A.canonical(M), B.canonical(M)), Id);
    if (!New && It->second != Id)
      equate(M, Monomial::symbol(It->second));
  };
  for (auto [Own, Other] : {std::pair(&OnlyA, &B), std::pair(&OnlyB, &A)})
    for (const auto &[Id, Value] : *Own)
      if (Other->canonical(Monomial::symbol(Id)) == Other->canonical(Value))
        equate(Monomial::symbol(Id), Value);
  for (const auto *Own : {&OnlyA, &OnlyB})
    for (const auto &[Id, Value] : *Own) {
      if (std::optional<SymbolId> Root = Value.asSymbol())
        Classify(*Root);
      Classify(Id);
    }
}

void Facts::keepOrder(const Facts &A, const Facts &B) {
  for (auto [From, Other] : {std::pair(&A, &B), std::pair(&B, &A)})
    for (const auto &[Small, Big] : From->data().Less)
      if (Other->compare(Monomial::symbol(Small), Big) == Order::Less)
        addLess(Small, Big);
}

void Facts::keepBounds(const Facts &A, const Facts &B) {
  for (const Facts *Side : {&A, &B})
    for (const auto &[Id, Bound] : Side->data().Bounds) {
      Monomial M = Monomial::symbol(Id);
      raiseLowerBound(Id, std::min(A.lowerBound(M), B.lowerBound(M)));
    }
}

static AxisGroupFacts common(const AxisGroupFacts &A, const AxisGroupFacts &B) {
  AxisGroupFacts Result;
  Result.Min = std::min(A.Min, B.Min);
  if (A.Count == B.Count)
    Result.Count = A.Count;
  Result.Front = std::max(A.Front, B.Front);
  Result.Back = std::max(A.Back, B.Back);
  std::set_union(A.Strides.begin(), A.Strides.end(), B.Strides.begin(),
                 B.Strides.end(), std::back_inserter(Result.Strides));
  return Result;
}

static StrideGroupFacts common(const StrideGroupFacts &A,
                               const StrideGroupFacts &B) {
  StrideGroupFacts Result;
  Result.Front = std::max(A.Front, B.Front);
  Result.Back = std::max(A.Back, B.Back);
  if (!A.RowMajor || !B.RowMajor)
    return Result;
  Result.RowMajor = A.RowMajor;
  if (A.RowMajor == B.RowMajor)
    return Result;
  Result.RowMajor->Front = std::max(A.RowMajor->Front, B.RowMajor->Front);
  Result.RowMajor->Back = std::max(A.RowMajor->Back, B.RowMajor->Back);
  Result.RowMajor->Innermost.reset();
  return Result;
}

template <typename Map> static Map commonOf(const Map &A, const Map &B) {
  Map Result;
  const typename Map::mapped_type Nothing{};
  for (const Map *Side : {&A, &B})
    for (const auto &Entry : *Side) {
      auto InA = A.find(Entry.first), InB = B.find(Entry.first);
      Result[Entry.first] = common(InA == A.end() ? Nothing : InA->second,
                                   InB == B.end() ? Nothing : InB->second);
    }
  return Result;
}

void Facts::keepGroups(const Facts &A, const Facts &B) {
  edit().Groups = commonOf(A.data().Groups, B.data().Groups);
  edit().Strides = commonOf(A.data().Strides, B.data().Strides);
}

} // namespace tensortidy
