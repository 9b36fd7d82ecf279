// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/FactsData.h"

namespace tensortidy {

template <typename Map>
static typename Map::mapped_type lookUp(const Map &M, SymbolId Id) {
  auto It = M.find(Id);
  return It == M.end() ? typename Map::mapped_type() : It->second;
}

unsigned Facts::minAxes(SymbolId Group) const {
  auto It = data().Groups.find(Group);
  if (It == data().Groups.end())
    return 0;
  return It->second.Count.value_or(It->second.Min);
}

std::optional<unsigned> Facts::countOfAxes(SymbolId Group) const {
  auto It = data().Groups.find(Group);
  return It == data().Groups.end() ? std::nullopt : It->second.Count;
}

bool Facts::raiseMinAxes(SymbolId Group, unsigned Min) {
  AxisGroupFacts Old = lookUp(data().Groups, Group);
  if (Old.Count)
    return Min <= *Old.Count;
  if (Min <= Old.Min)
    return true;
  edit().Groups[Group].Min = Min;
  return synchronise(Group);
}

bool Facts::fixCountOfAxes(SymbolId Group, unsigned Count) {
  AxisGroupFacts Old = lookUp(data().Groups, Group);
  if (Old.Count)
    return *Old.Count == Count;
  if (Count < Old.Min)
    return false;
  AxisGroupFacts &New = edit().Groups[Group];
  New.Min = Count;
  New.Count = Count;
  New.Front = std::max(New.Front, Count);
  return synchronise(Group);
}

void Facts::noteSplit(SymbolId Group, SymbolId Strides, unsigned Front,
                      unsigned Back) {
  AxisGroupFacts New = lookUp(data().Groups, Group);
  StrideGroupFacts NewStrides = lookUp(data().Strides, Strides);
  New.Front = std::max(New.Front, Front);
  New.Back = std::max(New.Back, Back);
  New.Min = std::max(New.Min, Front + Back);
  NewStrides.Front = std::max(NewStrides.Front, Front);
  NewStrides.Back = std::max(NewStrides.Back, Back);
  auto Place =
      std::lower_bound(New.Strides.begin(), New.Strides.end(), Strides);
  if (Strides != NoGroup && (Place == New.Strides.end() || *Place != Strides))
    New.Strides.insert(Place, Strides);
  if (New == lookUp(data().Groups, Group) &&
      (Strides == NoGroup || NewStrides == lookUp(data().Strides, Strides)))
    return;
  edit().Groups[Group] = New;
  if (Strides != NoGroup)
    edit().Strides[Strides] = NewStrides;
  synchronise(Group);
}

StrideGroupFacts Facts::strideGroupFacts(SymbolId Strides) const {
  return lookUp(data().Strides, Strides);
}

bool Facts::isRowMajor(SymbolId Strides, unsigned Front, unsigned Back) const {
  auto It = data().Strides.find(Strides);
  if (It == data().Strides.end() || !It->second.RowMajor)
    return false;
  return It->second.RowMajor->Front <= Front &&
         It->second.RowMajor->Back <= Back;
}

void Facts::learnRowMajor(SymbolId Group, SymbolId Strides,
                          const RowMajorAxes &Axes) {
  if (isRowMajor(Strides, Axes.Front, Axes.Back))
    return;
  AxisGroupFacts &G = edit().Groups[Group];
  auto Place = std::lower_bound(G.Strides.begin(), G.Strides.end(), Strides);
  if (Place == G.Strides.end() || *Place != Strides)
    G.Strides.insert(Place, Strides);
  edit().Strides[Strides].RowMajor = Axes;
  synchroniseStrides(Group, Strides);
}

/// States how the symbols of one group hang together, as far as the least
/// number of axes allows: rest(p,q) = size(p) * rest(p+1,q) =
/// rest(p,q+1) * size(-q-1).
bool Facts::synchronise(SymbolId Group) {
  const AxisGroupFacts G = lookUp(data().Groups, Group);
  auto Size = [&](int I) {
    return Monomial::symbol(groupSize(Group, I, *Table));
  };
  auto Rest = [&](unsigned Front, unsigned Back) {
    return Monomial::symbol(groupRest(Group, Front, Back, *Table));
  };
  bool Alive = true;
  for (unsigned P = 0; P <= G.Front; ++P)
    for (unsigned Q = 0; Q <= G.Back && P + Q <= G.Min; ++Q) {
      if (P + Q == G.Count)
        Alive &= equate(Rest(P, Q), 1);
      if (P + Q == G.Min)
        continue;
      if (!mayHoldUnits(Group, *Table))
        raiseLowerBound(groupRest(Group, P, Q, *Table), 2);
      if (P < G.Front)
        Alive &= equate(Rest(P, Q), Size(int(P)) * Rest(P + 1, Q));
      if (Q < G.Back)
        Alive &= equate(Rest(P, Q), Rest(P, Q + 1) * Size(-int(Q) - 1));
    }
  if (G.Count)
    for (unsigned Q = 1; Q <= std::min(G.Back, *G.Count); ++Q)
      Alive &= equate(Size(-int(Q)), Size(int(*G.Count - Q)));
  for (SymbolId Strides : G.Strides)
    Alive &= synchroniseStrides(Group, Strides);
  return Alive;
}

bool Facts::synchroniseStrides(SymbolId Group, SymbolId Strides) {
  const AxisGroupFacts G = lookUp(data().Groups, Group);
  const StrideGroupFacts S = lookUp(data().Strides, Strides);
  auto Stride = [&](int I) {
    return Monomial::symbol(groupStride(Strides, I, *Table));
  };
  bool Alive = true;
  if (G.Count)
    for (unsigned Q = 1; Q <= std::min(S.Back + 1, *G.Count); ++Q)
      Alive &= equate(Stride(-int(Q)), Stride(int(*G.Count - Q)));
  if (!S.RowMajor)
    return Alive;
  const unsigned Front = S.RowMajor->Front, Back = S.RowMajor->Back;
  Monomial Innermost = Stride(-int(Back) - 1);
  if (S.RowMajor->Innermost && Front + Back < G.Min)
    Alive &= equate(Innermost, *S.RowMajor->Innermost);
  for (unsigned I = Front; I < S.Front && I + 1 + Back <= G.Min; ++I) {
    SymbolId Inside = groupRest(Group, I + 1, Back, *Table);
    Alive &= equate(Stride(int(I)), Monomial::symbol(Inside) * Innermost);
  }
  for (unsigned Q = Back + 1; Q <= S.Back; ++Q) {
    SymbolId Size = groupSize(Group, -int(Q), *Table);
    Alive &=
        equate(Stride(-int(Q) - 1), Stride(-int(Q)) * Monomial::symbol(Size));
  }
  return Alive;
}

} // namespace tensortidy
