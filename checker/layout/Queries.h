// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_QUERIES_H
#define TENSORTIDY_LAYOUT_QUERIES_H

#include "layout/Answer.h"
#include "layout/Layout.h"

namespace tensortidy {

/// Preserve is what most operators default to; Any is for "no format given".
enum class MemoryFormat { Contiguous, ChannelsLast, ChannelsLast3d, Preserve };
const char *toString(MemoryFormat F);

/// Row-major contiguity as at::TensorImpl::compute_contiguous has it
/// (libtorch 1.13, c10/core/TensorImpl.cpp): size-1 axes are skipped, empty
/// tensors are contiguous.
Answer isContiguous(const Layout &L, const Facts &F);
/// is_contiguous(Format). ChannelsLast is No for ranks other than 4,
/// ChannelsLast3d for ranks other than 5.
Answer isContiguous(const Layout &L, MemoryFormat Format, const Facts &F);
/// is_non_overlapping_and_dense().
Answer isDense(const Layout &L, const Facts &F);
/// May two elements share memory?
Answer mayOverlap(const Layout &L, const Facts &F);
/// suggest_memory_format() == ChannelsLast: reads the strides of size-1 axes
/// too, unlike isContiguous (c10/core/MemoryFormat.h,
/// is_channels_last_strides_2d).
Answer suggestsChannelsLast(const Layout &L, const Facts &F);
/// The same for ChannelsLast (rank 4) or ChannelsLast3d (rank 5).
Answer suggestsFormat(const Layout &L, MemoryFormat Format, const Facts &F);
/// Does BLAS take the last two axes as they are: unit stride on one of them
/// and a leading dimension of at least the other's extent on the other?
/// Rank 2 or more.
Answer isBlasCompatible(const Layout &L, const Facts &F);

/// Is \p Number at most \p Limit? One that is computed from unknown sizes
/// generally is not.
Answer isFew(const Monomial &Number, int64_t Limit, const Facts &F);
/// Same rank, sizes and strides (size-1 axes' strides ignored).
Answer sameLayout(const Layout &A, const Layout &B, const Facts &F);
Answer sameSizes(const Layout &A, const Layout &B, const Facts &F);

} // namespace tensortidy

#endif
