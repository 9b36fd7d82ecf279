// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/FlatAxes.h"

#include "layout/Results.h"

#include <algorithm>

namespace tensortidy {

bool isAboveOne(const Gap &G, const SymbolTable &Symbols) {
  return G.MinCount > 0 && !mayHoldUnits(G.Group, Symbols);
}

std::vector<FlatAxis> flatAxes(const Layout &L, const Facts &F) {
  std::vector<FlatAxis> Result;
  auto Add = [&](const Monomial &Size, const Monomial &Stride) {
    FlatAxis A;
    A.Size = Size;
    A.Stride = Stride;
    A.Position = static_cast<unsigned>(Result.size());
    A.AtLeastTwo = F.lowerBound(Size) >= 2;
    Result.push_back(A);
  };
  for (const Axis &A : L.Front)
    Add(A.Size, A.Stride);
  if (L.Middle) {
    Add(L.Middle->Size, L.Middle->Stride);
    Result.back().IsGap = true;
    Result.back().Unordered = !L.Middle->RowMajor;
    Result.back().AtLeastTwo |= isAboveOne(*L.Middle, F.symbols());
  }
  for (const Axis &A : L.Back)
    Add(A.Size, A.Stride);
  return Result;
}

std::vector<FlatAxis> flatAxesAboveOne(const Layout &L, const Facts &F) {
  std::vector<FlatAxis> Axes = flatAxes(L, F);
  Axes.erase(std::remove_if(
                 Axes.begin(), Axes.end(),
                 [](const FlatAxis &A) { return !A.IsGap && A.Size.isOne(); }),
             Axes.end());
  return Axes;
}

bool mayHoldUnits(const Layout &L, const Facts &F) {
  auto MayBeOne = [&](const Axis &A) { return F.lowerBound(A.Size) < 2; };
  return std::any_of(L.Front.begin(), L.Front.end(), MayBeOne) ||
         std::any_of(L.Back.begin(), L.Back.end(), MayBeOne) ||
         (L.Middle && mayHoldUnits(L.Middle->Group, F.symbols()));
}

bool isKnownEmpty(const Layout &L) {
  auto IsZero = [](const Axis &A) { return A.Size.isZero(); };
  return std::any_of(L.Front.begin(), L.Front.end(), IsZero) ||
         std::any_of(L.Back.begin(), L.Back.end(), IsZero) ||
         (L.Middle && L.Middle->Size.isZero());
}

Answer isEqual(Order O) {
  switch (O) {
  case Order::Equal:
    return Answer::Yes;
  case Order::Less:
  case Order::Greater:
    return Answer::No;
  case Order::Differ:
    return Answer::NoGeneric;
  case Order::Unknown:
    break;
  }
  return Answer::Unknown;
}

Answer isAtLeast(Order O) {
  if (O == Order::Equal || O == Order::Greater)
    return Answer::Yes;
  return O == Order::Less ? Answer::No : Answer::Unknown;
}

std::optional<SymbolId> sizeThatMayBeOne(const Layout &L, const Facts &F) {
  for (const FlatAxis &A : flatAxes(L, F)) {
    std::optional<SymbolId> Id = A.Size.asSymbol();
    if (Id && F.lowerBound(*Id) == 1)
      return Id;
  }
  return std::nullopt;
}

static Layout substituted(const Layout &L, SymbolId Id, const Monomial &Value) {
  Layout Result = L;
  for (std::vector<Axis> *Axes : {&Result.Front, &Result.Back})
    for (Axis &A : *Axes) {
      A.Size = A.Size.substituted(Id, Value);
      A.Stride = A.Stride.substituted(Id, Value);
    }
  if (Result.Middle) {
    Gap &G = *Result.Middle;
    G.Size = G.Size.substituted(Id, Value);
    G.Stride = G.Stride.substituted(Id, Value);
  }
  return Result;
}

Layout withSizeOne(const Layout &L, SymbolId Id) {
  Layout Result = substituted(L, Id, 1);
  if (!Result.Middle || !Result.Middle->Size.isOne())
    return Result;
  Result.Middle.reset();
  Result.Front.insert(Result.Front.end(), Result.Back.begin(),
                      Result.Back.end());
  Result.Back.clear();
  return Result;
}

SymbolId atLeastTwo(SymbolId Id, SymbolTable &Symbols) {
  bool Opaque = Symbols.info(Id).Opaque;
  return Symbols.get("two(" + Symbols.info(Id).Name + ")", 2, Opaque);
}

Layout withSizeOfTwo(const Layout &L, SymbolId Id, const Facts &F) {
  Layout Result =
      substituted(L, Id, Monomial::symbol(atLeastTwo(Id, F.symbols())));
  if (Result.Middle && L.Middle->Size.asSymbol() == Id)
    Result.Middle->MinCount = std::max(Result.Middle->MinCount, 1u);
  return Result;
}

Answer combineCases(Answer A, Answer B) {
  if (A == B)
    return A;
  return isNo(A) && isNo(B) ? Answer::NoGeneric : Answer::Unknown;
}

static Answer askByCases(const Layout &L, const Facts &F,
                         const std::function<Answer(const Layout &)> &Ask,
                         unsigned Depth) {
  Answer Direct = Ask(L);
  if (Direct != Answer::Unknown || Depth == 0)
    return Direct;
  std::optional<SymbolId> Id = sizeThatMayBeOne(L, F);
  if (!Id)
    return Direct;
  Answer Above = askByCases(withSizeOfTwo(L, *Id, F), F, Ask, Depth - 1);
  bool Present = L.Middle && isAboveOne(*L.Middle, F.symbols()) &&
                 L.Middle->Size.asSymbol() == Id;
  if (Above == Answer::Unknown || Present)
    return Above;
  return combineCases(Above,
                      askByCases(withSizeOne(L, *Id), F, Ask, Depth - 1));
}

Answer askByCases(const Layout &L, const Facts &F,
                  const std::function<Answer(const Layout &)> &Ask) {
  return askByCases(L, F, Ask, 2);
}

Layout withKnownStrides(const Layout &L, const Facts &F) {
  // That an empty tensor is contiguous says nothing about its strides.
  if (L.KnownContiguous != true || isKnownEmpty(L))
    return L;
  Layout Known = rowMajorLike(L);
  for (size_t I = 0; I < Known.Front.size(); ++I)
    if (F.lowerBound(L.Front[I].Size) < 2)
      Known.Front[I].Stride = L.Front[I].Stride;
  for (size_t I = 0; I < Known.Back.size(); ++I)
    if (F.lowerBound(L.Back[I].Size) < 2)
      Known.Back[I].Stride = L.Back[I].Stride;
  return Known;
}

} // namespace tensortidy
