// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Naming.h"

#include <algorithm>

namespace tensortidy {

std::string keyOf(const Monomial &M) {
  if (!M.isValid())
    return "?";
  std::string Key = std::to_string(M.numerator());
  if (M.denominator() != 1)
    Key += "/" + std::to_string(M.denominator());
  for (const Monomial::Factor &F : M.factors()) {
    Key += "*#" + std::to_string(F.Symbol);
    if (F.Power != 1)
      Key += "^" + std::to_string(F.Power);
  }
  return Key;
}

std::string keyOf(const std::vector<Monomial> &Monomials) {
  std::string Key;
  for (const Monomial &M : Monomials)
    Key += (Key.empty() ? "" : ",") + keyOf(M);
  return Key;
}

std::string keyOf(const Layout &L) {
  std::string Key = "[";
  for (const Axis &A : L.Front)
    Key += keyOf(A.Size) + "@" + keyOf(A.Stride) + ",";
  if (L.Middle)
    Key += "<#" + std::to_string(L.Middle->Group) + ":" +
           std::to_string(L.Middle->SplitFront) + ":" +
           std::to_string(L.Middle->SplitBack) + "@" + keyOf(L.Middle->Stride) +
           ":" +
           (L.Middle->RowMajor ? "r" : std::to_string(L.Middle->Strides)) +
           ">,";
  for (const Axis &A : L.Back)
    Key += keyOf(A.Size) + "@" + keyOf(A.Stride) + ",";
  return Key + (L.KnownDense ? "]d" : "]");
}

Monomial derivedSize(const std::string &Operation,
                     const std::vector<Monomial> &Operands, int64_t LowerBound,
                     const std::string &Display, SymbolTable &Symbols) {
  SymbolId Id =
      Symbols.get(Operation + "(" + keyOf(Operands) + ")", LowerBound, true);
  Symbols.setDisplay(Id, Display);
  return Monomial::symbol(Id);
}

static Monomial namedStride(const std::string &Name, const std::string &Index,
                            const std::string &Display, int64_t LowerBound,
                            SymbolTable &Symbols) {
  std::string Bound = LowerBound ? ">=" + std::to_string(LowerBound) : "";
  SymbolId Id =
      Symbols.get("st(" + Name + "," + Index + ")" + Bound, LowerBound, true);
  Symbols.setDisplay(Id, "st(" + Display + "," + Index + ")");
  return Monomial::symbol(Id);
}

Layout opaqueStrides(const std::vector<Monomial> &Sizes,
                     const std::string &Name, const std::string &Display,
                     int64_t LowerBound, SymbolTable &Symbols) {
  Layout L;
  for (size_t I = 0; I < Sizes.size(); ++I)
    L.Front.push_back({Sizes[I], namedStride(Name, std::to_string(I), Display,
                                             LowerBound, Symbols)});
  return L;
}

/// Outside of an empty axis they are 0.
static int64_t leastStride(const std::vector<Monomial> &Sizes) {
  bool Empty = std::any_of(Sizes.begin(), Sizes.end(),
                           [](const Monomial &Size) { return Size.isZero(); });
  return Empty ? 0 : 1;
}

Layout denseOfUnknownOrder(const std::vector<Monomial> &Sizes,
                           const std::string &Name, const std::string &Display,
                           SymbolTable &Symbols) {
  Layout L = opaqueStrides(Sizes, Name, Display, leastStride(Sizes), Symbols);
  L.KnownDense = true;
  return L;
}

Layout denseOfUnknownOrder(const Layout &Like, const std::string &Name,
                           const std::string &Display, SymbolTable &Symbols) {
  Layout L = Like;
  for (size_t I = 0; I < L.Front.size(); ++I)
    L.Front[I].Stride = namedStride(
        Name, (L.Middle ? "f" : "") + std::to_string(I), Display, 1, Symbols);
  for (size_t I = 0; I < L.Back.size(); ++I)
    L.Back[I].Stride =
        namedStride(Name, "b" + std::to_string(I), Display, 1, Symbols);
  if (L.Middle) {
    L.Middle->RowMajor = false;
    L.Middle->Strides = strideGroup(Name, Symbols);
    int Innermost = -static_cast<int>(L.Middle->SplitBack) - 1;
    L.Middle->Stride =
        Monomial::symbol(groupStride(L.Middle->Strides, Innermost, Symbols));
    Symbols.setDisplay(L.Middle->Strides, "st(" + Display + ")");
  }
  L.KnownDense = true;
  L.KnownContiguous.reset();
  L.Offset.reset();
  return L;
}

} // namespace tensortidy
