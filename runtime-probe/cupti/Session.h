// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUPTI's seat: taken once, for the rest of the process.

#ifndef TENSOR_PROBE_CUPTI_SESSION_H
#define TENSOR_PROBE_CUPTI_SESSION_H

#include "cupti/CuptiTable.h"

#include "core/Bridge.h"

#include <cstddef>

namespace tensor_probe {

/// Subscribes, which shows whether another tool has the seat, and turns the
/// records on. Null, with one sentence, if CUPTI refuses: everything that was
/// turned on is off again, and the seat is free. Once per process.
const GpuTracer *begin_session(const CoreApi &core, const CuptiTable &cupti,
                               char *reason, std::size_t size);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CUPTI_SESSION_H
