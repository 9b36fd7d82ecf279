// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_FACTSDATA_H
#define TENSORTIDY_LAYOUT_FACTSDATA_H

#include "layout/Facts.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace tensortidy {

/// What a Facts shares with its copies. Private to the Facts*.cpp files.
struct Facts::Data {
  using Equality = std::pair<SymbolId, Monomial>;
  using LessFact = std::pair<SymbolId, Monomial>;
  using Bound = std::pair<SymbolId, int64_t>;

  /// Sorted by symbol. Right-hand sides hold no bound symbol.
  std::vector<Equality> Equal;
  /// Sorted. Both sides hold no bound symbol.
  std::vector<LessFact> Less;
  /// Sorted by symbol; only what exceeds the symbol's own bound.
  std::vector<Bound> Bounds;
  std::map<SymbolId, AxisGroupFacts> Groups;
  std::map<SymbolId, StrideGroupFacts> Strides;

  bool operator==(const Data &O) const {
    return Equal == O.Equal && Less == O.Less && Bounds == O.Bounds &&
           Groups == O.Groups && Strides == O.Strides;
  }

  /// The first entry of \p Sorted that is not below \p Id.
  template <typename T> static auto firstFrom(T &Sorted, SymbolId Id) {
    return std::lower_bound(
        Sorted.begin(), Sorted.end(), Id,
        [](const auto &Entry, SymbolId I) { return Entry.first < I; });
  }

  const Monomial *valueOf(SymbolId Id) const {
    auto It = firstFrom(Equal, Id);
    return It != Equal.end() && It->first == Id ? &It->second : nullptr;
  }
};

} // namespace tensortidy

#endif
