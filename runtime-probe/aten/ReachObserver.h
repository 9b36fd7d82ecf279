// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The opt-in second tier: where operators that may copy were called, whether
// or not they copied.

#ifndef TENSOR_PROBE_ATEN_REACHOBSERVER_H
#define TENSOR_PROBE_ATEN_REACHOBSERVER_H

#include "core/Bridge.h"

namespace tensor_probe {

/// Adds a RecordFunction callback (scope FUNCTION) that counts calls of the
/// operators in a fixed list, per call stack, and what those of them wrote that
/// do so without copy_ (OwnWrites.h), and that finds the lines that the
/// backward pass belongs to (Backward.h). What it cannot see:
/// Tensor::contiguous() of a tensor that is contiguous returns inline and
/// reaches no dispatcher (libtorch 1.13 and 2.x, ATen/core/TensorBase.h).
/// Costs each operator call of the program some 110 ns (docs/probe.md).
void observe_reach(const CoreApi &core, PartStatus &status);

/// Gives the core what counts calls of AOTInductor's libraries, in any tier.
void observe_compiled_models(const CoreApi &core, PartStatus &status);

} // namespace tensor_probe

#endif // TENSOR_PROBE_ATEN_REACHOBSERVER_H
