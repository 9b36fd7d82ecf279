// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_VIEW_H
#define TENSORTIDY_LAYOUT_VIEW_H

#include "layout/Answer.h"
#include "layout/Layout.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tensortidy {

/// One requested size of view() or reshape(); none stands for -1.
using SizeArgument = std::optional<Monomial>;

/// What viewing a layout as given sizes would do, by libtorch's own rule
/// (1.13, aten/src/ATen/TensorUtils.cpp, computeStride): groups of axes that
/// are contiguous among themselves can be merged, any axis can be split.
///
/// Worked: [B@H*N*D, N@D, H@N*D, D@1] as [B*N, H*D]: the innermost group is D
/// alone, since H's stride N*D is not D*1; H*D does not fit D, so the answer
/// is No and axes 2 and 3 (H and D) block it.
struct ViewAnswer {
  Answer Viewable = Answer::Unknown;
  /// The number of elements does not fit: view and reshape both throw, for a
  /// reason that is not the layout's.
  bool ShapeMismatch = false;
  /// Requested sizes with -1 resolved. Empty when they cannot be resolved.
  std::vector<Monomial> Sizes;
  /// Strides of the view, in elements, when Viewable is Yes (and when Unknown
  /// but computable: then they hold if the view succeeds).
  std::vector<Monomial> Strides;
  /// When not viewable: the neighbouring axes that the sizes ask to merge and
  /// that cannot be, by position in the source layout (a gap counts as one).
  std::optional<std::pair<unsigned, unsigned>> Blocked;
  /// Equalities that hold if the view succeeds. Strides are learnt only where
  /// no formally different products of sizes were met on the way: these could
  /// be equal by coincidence.
  std::vector<std::pair<Monomial, Monomial>> Learned;
};

/// An inferred -1 that is no monomial is a symbol that may be 1; Learned then
/// says what it is. A number of elements that is only formally different is
/// taken to fit, which Learned says too: the answer is then about the layout.
ViewAnswer viewAs(const Layout &L, const std::vector<SizeArgument> &Sizes,
                  const Facts &F);

/// The layout after a successful view; learns what its success teaches. When
/// the strides cannot be computed they are opaque symbols named after the
/// source and sizes, so that equal views stay equal.
Layout viewedLayout(const Layout &L, const ViewAnswer &A, Facts &F);

/// Axes merged into one, as by flatten(Start, End). Works for unknown ranks
/// where both dimensions count from the same end.
struct MergeAnswer {
  Answer Viewable = Answer::Unknown;
  Layout View; ///< if it is viewable; opaque where the stride is not known
  Layout Copy; ///< row-major, as reshape and flatten lay out what they copy
  /// As in ViewAnswer.
  std::optional<std::pair<unsigned, unsigned>> Blocked;
};
std::optional<MergeAnswer> mergeAxes(const Layout &L, int64_t Start,
                                     int64_t End, Facts &F);

/// One axis split into \p Sizes, as by unflatten: always a view. None when the
/// axis is not to be found or the sizes cannot fit.
std::optional<Layout> splitAxis(const Layout &L, int64_t Dim,
                                const std::vector<SizeArgument> &Sizes,
                                Facts &F);

} // namespace tensortidy

#endif
