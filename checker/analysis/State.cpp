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

void State::updateObject(const Alternative &Old, const Alternative &New) {
  const TensorValue Changed{New};
  const IdSet Objects = Old.Objects;
  for (auto &Entry : Places) {
    TensorValue &V = Entry.second;
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
      Separator = " | ";
    }
    Out += "\n";
  }
  for (const auto &Entry : S.Integers)
    Out += In.Integers[Entry.first] + " = " +
           Symbols.print(S.TheFacts.canonical(Entry.second)) + "\n";
  return Out + S.TheFacts.print();
}

} // namespace tensortidy
