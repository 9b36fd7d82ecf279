// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The miss tier, opt-in: what copies on the CPU missed in the cache and the
// TLB, on the thread that called.

#ifndef TENSOR_PROBE_ATEN_MISSTIER_H
#define TENSOR_PROBE_ATEN_MISSTIER_H

#include "core/Bridge.h"
#include "core/MissCounters.h"

namespace tensor_probe {

/// Tries the counters on this thread; gives the reason if there are none.
void observe_misses(const CoreApi &core, PartStatus &status);

/// What the calling thread has missed so far. False without the tier, or if the
/// thread has no counters.
bool read_misses(Misses &misses);

/// Counts what the copy of the row missed since `before`.
void count_misses(SiteBlock &row, const Misses &before);

} // namespace tensor_probe

#endif // TENSOR_PROBE_ATEN_MISSTIER_H
