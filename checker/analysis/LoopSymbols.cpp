// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/LoopSymbols.h"

#include "layout/Results.h"

#include <algorithm>
#include <utility>

namespace tensortidy {

bool LoopSymbols::mentions(const Monomial &M, unsigned First,
                           unsigned Last) const {
  return std::any_of(
      M.factors().begin(), M.factors().end(),
      [&](const Monomial::Factor &F) { return isOld(F.Symbol, First, Last); });
}

bool LoopSymbols::mentions(const Layout &L, unsigned First,
                           unsigned Last) const {
  for (const auto *Axes : {&L.Front, &L.Back})
    for (const Axis &A : *Axes)
      if (mentions(A.Size, First, Last) || mentions(A.Stride, First, Last))
        return true;
  if (L.Offset && mentions(L.Offset->Elements, First, Last))
    return true;
  return L.Middle && (mentions(L.Middle->Size, First, Last) ||
                      mentions(L.Middle->Stride, First, Last));
}

Monomial LoopSymbols::renamed(const Monomial &M, const std::string &Key,
                              unsigned First, unsigned Last) const {
  Monomial Out = M;
  for (const Monomial::Factor &F : M.factors()) {
    if (!isOld(F.Symbol, First, Last))
      continue;
    const SymbolInfo Info = Symbols.info(F.Symbol);
    const SymbolId Id = Symbols.get("phi(" + Key + "," + Info.Name + ")",
                                    Info.LowerBound, Info.Opaque);
    if (Info.Display != Info.Name)
      Symbols.setDisplay(Id, Info.Display);
    Out = Out.substituted(F.Symbol, Monomial::symbol(Id));
  }
  return Out;
}

Layout LoopSymbols::renamed(const Layout &L, const std::string &Key,
                            unsigned First, unsigned Last) const {
  // The axes of a gap have names of their own, which follow from the group's:
  // another group takes its place.
  if (L.Middle && mentions(L, First, Last)) {
    Layout Out =
        unknownLayoutOfMinRank("phi(" + Key + ")", L.minRank(), Symbols);
    if (L.Front.empty() && L.Back.empty() && L.Middle->RowMajor)
      Out = rowMajorLike(Out);
    Out.KnownDense = L.KnownDense;
    Out.KnownContiguous = L.KnownContiguous;
    return Out;
  }
  Layout Out = L;
  for (auto *Axes : {&Out.Front, &Out.Back})
    for (Axis &A : *Axes) {
      A.Size = renamed(A.Size, Key, First, Last);
      A.Stride = renamed(A.Stride, Key, First, Last);
    }
  if (Out.Offset)
    Out.Offset->Elements = renamed(Out.Offset->Elements, Key, First, Last);
  return Out;
}

TensorValue LoopSymbols::renamed(const TensorValue &V, const State &Back,
                                 const std::string &Key, unsigned First,
                                 unsigned Last) const {
  std::vector<Alternative> Out;
  bool Changed = false;
  for (Alternative A : V) {
    const Layout Now = Back.layout(A);
    if (mentions(A.TheLayout, First, Last) || mentions(Now, First, Last)) {
      A.TheLayout = renamed(Now, Key, First, Last);
      Changed = true;
    }
    Out.push_back(std::move(A));
  }
  return Changed ? TensorValue(std::move(Out)) : V;
}

State LoopSymbols::carried(const State &Back, const State *AtHead,
                           unsigned First, unsigned Last,
                           const Context &C) const {
  State Out = Back;
  const std::string Head = std::to_string(First) + ",";
  for (auto &Entry : Out.Places.edit())
    if (!AtHead || AtHead->value(Entry.first) != Entry.second)
      Entry.second = renamed(Entry.second, Back, Head + C.placeKey(Entry.first),
                             First, Last);
  for (auto &Entry : Out.Integers.edit()) {
    const Monomial *Old = AtHead ? AtHead->Integers.find(Entry.first) : nullptr;
    if (!Old || *Old != Entry.second)
      Entry.second =
          renamed(Back.TheFacts.canonical(Entry.second),
                  Head + "#" + std::to_string(Entry.first), First, Last);
  }
  for (auto &Entry : Out.Pointers.edit()) {
    const PointerValue *Old =
        AtHead ? AtHead->Pointers.find(Entry.first) : nullptr;
    if (Old && *Old == Entry.second)
      continue;
    for (TakenPointer &T : Entry.second)
      T.Value = renamed(T.Value, Back,
                        Head + "*" + std::to_string(Entry.first) + "." +
                            std::to_string(T.Number),
                        First, Last);
  }
  return Out;
}

} // namespace tensortidy
