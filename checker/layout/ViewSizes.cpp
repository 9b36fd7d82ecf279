// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/ViewSizes.h"

#include "layout/Naming.h"

#include <algorithm>

namespace tensortidy {

Monomial productOf(const std::vector<Monomial> &Sizes) {
  Monomial Product;
  for (const Monomial &Size : Sizes)
    Product = Product * Size;
  return Product;
}

static bool hasQuotient(const Monomial &M) {
  return std::any_of(M.factors().begin(), M.factors().end(),
                     [](const Monomial::Factor &F) { return F.Power < 0; });
}

/// The size that -1 stands for when \p Others is the rest's product.
static Monomial inferSize(const Monomial &Numel, const Monomial &Others,
                          ResolvedSizes &R, const Facts &F) {
  Monomial Quotient = Numel / Others;
  if (!Quotient.isValid())
    return Quotient;
  if (!hasQuotient(Quotient)) {
    R.Impossible = Quotient.factors().empty() && !Quotient.isIntegral();
    return Quotient;
  }
  SymbolTable &Symbols = F.symbols();
  SymbolId Id =
      Symbols.get("quotient(" + keyOf({Numel, Others}) + ")", 1, false);
  Symbols.setDisplay(Id, Symbols.print(Quotient));
  Monomial Size = Monomial::symbol(Id);
  R.Learned.emplace(Numel, Others * Size);
  return Size;
}

ResolvedSizes resolveSizes(const Monomial &Numel,
                           const std::vector<SizeArgument> &Sizes,
                           const Facts &F) {
  ResolvedSizes R;
  std::optional<size_t> Inferred;
  for (const SizeArgument &Size : Sizes) {
    if (!Size) {
      R.Impossible |= Inferred.has_value();
      Inferred = R.Sizes.size();
    }
    R.Sizes.push_back(Size ? F.canonical(*Size) : Monomial(1));
  }
  if (Inferred && !R.Impossible)
    R.Sizes[*Inferred] =
        inferSize(F.canonical(Numel), productOf(R.Sizes), R, F);
  return R;
}

} // namespace tensortidy
