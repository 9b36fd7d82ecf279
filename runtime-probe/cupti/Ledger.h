// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whose work an activity is: charges records to the rows of copies.

#ifndef TENSOR_PROBE_CUPTI_LEDGER_H
#define TENSOR_PROBE_CUPTI_LEDGER_H

#include "core/Bridge.h"
#include "cupti/Activity.h"
#include "cupti/Overlap.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace tensor_probe {

/// Counts activities in the GpuBlocks of rows. A record says its correlation
/// id, which one call of the run time has in common with all that it led to; an
/// owner record, made because of an external correlation id, says the row.
/// They come in any order, from several buffers. What a CUDA graph replays
/// says the node instead, which names the row that captured it.
///
///   owner 7 -> row 3, kernel 7: 2 us     row 3: 1 kernel, 2 us
///   kernel 8: 5 us, owner 8 -> row 3     row 3: 2 kernels, 7 us
///   kernel 9: 1 us                       the program's own: in no row
///
/// Kernels that torch.compile made to copy are counted by their names.
///
/// The last kSlots correlation ids are remembered. Not thread-safe.
class Ledger {
public:
  static constexpr std::uint32_t kSlots = 1U << 16;
  static constexpr std::uint32_t kNodes = 1U << 16;

  /// emulated: no time is kept.
  Ledger(const CoreApi &core, bool emulated);

  void take(const Activity &activity);
  /// What this node of a graph does is the row's (its id).
  void add_node(std::uint64_t node, std::uint32_t row);
  /// The node is a copy of `original`, made when a graph is instantiated.
  void clone_node(std::uint64_t node, std::uint64_t original);
  /// What is known of copies beside which other streams worked becomes final:
  /// of what is old, or of all.
  void settle(bool all);
  /// Records and nodes that were lost since the last call.
  std::uint64_t take_lost();

private:
  /// What is known of one correlation id.
  struct Slot {
    std::uint32_t correlation;
    std::uint32_t owner; ///< 1 + row id; 0: none yet
    Activity early;      ///< came before the owner; Work::other: none
    std::uint64_t call_ns, wait_ns;
    std::uint32_t waits;
    bool is_used, is_call, is_pageable, is_charged;
  };
  struct Node {
    std::uint64_t id; ///< 0: free
    std::uint32_t row;
  };

  Slot *slot_of(std::uint32_t correlation);
  const Node *find_node(std::uint64_t node) const;
  void charge(std::uint32_t row, const Activity &activity, bool replayed);
  void take_compiled(const Activity &activity);
  void charge_waits(Slot &slot);
  void take_replayed(const Activity &activity);
  void own(Slot &slot, std::uint64_t external_id);
  void take_on_device(Slot &slot, const Activity &activity);
  std::uint64_t kept(std::uint64_t ns) const { return emulated_ ? 0 : ns; }

  const CoreApi &core_;
  const bool emulated_;
  std::vector<Slot> slots_;
  std::vector<Node> nodes_;
  std::uint32_t node_count_ = 0;
  std::uint64_t lost_ = 0;
  Overlap overlap_;
  std::unordered_map<std::string, GpuBlock *> compiled_; ///< by name
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_CUPTI_LEDGER_H
