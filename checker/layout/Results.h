// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_RESULTS_H
#define TENSORTIDY_LAYOUT_RESULTS_H

#include "layout/Layout.h"
#include "layout/Queries.h"

#include <string>
#include <vector>

namespace tensortidy {

/// Layouts of freshly allocated results. Each comes with the libtorch code
/// whose behaviour it states.

/// contiguous(): the same sizes, row-major. Works for unknown ranks.
Layout rowMajorLike(const Layout &L);
/// contiguous(Format) where a copy is made. Rank 4 (5) for channels-last; an
/// unknown rank is first fixed to it in \p F.
Layout inFormat(const Layout &L, MemoryFormat Format, Facts &F);
/// What contiguous(Format) returns, itself or a copy. Where that cannot be
/// told, the strides of axes that are or may be 1 are unknown: libtorch does
/// not look at them, and itself keeps what they were.
Layout contiguousResult(const Layout &L, MemoryFormat Format, Facts &F);
/// [..., 1, rows]: the last two axes exchanged in memory.
Layout columnMajor(const std::vector<Monomial> &Sizes);
/// clone(), empty_like(), to(dtype): a dense permutation keeps its strides,
/// anything else gets dense strides in the order of its own
/// (at::infer_dense_strides). Undecidable: dense, in an order named by
/// \p Operator and the operand's layout, so equal calls are equal.
Layout keepPermutation(const Layout &L, const std::string &Operator, Facts &F);
/// TensorIterator's output for these operands, broadcast against each other
/// (aten/src/ATen/TensorIterator.cpp: fast set-up, reorder_dimensions,
/// allocate_or_resize_outputs). On ties the first operand's order wins.
Layout elementwise(const std::vector<Layout> &Operands,
                   const std::string &Operator, Facts &F);
/// Row-major, or channels-last where the operand suggests it: pools, norms,
/// interpolation. Sizes are the result's.
Layout formatOf(const Layout &L, const std::vector<Monomial> &Sizes,
                const std::string &Operator, Facts &F);
/// channels-last if *any* of the operands suggests it (conv2d).
Layout formatOfAny(const std::vector<Layout> &Operands,
                   const std::vector<Monomial> &Sizes,
                   const std::string &Operator, Facts &F);
/// channels-last if *all* operands suggest it (cat).
Layout formatOfAll(const std::vector<Layout> &Operands,
                   const std::vector<Monomial> &Sizes,
                   const std::string &Operator, Facts &F);
/// Sizes of operands broadcast against each other; empty when a rank is
/// unknown (then \p Known is false).
std::vector<Monomial> broadcastSizes(const std::vector<Layout> &Operands,
                                     const Facts &F, bool &Known);

} // namespace tensortidy

#endif
