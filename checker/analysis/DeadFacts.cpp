// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/DeadFacts.h"

#include "layout/LiveSymbols.h"

#include <unordered_set>

namespace tensortidy {

namespace {

/// Values share alternatives and histories: each is looked at once.
class Walker {
public:
  explicit Walker(const SymbolTable &Symbols) : Live(Symbols) {}

  void add(const TensorValue &V) {
    if (!Seen.insert(V.begin()).second)
      return;
    for (const Alternative &A : V) {
      Live.add(A.TheLayout);
      addHistory(A.Path.get());
    }
  }

  LiveSymbols Live;

private:
  /// Notes print what a tensor was on its way.
  void addHistory(const PathNode *Last) {
    for (const PathNode *N = Last; N && Seen.insert(N).second;
         N = N->Before.get())
      Live.add(N->Step.After);
  }

  std::unordered_set<const void *> Seen;
};

} // namespace

void dropDeadFacts(State &S, size_t Slack) {
  if (S.TheFacts.size() <= 2 * S.FactsKept + Slack)
    return;
  Walker Values(S.TheFacts.symbols());
  for (const auto &Entry : S.Places)
    Values.add(Entry.second);
  for (const auto &Entry : S.Integers)
    Values.Live.add(Entry.second);
  for (const auto &Entry : S.Pointers)
    for (const TakenPointer &T : Entry.second)
      Values.add(T.Value);
  S.TheFacts.keepOnly(std::move(Values.Live));
  S.FactsKept = S.TheFacts.size();
}

} // namespace tensortidy
