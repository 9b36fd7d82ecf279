// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_LAYOUT_H
#define TENSORTIDY_LAYOUT_LAYOUT_H

#include "layout/Facts.h"
#include "layout/Monomial.h"

#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// One dimension: its size and stride, in elements.
struct Axis {
  Monomial Size;
  Monomial Stride;
  bool operator==(const Axis &O) const {
    return Size == O.Size && Stride == O.Stride;
  }
};

/// MinCount or more further axes whose number is not known. Made by the
/// functions below only: Group and Strides tell which axes they are.
struct Gap {
  Monomial Size;   ///< product of the axes' sizes; 1 when there are none
  Monomial Stride; ///< the innermost axis' stride
  unsigned MinCount = 0;
  bool RowMajor = false; ///< the axes are row-major among themselves
  /// The axes of this group (AxisGroup.h) that are left after SplitFront of
  /// them at its front and SplitBack at its back.
  SymbolId Group = NoGroup;
  unsigned SplitFront = 0;
  unsigned SplitBack = 0;
  SymbolId Strides = NoGroup; ///< their strides' group; none when RowMajor
  bool operator==(const Gap &O) const {
    return Size == O.Size && Stride == O.Stride && MinCount == O.MinCount &&
           RowMajor == O.RowMajor && Group == O.Group &&
           SplitFront == O.SplitFront && SplitBack == O.SplitBack &&
           Strides == O.Strides;
  }
};

/// Where the first element lies, in elements.
struct StorageOffset {
  Monomial Elements;
  /// Counted from the first element of a tensor that came from elsewhere, of
  /// which nobody knows where it lies; otherwise from the storage's beginning.
  bool FromOrigin = false;
  bool operator==(const StorageOffset &O) const {
    return Elements == O.Elements && FromOrigin == O.FromOrigin;
  }
  bool operator!=(const StorageOffset &O) const { return !(*this == O); }
};

/// No tensor of more axes is followed; libtorch's own operators stop at as many
/// (1.13, ATen/WrapDimUtilsMulti.h, dim_bitset_size).
inline constexpr int64_t MaxRank = 64;

/// Sizes and strides of a strided tensor. With a Middle, the rank is unknown:
/// Front axes, then the gap, then Back axes. Without one all axes stand in
/// Front, outermost first, and Back is empty.
struct Layout {
  std::vector<Axis> Front;
  std::optional<Gap> Middle;
  std::vector<Axis> Back;
  /// Non-overlapping and dense, whatever the strides' symbols say; holds for
  /// any full permutation of the axes.
  bool KnownDense = false;
  /// Contiguity as a guard has decided it; holds for the axes in this order.
  std::optional<bool> KnownContiguous;
  /// None where it is not known. Says nothing about sizes and strides, and
  /// they nothing about it: as_strided, other element types and alignment ask.
  std::optional<StorageOffset> Offset;

  bool hasRank() const { return !Middle; }
  std::optional<unsigned> rank() const;
  unsigned minRank() const;
  Monomial numel() const;
  /// The same axes, whatever else is known of either.
  bool hasAxesOf(const Layout &O) const {
    return Front == O.Front && Middle == O.Middle && Back == O.Back;
  }
  bool operator==(const Layout &O) const;
  bool operator!=(const Layout &O) const { return !(*this == O); }
};

/// \name Origins
/// @{
/// A tensor about which nothing is known: one gap <numel(Name)@st(Name)>.
/// Once its rank is known it has the sizes of unknownLayoutOfRank(Name).
Layout unknownLayout(const std::string &Name, SymbolTable &Symbols);
/// Known rank; sizes size(Name,i) and opaque strides st(Name,i).
Layout unknownLayoutOfRank(const std::string &Name, unsigned Rank,
                           SymbolTable &Symbols);
/// At least \p MinRank axes, otherwise unknown. \p UnitsPossible: some of its
/// sizes may be 1.
Layout unknownLayoutOfMinRank(const std::string &Name, unsigned MinRank,
                              SymbolTable &Symbols, bool UnitsPossible = false);
/// Known sizes and opaque strides st(Name,i).
Layout unknownStrides(const std::string &Name,
                      const std::vector<Monomial> &Sizes, SymbolTable &Symbols);
/// Freshly allocated, row-major: the last stride is 1. A size known to be 0
/// counts as 1 in the products, as libtorch does.
Layout rowMajor(const std::vector<Monomial> &Sizes);
/// @}

/// \p L with every monomial canonical under \p F and, of an unknown rank: all
/// axes explicit when \p F knows how many there are (rank discovery acts on
/// the whole state), otherwise axes that stand beside the gap in their natural
/// order folded into it again, so that equal layouts compare equal, except
/// those whose strides \p F knows. (An axis in the gap is no less known:
/// axisAt() in Transforms.h gives it.) Call it before use whenever facts may
/// have been learnt since \p L was made.
Layout normalized(const Layout &L, const Facts &F);

/// "[B@N*C, N@C, C@1]", "<rest@1: row-major>" for a gap; "offset C" after it
/// where that is known and not 0.
std::string print(const Layout &L, const SymbolTable &Symbols);
/// Only the strides, "[N*H*D, D, N*D, 1]"; "..." for a gap.
std::string printStrides(const Layout &L, const SymbolTable &Symbols);
std::string printSizes(const Layout &L, const SymbolTable &Symbols);

} // namespace tensortidy

#endif
