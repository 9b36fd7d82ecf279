// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/LiveSymbols.h"

#include <algorithm>

namespace tensortidy {

void LiveSymbols::add(const Layout &L) {
  for (const std::vector<Axis> *Axes : {&L.Front, &L.Back})
    for (const Axis &A : *Axes) {
      add(A.Size);
      add(A.Stride);
    }
  if (L.Offset)
    add(L.Offset->Elements);
  if (!L.Middle)
    return;
  add(L.Middle->Size);
  add(L.Middle->Stride);
  add(L.Middle->Group);
  add(L.Middle->Strides);
}

bool LiveSymbols::contains(const Monomial &M) const {
  return std::all_of(
      M.factors().begin(), M.factors().end(),
      [&](const Monomial::Factor &F) { return contains(F.Symbol); });
}

bool LiveSymbols::isDerived(const SymbolInfo &S) const {
  if (S.Pinned || (S.Owner != NoGroup && Live[S.Owner]))
    return true;
  return !S.Operands.empty() &&
         std::all_of(S.Operands.begin(), S.Operands.end(),
                     [&](SymbolId Id) { return Id < Live.size() && Live[Id]; });
}

/// A name can only refer to symbols that were there before it.
bool LiveSymbols::addDerived() {
  bool Added = false;
  for (SymbolId Id = 0; Id < Live.size(); ++Id)
    if (!Live[Id] && isDerived(Symbols.info(Id)))
      Added = Live[Id] = true;
  return Added;
}

} // namespace tensortidy
