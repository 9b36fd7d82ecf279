// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/GpuCost.h"

namespace tensor_probe {

void GpuCost::add(const GpuCost &other) {
  copies += other.copies;
  kernels += other.kernels;
  transfers += other.transfers;
  fills += other.fills;
  pageable += other.pageable;
  pinned += other.pinned;
  peer += other.peer;
  replayed += other.replayed;
  incomplete += other.incomplete;
  waits += other.waits;
  emulated |= other.emulated;
  kernel_ns += other.kernel_ns;
  transfer_ns += other.transfer_ns;
  fill_ns += other.fill_ns;
  replayed_ns += other.replayed_ns;
  wait_ns += other.wait_ns;
  watched_ns += other.watched_ns;
  overlap_ns += other.overlap_ns;
  if (emulated)
    kernel_ns = transfer_ns = fill_ns = replayed_ns = wait_ns = watched_ns =
        overlap_ns = 0;
}

void GpuCost::add(const GpuBlock &block, bool is_emulated) {
  GpuCost cost;
  cost.copies = block.copies;
  cost.kernels = block.kernels;
  cost.kernel_ns = block.kernel_ns;
  cost.transfers = block.transfers;
  cost.transfer_ns = block.transfer_ns;
  cost.fills = block.fills;
  cost.fill_ns = block.fill_ns;
  cost.pageable = block.pageable;
  cost.pinned = block.pinned;
  cost.peer = block.peer;
  cost.replayed = block.replayed;
  cost.replayed_ns = block.replayed_ns;
  cost.incomplete = block.incomplete;
  cost.waits = block.waits;
  cost.wait_ns = block.wait_ns;
  cost.watched_ns = block.watched_ns;
  cost.overlap_ns = block.overlap_ns;
  cost.emulated = is_emulated;
  add(cost);
}

} // namespace tensor_probe
