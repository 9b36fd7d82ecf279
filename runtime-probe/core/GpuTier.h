// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part for CUPTI, which lies beside the core: loaded when the first copy of
// a GPU comes, so that what has none pays nothing.

#ifndef TENSOR_PROBE_CORE_GPUTIER_H
#define TENSOR_PROBE_CORE_GPUTIER_H

#include "core/Bridge.h"

namespace tensor_probe {

/// Called once, with the Tier bits that are active now, and those refused.
using AddTiers = void (*)(std::uint32_t active, std::uint32_t refused);

/// See CoreApi::gpu_tracer. While another thread loads it, null.
const GpuTracer *gpu_tracer_of(const CoreApi &core, AddTiers add_tiers);

/// Nothing where no tracer was loaded.
void flush_gpu_tracer();

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_GPUTIER_H
