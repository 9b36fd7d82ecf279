// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What devices did for copies (the GPU tier). Plain values: no LLVM.
#ifndef TENSOR_PROBE_REPORT_GPU_COST_H
#define TENSOR_PROBE_REPORT_GPU_COST_H

#include "core/Format.h"

#include <cstdint>

namespace tensor_probe {

/// Sums over GpuBlocks, whose fields these are.
struct GpuCost {
  std::uint64_t copies = 0;
  std::uint64_t kernels = 0, kernel_ns = 0;
  std::uint64_t transfers = 0, transfer_ns = 0;
  std::uint64_t fills = 0, fill_ns = 0;
  std::uint64_t pageable = 0, pinned = 0, peer = 0;
  std::uint64_t replayed = 0, replayed_ns = 0;
  std::uint64_t incomplete = 0;
  std::uint64_t waits = 0, wait_ns = 0;
  std::uint64_t watched_ns = 0, overlap_ns = 0;
  /// Some of it was made up: no time is known.
  bool emulated = false;

  /// emulated: the file says so; its times are not taken.
  void add(const GpuBlock &block, bool is_emulated);
  void add(const GpuCost &other);
  std::uint64_t works() const { return kernels + transfers + fills; }
  std::uint64_t device_ns() const { return kernel_ns + transfer_ns + fill_ns; }
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_GPU_COST_H
