// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory tier, opt-in: how much of the memory that was in use when the
// process used most of it had been made by copies, row by row; and how much
// memory copies took and gave back. A counting allocator stands in front of
// libtorch's own for the CPU.

#ifndef TENSOR_PROBE_ATEN_MEMORYTIER_H
#define TENSOR_PROBE_ATEN_MEMORYTIER_H

#include "core/Bridge.h"

#include <ATen/core/Tensor.h>

namespace tensor_probe {

/// Puts the allocator in place, or gives the reason why it cannot be.
void observe_memory(const CoreApi &core, PartStatus &status);

/// Whether the memory of a copy's destination is the last that this thread was
/// given: made for the copy. An output that the program had before is no cost
/// of the copy. To be asked before the copy, which may take more memory for a
/// while. False without the tier.
bool is_new_memory(const at::Tensor &destination);

/// Charges new memory to the row of the copy that fills it, until it is given
/// back.
void charge_memory(const at::Tensor &destination, SiteBlock &row);

} // namespace tensor_probe

#endif // TENSOR_PROBE_ATEN_MEMORYTIER_H
