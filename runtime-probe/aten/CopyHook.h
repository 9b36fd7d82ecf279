// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The probe's kernel for aten::copy_.

#ifndef TENSOR_PROBE_ATEN_COPYHOOK_H
#define TENSOR_PROBE_ATEN_COPYHOOK_H

#include "core/Bridge.h"

namespace tensor_probe {

/// Registers a kernel for aten::copy_ at the dispatch keys CPU and CUDA, where
/// libtorch has none of its own: there copy_ is CompositeExplicitAutograd
/// (aten/src/ATen/native/native_functions.yaml, libtorch 1.13 and 2.x), so
/// this kernel does what the composite one does: it calls at::native::copy_.
/// A key that somebody else holds is left alone, with a reason. Kernels for
/// sparse, quantized and MKLDNN tensors are other keys and are not touched.
void hook_copies(const CoreApi &core, PartStatus &status);

} // namespace tensor_probe

#endif // TENSOR_PROBE_ATEN_COPYHOOK_H
