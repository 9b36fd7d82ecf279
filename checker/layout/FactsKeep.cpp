// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/FactsData.h"
#include "layout/LiveSymbols.h"

namespace tensortidy {

size_t Facts::size() const {
  const Data &D = data();
  return D.Equal.size() + D.Less.size() + D.Bounds.size() + D.Groups.size() +
         D.Strides.size();
}

/// What a live symbol is equal to is live.
static void addValues(const std::vector<std::pair<SymbolId, Monomial>> &Equal,
                      const std::map<SymbolId, StrideGroupFacts> &Strides,
                      LiveSymbols &Live) {
  for (const auto &[Id, Value] : Equal)
    if (Live.contains(Id))
      Live.add(Value);
  for (const auto &[Id, Group] : Strides)
    if (Live.contains(Id) && Group.RowMajor && Group.RowMajor->Innermost)
      Live.add(*Group.RowMajor->Innermost);
}

template <typename Container, typename Predicate>
static void eraseWhere(Container &All, Predicate IsDead) {
  for (auto It = All.begin(); It != All.end();)
    It = IsDead(*It) ? All.erase(It) : std::next(It);
}

void Facts::keepOnly(LiveSymbols Live) {
  if (!Known)
    return;
  do
    addValues(data().Equal, data().Strides, Live);
  while (Live.addDerived());
  Data &D = edit();
  auto IsDead = [&](const auto &Entry) { return !Live.contains(Entry.first); };
  D.Equal.erase(std::remove_if(D.Equal.begin(), D.Equal.end(), IsDead),
                D.Equal.end());
  D.Bounds.erase(std::remove_if(D.Bounds.begin(), D.Bounds.end(), IsDead),
                 D.Bounds.end());
  D.Less.erase(std::remove_if(D.Less.begin(), D.Less.end(),
                              [&](const Data::LessFact &L) {
                                return IsDead(L) || !Live.contains(L.second);
                              }),
               D.Less.end());
  eraseWhere(D.Groups, IsDead);
  eraseWhere(D.Strides, IsDead);
  for (auto &[Id, Group] : D.Groups)
    eraseWhere(Group.Strides, [&](SymbolId S) { return !Live.contains(S); });
}

} // namespace tensortidy
