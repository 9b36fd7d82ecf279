// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Layout.h"

namespace tensortidy {

std::optional<unsigned> Layout::rank() const {
  if (Middle)
    return std::nullopt;
  return static_cast<unsigned>(Front.size());
}

unsigned Layout::minRank() const {
  return static_cast<unsigned>(Front.size() + Back.size()) +
         (Middle ? Middle->MinCount : 0);
}

Monomial Layout::numel() const {
  Monomial Product = Middle ? Middle->Size : Monomial(1);
  for (const Axis &A : Front)
    Product = Product * A.Size;
  for (const Axis &A : Back)
    Product = Product * A.Size;
  return Product;
}

bool Layout::operator==(const Layout &O) const {
  return hasAxesOf(O) && KnownDense == O.KnownDense &&
         KnownContiguous == O.KnownContiguous && Offset == O.Offset;
}

Layout unknownLayout(const std::string &Name, SymbolTable &Symbols) {
  return unknownLayoutOfMinRank(Name, 0, Symbols);
}

Layout unknownLayoutOfMinRank(const std::string &Name, unsigned MinRank,
                              SymbolTable &Symbols, bool UnitsPossible) {
  Gap G;
  G.Group = UnitsPossible ? axisGroupWithUnits(Name, Symbols)
                          : axisGroup(Name, Symbols);
  G.Strides = strideGroup(Name, Symbols);
  G.Size = Monomial::symbol(G.Group);
  G.Stride = Monomial::symbol(G.Strides);
  G.MinCount = MinRank;
  Layout L;
  L.Middle = G;
  return L;
}

Layout unknownLayoutOfRank(const std::string &Name, unsigned Rank,
                           SymbolTable &Symbols) {
  std::vector<Monomial> Sizes;
  for (unsigned I = 0; I < Rank; ++I)
    Sizes.push_back(
        Symbols.size("size(" + Name + "," + std::to_string(I) + ")"));
  return unknownStrides(Name, Sizes, Symbols);
}

Layout unknownStrides(const std::string &Name,
                      const std::vector<Monomial> &Sizes,
                      SymbolTable &Symbols) {
  Layout L;
  for (size_t I = 0; I < Sizes.size(); ++I)
    L.Front.push_back({Sizes[I], Symbols.stride("st(" + Name + "," +
                                                std::to_string(I) + ")")});
  return L;
}

Layout rowMajor(const std::vector<Monomial> &Sizes) {
  Layout L;
  L.Front.resize(Sizes.size());
  Monomial Stride;
  for (size_t I = Sizes.size(); I-- > 0;) {
    L.Front[I] = {Sizes[I], Stride};
    if (!Sizes[I].isZero())
      Stride = Stride * Sizes[I];
  }
  return L;
}

} // namespace tensortidy
