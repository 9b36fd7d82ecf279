// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/ElementSize.h"

#include "layout/FlatAxes.h"

namespace tensortidy {

static Answer isMultiple(const Monomial &M, int64_t Of, const Facts &F) {
  const Monomial Value = F.canonical(M);
  if ((Value / Monomial(Of)).isIntegral())
    return Answer::Yes;
  return Value.asConstant() ? Answer::No : Answer::Unknown;
}

Answer holdsGroups(const Layout &L, int64_t Count, const Facts &F) {
  if (!L.hasRank() || L.Front.empty())
    return Answer::Unknown;
  const Axis &Last = L.Front.back();
  Answer All = conjunction(isEqual(F.compare(Last.Stride, Monomial(1))),
                           isMultiple(Last.Size, Count, F));
  for (size_t I = 0; I + 1 < L.Front.size(); ++I)
    All = conjunction(All, isMultiple(L.Front[I].Stride, Count, F));
  return conjunction(All, L.Offset ? isMultiple(L.Offset->Elements, Count, F)
                                   : Answer::Unknown);
}

std::optional<Layout> inLargerElements(const Layout &L, int64_t Count,
                                       const std::string &Name,
                                       const Facts &F) {
  if (!L.hasRank() || L.Front.empty())
    return std::nullopt;
  Layout R = L;
  R.KnownDense = false;
  R.KnownContiguous.reset();
  auto Divide = [&](Monomial &M, const std::string &Part) {
    const Monomial Quotient = F.canonical(M) / Monomial(Count);
    M = Quotient.isIntegral() ? Quotient
                              : Monomial::symbol(F.symbols().get(
                                    Part + "(" + Name + ")", 0, true));
  };
  Divide(R.Front.back().Size, "size");
  for (size_t I = 0; I + 1 < R.Front.size(); ++I)
    Divide(R.Front[I].Stride, "st" + std::to_string(I));
  if (R.Offset)
    R.Offset->Elements = F.canonical(R.Offset->Elements) / Monomial(Count);
  if (R.Offset && !R.Offset->Elements.isIntegral())
    R.Offset.reset();
  return R;
}

std::optional<Layout> inSmallerElements(const Layout &L, int64_t Count,
                                        const Facts &F) {
  if (!L.hasRank() || L.Front.empty())
    return std::nullopt;
  Layout R = L;
  const Monomial Times(Count);
  R.Front.back().Size = R.Front.back().Size * Times;
  for (size_t I = 0; I + 1 < R.Front.size(); ++I)
    R.Front[I].Stride = R.Front[I].Stride * Times;
  if (R.Offset)
    R.Offset->Elements = R.Offset->Elements * Times;
  return normalized(R, F);
}

} // namespace tensortidy
