// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_DENSELAYOUT_H
#define TENSORTIDY_ANALYSIS_DENSELAYOUT_H

#include "layout/Layout.h"
#include "program/Expression.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// How the axes of a tensor without gaps lie in memory: what can be said of its
/// layout without the symbols of the function that made it.
struct DenseLayout {
  std::vector<std::optional<int64_t>> Sizes; ///< those that are known numbers
  /// The axes in the order in which they lie in memory, outermost first:
  /// [1, 0] of a transposed matrix.
  std::vector<unsigned> Order;

  bool operator==(const DenseLayout &O) const {
    return Sizes == O.Sizes && Order == O.Order;
  }
  /// The same sizes, row-major.
  DenseLayout rowMajor() const;
  /// With symbols size(Name,i) for the sizes that are not known.
  Layout withNames(const std::string &Name, SymbolTable &Symbols) const;
};

/// None where \p L has no rank, has gaps in memory, or nothing tells.
std::optional<DenseLayout> denseLayout(const Layout &L);

/// The layouts that members of the object, and globals, have at the start.
using MemberLayouts = std::map<PlaceId, DenseLayout>;

} // namespace tensortidy

#endif
