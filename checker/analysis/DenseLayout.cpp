// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/DenseLayout.h"

#include <algorithm>
#include <numeric>

namespace tensortidy {

DenseLayout DenseLayout::rowMajor() const {
  DenseLayout Out = *this;
  std::iota(Out.Order.begin(), Out.Order.end(), 0u);
  return Out;
}

Layout DenseLayout::withNames(const std::string &Name,
                              SymbolTable &Symbols) const {
  Layout Out =
      unknownLayoutOfRank(Name, static_cast<unsigned>(Sizes.size()), Symbols);
  std::vector<Monomial> InMemory;
  for (unsigned Axis : Order)
    InMemory.push_back(Sizes[Axis] ? Monomial(*Sizes[Axis])
                                   : Out.Front[Axis].Size);
  const Layout Lying = tensortidy::rowMajor(InMemory);
  for (size_t I = 0; I < Order.size(); ++I)
    Out.Front[Order[I]] = Lying.Front[I];
  Out.KnownDense = true;
  return Out;
}

std::optional<DenseLayout> denseLayout(const Layout &L) {
  if (!L.hasRank() || L.Front.empty())
    return std::nullopt;
  DenseLayout Out;
  for (const Axis &A : L.Front)
    Out.Sizes.push_back(A.Size.asConstant());
  // From the innermost axis outwards each stride is what lies within it.
  std::vector<bool> IsTaken(L.Front.size());
  Monomial Within(1);
  for (size_t N = 0; N < L.Front.size(); ++N) {
    unsigned Next = 0;
    while (Next < L.Front.size() &&
           (IsTaken[Next] || L.Front[Next].Stride != Within))
      ++Next;
    if (Next == L.Front.size())
      return std::nullopt;
    IsTaken[Next] = true;
    Out.Order.push_back(Next);
    Within = Within * L.Front[Next].Size;
  }
  std::reverse(Out.Order.begin(), Out.Order.end());
  return Out;
}

} // namespace tensortidy
