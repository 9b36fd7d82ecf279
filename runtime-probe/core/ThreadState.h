// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the probe keeps per thread, and finding the sites of the current stack.

#ifndef TENSOR_PROBE_CORE_THREADSTATE_H
#define TENSOR_PROBE_CORE_THREADSTATE_H

#include "core/Bridge.h"
#include "core/StackCache.h"

namespace tensor_probe {

struct BackwardNode; // aten/Backward.h
struct OwnWrites;    // aten/OwnWrites.h

/// The calling thread's state. Plain data, so that it may be used while other
/// thread-local objects are destroyed.
struct ThreadState {
  bool inside;          ///< the thread is in a recorded operation
  bool cache_refused;   ///< no cache could be had
  StackCache *cache;    ///< null until the first record
  ThreadCounts *counts; ///< likewise
  /// Of the operator that the thread is in, if it is one that is recorded as
  /// writing its result itself; else null.
  OwnWrites *writes;
  /// The node of the backward pass that the thread is in, where that is looked
  /// at (kTierReach); else null.
  BackwardNode *backward;
};

ThreadState &thread_state();

/// The sites of the calling function's stack, null if they could not be
/// recorded; without has_room() as CoreApi::intern_stack says, which a thread
/// asks for once as long as it remembers the stack. frame_address: its
/// __builtin_frame_address(0). walked: whether the stack was not in the cache.
/// Takes some 50 ns on a hit, microseconds otherwise.
StackSites *current_sites(const CoreApi &core, const void *frame_address,
                          bool *walked, StackUse use = StackUse::record);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_THREADSTATE_H
