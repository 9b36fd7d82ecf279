// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hot end of the site table, inlined into whatever records events: find
// the row of an event, and count the event in it. No lock, no call, no system
// call; several threads may count in one row at once.

#ifndef TENSOR_PROBE_CORE_ROWS_H
#define TENSOR_PROBE_CORE_ROWS_H

#include "core/CopyClass.h"

namespace tensor_probe {

/// The rows of one call stack, in memory of this process only. rows[0, count)
/// are valid for readers that loaded `count` with acquire order. Pointers to
/// it are valid until CoreApi::generation changes (in a forked child).
struct StackSites {
  struct Entry {
    std::uint64_t key;
    SiteBlock *row;
  };
  std::uint64_t hash;
  /// As walked, with the probe's own frames; then what identifies the Python
  /// frames, if there are any.
  const std::uintptr_t *pcs;
  std::uint32_t pc_count; ///< all words of pcs
  std::uint32_t stack_id;
  std::uint32_t flags; ///< StackFlag
  std::uint32_t entry_count;
  /// 1 + stack_id of the forward call whose backward pass this is; 0: of none.
  std::uint32_t forward;
  SiteBlock *folded; ///< CopyClass::other; null until all entries are taken
  Entry entries[kMaxRowsPerStack];
};

/// Stands for the stacks of forward calls that found no room: it has no block.
inline bool has_room(const StackSites &sites) {
  return sites.stack_id != kNoId;
}

/// Where a thread is in its Python code: identity of a frame. Addresses of
/// objects that the frame keeps alive while it runs; only compared later.
struct PythonPlace {
  const void *code;
  const void *name; ///< tells a code object from a later one at its address
  std::uint32_t first_line;
  std::int32_t instruction;
};

/// A PythonPlace in words. Texts are UTF-8, cut to fit.
struct PythonText {
  char file[1024];
  char function[256];
  std::uint32_t line;
  std::uint32_t flags; ///< PythonFlag
};

/// Given by the module for Python, see python/reader.cpp. Neither function
/// takes the interpreter's lock, allocates, or changes anything: they look at
/// frames of the calling thread.
struct PythonReader {
  std::uint32_t (*read)(PythonPlace *places, std::uint32_t most);
  void (*describe)(const PythonPlace *place, PythonText *text);
};

/// What this thread has copied so far; written by this thread only.
struct ThreadCounts {
  std::uint64_t copies;
  std::uint64_t bytes;
};

/// Key of a copy's row within its stack: devices, element types and class.
inline std::uint64_t copy_key(const TensorView &dst, const TensorView &src,
                              CopyClass copy_class) {
  const auto byte = [](int value, int position) {
    return static_cast<std::uint64_t>(static_cast<std::uint8_t>(value))
           << (8 * position);
  };
  return byte(dst.dtype, 0) | byte(src.dtype, 1) | byte(dst.device, 2) |
         byte(src.device, 3) | byte(dst.device_index, 4) |
         byte(src.device_index, 5) | byte(static_cast<int>(copy_class), 6) |
         byte(static_cast<int>(RowKind::copy), 7);
}

/// Key of a reached operator's row within its stack.
inline std::uint64_t reach_key(std::uint32_t op) {
  return (static_cast<std::uint64_t>(RowKind::reach) << 56) | op;
}

/// The row with this key, the folded row if all entries are taken by others,
/// or null if there is none yet.
inline SiteBlock *find_row(const StackSites &sites, std::uint64_t key) {
  const std::uint32_t count =
      __atomic_load_n(&sites.entry_count, __ATOMIC_ACQUIRE);
  for (std::uint32_t i = 0; i < count; ++i)
    if (sites.entries[i].key == key)
      return sites.entries[i].row;
  return __atomic_load_n(&sites.folded, __ATOMIC_ACQUIRE);
}

inline void add_to(std::uint64_t &counter, std::uint64_t value) {
  __atomic_fetch_add(&counter, value, __ATOMIC_RELAXED);
}

inline std::uint64_t read_counter(const std::uint64_t &counter) {
  return __atomic_load_n(&counter, __ATOMIC_RELAXED);
}

inline void lower_to(std::uint64_t &counter, std::uint64_t value) {
  std::uint64_t seen = read_counter(counter);
  while (value < seen &&
         !__atomic_compare_exchange_n(&counter, &seen, value, true,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

inline void raise_to(std::uint64_t &counter, std::uint64_t value) {
  std::uint64_t seen = read_counter(counter);
  while (value > seen &&
         !__atomic_compare_exchange_n(&counter, &seen, value, true,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

/// Bit of SiteBlock::size_class_mask for this many elements.
inline std::uint64_t size_class_bit(std::uint64_t numel) {
  return 1ULL << (numel == 0 ? 0 : 63 - __builtin_clzll(numel));
}

/// Counts a copy that returned. when_ns: its end, since start_monotonic_ns.
inline void count_copy(SiteBlock &row, std::uint64_t numel, std::uint64_t bytes,
                       std::uint64_t ns, std::uint64_t when_ns) {
  add_to(row.count, 1);
  add_to(row.bytes, bytes);
  add_to(row.ns_sum, ns);
  lower_to(row.ns_min, ns);
  raise_to(row.ns_max, ns);
  lower_to(row.numel_min, numel);
  raise_to(row.numel_max, numel);
  const std::uint64_t bit = size_class_bit(numel);
  if ((read_counter(row.size_class_mask) & bit) == 0)
    __atomic_fetch_or(&row.size_class_mask, bit, __ATOMIC_RELAXED);
  __atomic_store_n(&row.last_ns, when_ns, __ATOMIC_RELAXED);
}

/// Counts a copy, already counted, as one of what was copied before.
inline void count_repeat(SiteBlock &row, std::uint64_t ns) {
  add_to(row.repeats, 1);
  add_to(row.repeat_ns, ns);
}

/// Counts a copy that threw.
inline void count_thrown(SiteBlock &row, std::uint64_t when_ns) {
  add_to(row.thrown, 1);
  __atomic_store_n(&row.last_ns, when_ns, __ATOMIC_RELAXED);
}

/// Counts a call of a named operator.
inline void count_reach(SiteBlock &row, std::uint64_t when_ns) {
  add_to(row.count, 1);
  __atomic_store_n(&row.last_ns, when_ns, __ATOMIC_RELAXED);
}

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_ROWS_H
