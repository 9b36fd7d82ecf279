// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/StrideNeeds.h"

#include <algorithm>

namespace tensortidy {

void StridesKnown::add(std::optional<int64_t> Dimension) {
  if (Dimension)
    Dimensions.insert(*Dimension);
  else
    All = true;
}

void StridesKnown::add(const StridesKnown &O) {
  All |= O.All;
  Dimensions.insert(O.Dimensions.begin(), O.Dimensions.end());
}

namespace {

/// Collects the needs of axes that stand side by side.
class Collector {
public:
  Collector(const Layout &L, const Facts &F) : L(L), F(F) {}

  std::vector<StrideNeed> run() {
    for (size_t I = 0; I < L.Front.size(); ++I)
      if (needsTelling(L.Front, I))
        Needs.push_back({static_cast<int64_t>(I), fromBack(I), 0});
    if (L.Middle && (!L.Middle->RowMajor || F.isOpaque(L.Middle->Stride)))
      Needs.push_back({std::nullopt, std::nullopt,
                       std::max<size_t>(L.Middle->MinCount, 1)});
    const auto Count = static_cast<int64_t>(L.Back.size());
    for (size_t I = 0; I < L.Back.size(); ++I)
      if (needsTelling(L.Back, I))
        Needs.push_back({std::nullopt, static_cast<int64_t>(I) - Count, 0});
    return std::move(Needs);
  }

private:
  std::optional<int64_t> fromBack(size_t I) const {
    if (!L.hasRank())
      return std::nullopt;
    return static_cast<int64_t>(I) - static_cast<int64_t>(L.Front.size());
  }
  bool needsTelling(const std::vector<Axis> &Axes, size_t I) const {
    if (!F.isOpaque(Axes[I].Stride))
      return false;
    if (I + 1 == Axes.size())
      return true;
    const Axis &Inner = Axes[I + 1];
    return !(F.canonical(Inner.Size * Inner.Stride) ==
             F.canonical(Axes[I].Stride));
  }

  const Layout &L;
  const Facts &F;
  std::vector<StrideNeed> Needs;
};

} // namespace

std::vector<StrideNeed> strideNeeds(const Layout &L, const Facts &F) {
  return Collector(L, F).run();
}

bool covers(const StridesKnown &K, const std::vector<StrideNeed> &Needs) {
  auto Has = [&](const std::optional<int64_t> &Dimension) {
    return Dimension && K.Dimensions.count(*Dimension) > 0;
  };
  auto IsMet = [&](const StrideNeed &N) {
    return N.Least > 0 ? K.Dimensions.size() >= N.Least
                       : Has(N.Front) || Has(N.Back);
  };
  return K.All || (K.any() && std::all_of(Needs.begin(), Needs.end(), IsMet));
}

bool isPartByNumber(const Layout &L, const Facts &F) {
  for (size_t I = 1; I < L.Front.size(); ++I) {
    const Monomial Ratio = F.canonical(L.Front[I - 1].Stride) /
                           F.canonical(L.Front[I].Size * L.Front[I].Stride);
    const Monomial::FactorList &Factors = Ratio.factors();
    if (Ratio.isValid() && Ratio.denominator() > 1 && !Factors.empty() &&
        std::all_of(Factors.begin(), Factors.end(),
                    [](const Monomial::Factor &Of) { return Of.Power > 0; }))
      return true;
  }
  return false;
}

} // namespace tensortidy
