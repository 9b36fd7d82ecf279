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

void State::erase(const Uses &Dead) {
  for (PlaceId P : Dead.Places)
    Places.erase(P);
  for (IntId I : Dead.Integers)
    Integers.erase(I);
  for (PointerId P : Dead.Pointers)
    Pointers.erase(P);
}

namespace {

template <typename T, typename Predicate>
std::vector<uint32_t> idsWhere(const FlatMap<T> &Map, Predicate Holds) {
  std::vector<uint32_t> Ids;
  for (const auto &[Id, Value] : Map)
    if (Holds(Value))
      Ids.push_back(Id);
  return Ids;
}

} // namespace

void State::replace(const TensorValue &Old, const TensorValue &New) {
  const TensorValue Kept = Old; // Old may live in one of the entries
  auto IsOld = [&](const auto &X) { return X.sharesWith(Kept); };
  for (PlaceId P : idsWhere(Places, IsOld))
    Places.set(P, New);
  auto HasOld = [&](const PointerValue &V) {
    return std::any_of(V.begin(), V.end(),
                       [&](const TakenPointer &T) { return IsOld(T.Value); });
  };
  for (PointerId P : idsWhere(Pointers, HasOld)) {
    PointerValue Taken = *Pointers.find(P);
    for (TakenPointer &T : Taken)
      if (IsOld(T.Value))
        T.Value = New;
    Pointers.set(P, std::move(Taken));
  }
}

namespace {

/// Gives each value in \p S what \p Change makes of those of its alternatives
/// that \p Concerns names; values that were shared stay shared. \p Change
/// returns false to drop one.
template <typename Predicate, typename Function>
void forEachValue(State &S, Predicate Concerns, Function Change) {
  auto ConcernsAny = [&](const TensorValue &V) {
    return std::any_of(V.begin(), V.end(), Concerns);
  };
  std::vector<std::pair<TensorValue, TensorValue>> Changed;
  auto Apply = [&](const TensorValue &V) -> TensorValue {
    if (!ConcernsAny(V))
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
  for (PlaceId P : idsWhere(S.Places, ConcernsAny))
    S.setValue(P, Apply(S.value(P)));
  auto ConcernsTaken = [&](const PointerValue &V) {
    return std::any_of(V.begin(), V.end(), [&](const TakenPointer &T) {
      return ConcernsAny(T.Value);
    });
  };
  for (PointerId P : idsWhere(S.Pointers, ConcernsTaken)) {
    PointerValue Kept;
    for (TakenPointer T : *S.Pointers.find(P)) {
      T.Value = Apply(T.Value);
      if (!T.Value.isBottom())
        Kept.push_back(std::move(T));
    }
    if (Kept.empty())
      S.Pointers.erase(P);
    else
      S.Pointers.set(P, std::move(Kept));
  }
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

void State::updateObject(PlaceId Handle, const Alternative &Old,
                         const Alternative &New, const Function &In) {
  const TensorValue Sure = Handle == NoId ? TensorValue() : value(Handle);
  const TensorValue Changed{New};
  const IdSet Objects = Old.Objects;
  auto MayBeIt = [&](const TensorValue &V) {
    return std::any_of(V.begin(), V.end(), [&](const Alternative &A) {
      return A.Objects.intersects(Objects);
    });
  };
  for (PlaceId P : idsWhere(Places, MayBeIt)) {
    if (In.Places[P].IsFrozen)
      continue;
    const TensorValue V = value(P);
    const bool IsOnlyObject =
        V.size() == 1 && V[0].Objects == Objects && Objects.size() == 1;
    const bool IsOneOfMany =
        In.Places[P].IsList ||
        std::any_of(V.begin(), V.end(),
                    [](const Alternative &A) { return A.OneOfMany; });
    const bool IsCertain =
        P == Handle ? !In.Places[P].IsList
                    : !IsOneOfMany && (V.sharesWith(Sure) || IsOnlyObject);
    if (IsCertain) {
      Places.set(P, Changed);
      continue;
    }
    ValueUnion Either;
    Either.add(V, TheFacts);
    Either.add(Changed, TheFacts);
    setValue(P, Either.take("changed(" + std::to_string(P) + ")", TheFacts));
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
