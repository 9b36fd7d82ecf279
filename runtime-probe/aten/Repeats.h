// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of what was copied at the same place before and has not changed: one
// copy, made once, would do.

#ifndef TENSOR_PROBE_ATEN_REPEATS_H
#define TENSOR_PROBE_ATEN_REPEATS_H

#include "core/Format.h"

#include <ATen/core/Tensor.h>

namespace tensor_probe {

/// Whether the last copy that this row counted of the same storage had the
/// same geometry (offset, sizes, strides) and version. Remembers this one.
/// False where that is not known: tensors without a version counter (of
/// inference mode), a place in the table that was taken by another source or
/// is in use by another thread. generation: CoreApi::generation.
///
/// libtorch's version counter is all there is to go by: what wrote through a
/// pointer changed the source unseen.
bool is_repeat(const at::Tensor &source, const SiteBlock &row,
               std::uint32_t generation);

} // namespace tensor_probe

#endif // TENSOR_PROBE_ATEN_REPEATS_H
