// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verified stack cache of one thread: recognises a call stack that was
// walked before without walking it again.
//
// An entry is found by the stack pointer and then verified: every stack word
// that held a return address when the stack was walked must hold the same one
// now. Where a frame's size is fixed by its program counter this is a proof:
// the innermost return address fixes its function's frame size, hence the
// place of the next return address, and so on outwards. A function with
// alloca() or a realigned frame breaks that chain; there, equal words at equal
// places are strong evidence only. Therefore one hit in 1024 is walked again,
// and mismatches are published in the file's header.
//
// Memory safety: slots are read only while the stack pointer is inside the
// thread's own stack and up to that stack's end. On another stack (fibers,
// coroutines, a signal stack) nothing is cached.

#ifndef TENSOR_PROBE_CORE_STACKCACHE_H
#define TENSOR_PROBE_CORE_STACKCACHE_H

#include "core/StackWalk.h"

namespace tensor_probe {

struct PythonSites;
struct StackSites;

class StackCache {
public:
  static constexpr std::uint32_t kEntries = 512;
  static constexpr std::uint32_t kCheckEvery = 1024;

  struct Entry {
    std::uintptr_t lowest_slot; ///< key; 0: never used
    StackSites *sites;          ///< set by the caller of add()
    std::uint32_t generation;   ///< likewise: of `sites`
    std::uint16_t next;         ///< in its bucket, kNone: last
    std::uint16_t successor;    ///< the entry that was hit after this one
    std::uint32_t count;
    std::uint32_t flags; ///< StackFlag
    std::uintptr_t pcs[kMaxFrames];
    std::uint32_t slots[kMaxFrames]; ///< bytes above lowest_slot
  };

  /// Empties the cache and takes up the stack bounds of the calling thread,
  /// which is to be its only user from now on.
  void adopt_thread();

  /// The entry of the current stack, or null. lowest_slot: return_slot() of
  /// the calling function.
  Entry *find(std::uintptr_t lowest_slot);

  /// Adds a walked stack; the oldest entry makes room. Null if it cannot be
  /// verified later (see above).
  Entry *add(std::uintptr_t lowest_slot, const WalkedStack &stack);

  /// Whether this hit is one of those to be walked again.
  bool check_is_due() { return ++hits_ % kCheckEvery == 0; }

  /// Whether the entry is what a walk found.
  static bool equals(const Entry &entry, const WalkedStack &stack);

  /// For core/ThreadState.cpp: goes with the cache from thread to thread. Null
  /// until the first record under Python.
  PythonSites *python;

private:
  static constexpr std::uint16_t kNone = 0xffff;
  static constexpr std::uint32_t kBuckets = 256;

  bool on_own_stack(std::uintptr_t slot) const {
    return slot >= stack_low_ && slot < stack_high_;
  }
  static std::uint32_t bucket_of(std::uintptr_t lowest_slot);
  void unlink(std::uint16_t index);

  std::uintptr_t stack_low_, stack_high_;
  std::uint32_t hits_;
  std::uint16_t last_, oldest_;
  std::uint16_t heads_[kBuckets];
  Entry entries_[kEntries];
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_STACKCACHE_H
