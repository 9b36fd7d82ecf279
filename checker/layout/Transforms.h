// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_TRANSFORMS_H
#define TENSORTIDY_LAYOUT_TRANSFORMS_H

#include "layout/Answer.h"
#include "layout/Layout.h"
#include "layout/View.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tensortidy {

/// How view operators map axes. Dimensions may be negative, counted from the
/// back. With an unknown rank, axes are peeled off the gap, which records
/// equalities in the facts. No result means that it cannot be represented (a
/// front and a back axis that might be the same one) or that the dimension is
/// out of range for a known rank; use outOfRange() to tell the two apart.
/// Shared parameters: \p L the source, \p F the state's facts.

/// Yes when dimension \p Dim does not exist in \p L (libtorch throws).
Answer outOfRange(const Layout &L, int64_t Dim);

std::optional<Layout> swapAxes(const Layout &L, int64_t D0, int64_t D1,
                               Facts &F);
/// A permutation of all axes: the rank is then dims.size().
std::optional<Layout> permuteAxes(const Layout &L,
                                  const std::vector<int64_t> &Dims, Facts &F);
std::optional<Layout> moveAxis(const Layout &L, int64_t From, int64_t To,
                               Facts &F);
std::optional<Layout> reverseAxes(const Layout &L, Facts &F);
/// Where what begins at \p Index of axis \p Dim lies; a negative constant
/// counts from the axis' end. \p Index is in range.
std::optional<StorageOffset> offsetAt(const Layout &L, int64_t Dim,
                                      const Monomial &Index, Facts &F);
/// select: the axis goes. Without the \p Index that stays, it is not known
/// where the result begins.
std::optional<Layout> dropAxis(const Layout &L, int64_t Dim, Facts &F,
                               std::optional<Monomial> Index = std::nullopt);
/// squeeze() and squeeze(dim): axes known to be 1 go; an axis of unknown size
/// in general position stays. No result when one may be 1 (lower bound < 2).
std::optional<Layout> dropUnitAxes(const Layout &L, Facts &F);
std::optional<Layout> dropUnitAxis(const Layout &L, int64_t Dim, Facts &F);
/// unsqueeze.
std::optional<Layout> insertUnitAxis(const Layout &L, int64_t Dim, Facts &F);
/// narrow and slices of known length; the stride is multiplied by \p Step. An
/// unchanged size keeps what is known of the layout. That \p Size is smaller
/// than the axis must be known to \p F (addLess) or follow from the sizes. It
/// begins at the index \p Start of the axis; none: not known where.
std::optional<Layout> resizeAxis(const Layout &L, int64_t Dim,
                                 const Monomial &Size, int64_t Step, Facts &F,
                                 std::optional<Monomial> Start = std::nullopt);
/// A slice whose bounds may be absent or symbolic. Start and End follow
/// Tensor::slice: none = from the start / to the end; negative from the end.
/// A length that is no monomial becomes an opaque symbol named after the axis
/// and the bounds, at least 1, and known to be smaller where it must be.
std::optional<Layout> sliceAxis(const Layout &L, int64_t Dim,
                                std::optional<Monomial> Start,
                                std::optional<Monomial> End,
                                std::optional<int64_t> Step, Facts &F);
/// One of \p Parts of a chunk or split along \p Dim. Its size is the quotient
/// where that is exact, otherwise the opaque symbol \p Name (which must be the
/// same whenever it is the same part of the same axis). \p Parts: as many as
/// are known to be asked for; none when that is not a literal: then nothing
/// says that the part is smaller than the whole.
std::optional<Layout> partOfAxis(const Layout &L, int64_t Dim,
                                 const std::string &Name, Facts &F,
                                 std::optional<int64_t> Parts = std::nullopt);
/// expand: none in \p Sizes is -1, "keep". An axis of 2 and more must have the
/// requested size, which \p F learns. Known ranks only.
std::optional<Layout>
expandAxes(const Layout &L, const std::vector<SizeArgument> &Sizes, Facts &F);
/// unfold: the axis becomes the windows' number, their length comes last.
std::optional<Layout> unfoldAxis(const Layout &L, int64_t Dim,
                                 const Monomial &Size, const Monomial &Step,
                                 Facts &F);

/// The size or stride of one axis; peels where the rank is unknown.
std::optional<Axis> axisAt(const Layout &L, int64_t Dim, Facts &F);
/// \p L with exactly \p Rank axes: splits the gap. None when impossible.
/// Records the discovery in \p F so that normalized() applies it everywhere.
std::optional<Layout> withRank(const Layout &L, int64_t Rank, Facts &F);
std::optional<Layout> withMinRank(const Layout &L, int64_t Rank, Facts &F);

} // namespace tensortidy

#endif
