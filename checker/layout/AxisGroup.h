// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_AXISGROUP_H
#define TENSORTIDY_LAYOUT_AXISGROUP_H

#include "layout/SymbolTable.h"

#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// An *axis group* is the sequence of axes of a tensor of unknown rank. It is
/// identified by the symbol of its number of elements, "numel(x)"; a *stride
/// group*, the strides of such a sequence, by that of its innermost stride,
/// "st(x)". Axes are split off at the front (0, 1, ...) or the back (-1, -2,
/// ...); what is left after \c Front and \c Back of them is the gap. All names
/// follow from the group's, so that splitting again gives the same symbols.
inline constexpr SymbolId NoGroup = ~SymbolId(0);

/// How many axes may be split off a group at each end.
inline constexpr unsigned MaxSplitAxes = 8;

SymbolId axisGroup(const std::string &Name, SymbolTable &Symbols);
/// A group some of whose sizes may be 1 ("numel1(x)"): a join over values that
/// have such axes. In any other an axis is 2 or more, in general position.
SymbolId axisGroupWithUnits(const std::string &Name, SymbolTable &Symbols);
bool mayHoldUnits(SymbolId Group, const SymbolTable &Symbols);
SymbolId strideGroup(const std::string &Name, SymbolTable &Symbols);
/// "size(x,0)", "size(x,-1)". One counted from the back is opaque: it may be
/// the same axis as one counted from the front.
SymbolId groupSize(SymbolId Group, int Index, SymbolTable &Symbols);
/// Product of the sizes that are left: "rest(x,Front,Back)".
SymbolId groupRest(SymbolId Group, unsigned Front, unsigned Back,
                   SymbolTable &Symbols);
/// "st(x,0)", "st(x,-2)"; index -1 is the group's own symbol.
SymbolId groupStride(SymbolId Strides, int Index, SymbolTable &Symbols);

/// What is known about an axis group.
struct AxisGroupFacts {
  unsigned Min = 0;              ///< it has at least so many axes
  std::optional<unsigned> Count; ///< it has exactly so many
  unsigned Front = 0, Back = 0;  ///< how many were split off at most
  std::vector<SymbolId> Strides; ///< stride groups split along with it
  bool operator==(const AxisGroupFacts &O) const {
    return Min == O.Min && Count == O.Count && Front == O.Front &&
           Back == O.Back && Strides == O.Strides;
  }
};

/// The axes left after Front and Back are row-major among themselves; if there
/// are any, the innermost has the stride Innermost.
struct RowMajorAxes {
  unsigned Front = 0, Back = 0;
  std::optional<Monomial> Innermost;
  bool operator==(const RowMajorAxes &O) const {
    return Front == O.Front && Back == O.Back && Innermost == O.Innermost;
  }
};

/// What is known about a stride group.
struct StrideGroupFacts {
  unsigned Front = 0, Back = 0; ///< how many were split off at most
  std::optional<RowMajorAxes> RowMajor;
  bool operator==(const StrideGroupFacts &O) const {
    return Front == O.Front && Back == O.Back && RowMajor == O.RowMajor;
  }
};

} // namespace tensortidy

#endif
