// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layouts tier, opt-in: which operators made a tensor strided, and where
// they were called.

#ifndef TENSOR_PROBE_ATEN_LAYOUTS_H
#define TENSOR_PROBE_ATEN_LAYOUTS_H

#include "core/Bridge.h"

#include <ATen/core/Tensor.h>

namespace tensor_probe {

/// Adds a RecordFunction callback (scope FUNCTION, inputs and outputs) that
/// follows tensors from the operator that made them strided, and has
/// libtorch's errors about view() say where that was.
void observe_layouts(const CoreApi &core, PartStatus &status);

/// SiteBlock::src_layout of this tensor: 0 if it is contiguous, if nobody saw
/// how it came to be strided, or without the tier.
std::uint32_t layout_of(const at::Tensor &tensor);

/// Has the kernels of aten::view (keys CPU and CUDA) add what made the tensor
/// strided to the errors that they throw.
void explain_view_errors(const CoreApi &core);

} // namespace tensor_probe

#endif // TENSOR_PROBE_ATEN_LAYOUTS_H
