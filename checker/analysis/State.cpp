// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/State.h"

#include <algorithm>
#include <utility>

namespace tensortidy {

const TensorValue &State::value(PlaceId P) const {
  static const TensorValue Bottom;
  const TensorValue *V = Places.find(P);
  return V ? *V : Bottom;
}

void State::setValue(PlaceId P, TensorValue V) {
  if (V.isBottom())
    Places.erase(P);
  else
    Places.set(P, std::move(V));
}

void State::replace(const TensorValue &Old, const TensorValue &New) {
  const TensorValue Kept = Old; // Old may live in one of the entries
  for (auto &Entry : Places)
    if (Entry.second.sharesWith(Kept))
      Entry.second = New;
  for (auto &Entry : Pointers)
    for (TakenPointer &T : Entry.second)
      if (T.Value.sharesWith(Kept))
        T.Value = New;
}

namespace {

/// Gives each value in \p S what \p Change makes of those of its alternatives
/// that \p Concerns names; values that were shared stay shared. \p Change
/// returns false to drop one.
template <typename Predicate, typename Function>
void forEachValue(State &S, Predicate Concerns, Function Change) {
  std::vector<std::pair<TensorValue, TensorValue>> Changed;
  auto Apply = [&](const TensorValue &V) -> TensorValue {
    if (std::none_of(V.begin(), V.end(), Concerns))
      return V;
    for (const auto &[Old, New] : Changed)
      if (Old.sharesWith(V))
        return New;
    std::vector<Alternative> Kept;
    for (Alternative A : V)
      if (!Concerns(A) || Change(A))
        Kept.push_back(std::move(A));
    Changed.emplace_back(V, TensorValue(std::move(Kept)));
    return Changed.back().second;
  };
  std::vector<uint32_t> Gone;
  for (auto &Entry : S.Places) {
    Entry.second = Apply(Entry.second);
    if (Entry.second.isBottom())
      Gone.push_back(Entry.first);
  }
  for (uint32_t P : Gone)
    S.Places.erase(P);
  Gone.clear();
  for (auto &Entry : S.Pointers) {
    PointerValue &Taken = Entry.second;
    for (TakenPointer &T : Taken)
      T.Value = Apply(T.Value);
    Taken.erase(std::remove_if(
                    Taken.begin(), Taken.end(),
                    [](const TakenPointer &T) { return T.Value.isBottom(); }),
                Taken.end());
    if (Taken.empty())
      Gone.push_back(Entry.first);
  }
  for (uint32_t P : Gone)
    S.Pointers.erase(P);
}

} // namespace

bool State::decide(IntId Flag, bool Set) {
  if (const bool *Known = Flags.find(Flag))
    return *Known == Set;
  Flags.set(Flag, Set);
  forEachValue(
      *this,
      [&](const Alternative &A) {
        const bool *Only = A.When.find(Flag);
        return Only && *Only != Set;
      },
      [](const Alternative &) { return false; });
  return true;
}

void State::forgetFlags(const std::vector<IntId> &Kept) {
  Flags.restrictTo(Kept);
  forEachValue(
      *this,
      [&](const Alternative &A) {
        return std::any_of(A.When.begin(), A.When.end(), [&](const auto &E) {
          return !std::binary_search(Kept.begin(), Kept.end(), E.first);
        });
      },
      [&](Alternative &A) {
        A.When.restrictTo(Kept);
        return true;
      });
}

void State::updateObject(const Alternative &Old, const Alternative &New,
                         const Function &In) {
  const TensorValue Changed{New};
  const IdSet Objects = Old.Objects;
  for (auto &Entry : Places) {
    TensorValue &V = Entry.second;
    if (In.Places[Entry.first].IsFrozen)
      continue;
    if (std::none_of(V.begin(), V.end(), [&](const Alternative &A) {
          return A.Objects.intersects(Objects);
        }))
      continue;
    if (V.size() == 1 && V[0].Objects == Objects) {
      V = Changed;
      continue;
    }
    ValueUnion Either;
    Either.add(V, TheFacts);
    Either.add(Changed, TheFacts);
    V = Either.take("changed(" + std::to_string(Entry.first) + ")", TheFacts);
  }
}

/// "a, not b".
static std::string printFlags(const FlatMap<bool> &Flags, const Function &In) {
  std::string Out;
  for (const auto &[Flag, Set] : Flags)
    Out += (Out.empty() ? "" : ", ") + std::string(Set ? "" : "not ") +
           In.Integers[Flag];
  return Out;
}

std::string print(const State &S, const Function &In) {
  std::string Out;
  const SymbolTable &Symbols = S.TheFacts.symbols();
  for (const auto &Entry : S.Places) {
    const std::string &Name = In.Places[Entry.first].Name;
    Out += (Name.empty() ? "%" + std::to_string(Entry.first) : Name) + ": ";
    const char *Separator = "";
    for (const Alternative &A : Entry.second) {
      Out += Separator + print(S.layout(A), Symbols);
      Out += A.Tainted ? " tainted" : "";
      Out += A.Vague ? " vague" : "";
      if (A.When.begin() != A.When.end())
        Out += " when " + printFlags(A.When, In);
      Separator = " | ";
    }
    Out += "\n";
  }
  for (const auto &Entry : S.Integers)
    Out += In.Integers[Entry.first] + " = " +
           Symbols.print(S.TheFacts.canonical(Entry.second)) + "\n";
  if (S.Flags.begin() != S.Flags.end())
    Out += "decided: " + printFlags(S.Flags, In) + "\n";
  return Out + S.TheFacts.print();
}

} // namespace tensortidy
