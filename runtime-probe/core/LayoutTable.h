// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps by which tensors came to be strided, each written once. To be used
// under the site table's lock.

#ifndef TENSOR_PROBE_CORE_LAYOUTTABLE_H
#define TENSOR_PROBE_CORE_LAYOUTTABLE_H

#include "core/Arena.h"
#include "core/ProbeFile.h"

namespace tensor_probe {

/// Layouts are 1 + the id of their last step; 0 is none.
class LayoutTable {
public:
  /// False if there is no memory for it.
  bool prepare(Arena &arena);
  /// Forgets everything, with the arena's memory.
  void reset() { *this = LayoutTable(); }

  std::uint32_t count() const { return count_; }
  /// layout: 1 to count().
  const LayoutBlock &step(std::uint32_t layout) const {
    return *blocks_[layout - 1];
  }
  /// How many steps led there.
  std::uint32_t steps(std::uint32_t layout) const;
  /// The layout whose last step has these ids, written to the file if new; 0
  /// if there is no room.
  std::uint32_t add(const LayoutBlock &step, ProbeFile &file);

private:
  static constexpr std::uint32_t kMost = 8192;
  static constexpr std::uint32_t kSlots = 2 * kMost;

  std::uint32_t *slot_of(const LayoutBlock &step) const;

  LayoutBlock **blocks_ = nullptr;
  std::uint32_t *slots_ = nullptr; ///< layouts, by hash
  std::uint32_t count_ = 0;
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_LAYOUTTABLE_H
