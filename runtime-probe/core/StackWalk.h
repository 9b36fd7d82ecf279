// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walking the calling thread's stack with libunwind. Slow (microseconds), and
// needed only for stacks that the cache (core/StackCache.h) has not seen.

#ifndef TENSOR_PROBE_CORE_STACKWALK_H
#define TENSOR_PROBE_CORE_STACKWALK_H

#include "core/Format.h"

namespace tensor_probe {

/// A call stack, innermost frame first. pcs are return addresses; slots[i] is
/// the address of the stack word that holds pcs[i].
struct WalkedStack {
  std::uint32_t count = 0;
  std::uint32_t flags = 0; ///< StackFlag
  /// Each slots[i] was seen to hold pcs[i], in ascending order: the stack can
  /// be verified later by looking at its slots.
  bool verifiable = false;
  std::uintptr_t pcs[kMaxFrames];
  std::uintptr_t slots[kMaxFrames];
};

/// Walks from the caller outwards. Frames whose return address lies below
/// lowest_slot (the walk's own, and those between) are left out.
void walk_stack(std::uintptr_t lowest_slot, WalkedStack &stack);

/// The slot of the return address of the function whose frame address
/// (__builtin_frame_address(0)) this is; a lower bound of it where slots are
/// not known.
inline std::uintptr_t return_slot(const void *frame_address) {
#if defined(__x86_64__)
  // System V ABI, x86-64: saved frame pointer at 0, return address above it.
  return reinterpret_cast<std::uintptr_t>(frame_address) + sizeof(void *);
#else
  return reinterpret_cast<std::uintptr_t>(frame_address);
#endif
}

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_STACKWALK_H
