// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_ASSUME_H
#define TENSORTIDY_LAYOUT_ASSUME_H

#include "layout/Layout.h"
#include "layout/Queries.h"

namespace tensortidy {

/// What a branch or a check that passed teaches. Each refines \p L and \p F
/// and \returns false when the assumption is impossible: the path is dead.

/// Solves stride == product of inner sizes, from the last axis outwards, for
/// bare opaque strides; axes that are or may be 1 are left alone, and so is the
/// stride of a gap that may be empty. What the strides' symbols do not say then
/// is remembered on \p L.
bool assumeContiguous(Layout &L, MemoryFormat Format, Facts &F);
/// Only remembered on \p L (KnownContiguous = false).
bool assumeNotContiguous(Layout &L, MemoryFormat Format, Facts &F);
bool assumeDense(Layout &L, Facts &F);
bool assumeRank(Layout &L, int64_t Rank, Facts &F);
/// Unifies sizes (and strides) axis by axis.
bool assumeSameSizes(Layout &A, Layout &B, Facts &F);
bool assumeSameLayout(Layout &A, Layout &B, Facts &F);

} // namespace tensortidy

#endif
