// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_STRIDENEEDS_H
#define TENSORTIDY_CHECKS_STRIDENEEDS_H

#include "layout/Layout.h"

#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace tensortidy {

/// Which strides of one tensor somebody asks for or hands on: dimensions as
/// written, negative from the back.
struct StridesKnown {
  bool All = false;
  std::set<int64_t> Dimensions;
  void add(std::optional<int64_t> Dimension);
  void add(const StridesKnown &O);
  bool any() const { return All || !Dimensions.empty(); }
  bool operator==(const StridesKnown &O) const {
    return All == O.All && Dimensions == O.Dimensions;
  }
  bool operator!=(const StridesKnown &O) const { return !(*this == O); }
  bool operator<(const StridesKnown &O) const {
    return std::tie(All, Dimensions) < std::tie(O.All, O.Dimensions);
  }
};

/// One axis whose stride a reader of the raw pointer must be told: neither a
/// number nor what the axis inside it makes it.
struct StrideNeed {
  /// Its dimension, from the front and from the back; one that is counted from
  /// the end of a tensor of unknown rank has no front.
  std::optional<int64_t> Front, Back;
  /// Of the axes of an unknown rank: at least so many strides.
  size_t Least = 0;
};

/// What \p L leaves open: `[N@s, C@1]` needs the stride of dimension 0. The
/// axes of an unknown rank need one stride together.
std::vector<StrideNeed> strideNeeds(const Layout &L, const Facts &F);
bool covers(const StridesKnown &K, const std::vector<StrideNeed> &Needs);

/// Is it a part of an axis, with a number for its length, as narrow(1, 0, 4)
/// makes it? Its sizes [n, 4] and strides [m, 1] are contiguous where m is 4,
/// but then nobody would take a part.
bool isPartByNumber(const Layout &L, const Facts &F);

} // namespace tensortidy

#endif
