// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The buffers that CUPTI fills, and what becomes of them.

#ifndef TENSOR_PROBE_CUPTI_COLLECTOR_H
#define TENSOR_PROBE_CUPTI_COLLECTOR_H

#include "cupti/CuptiTable.h"
#include "cupti/Ledger.h"
#include "cupti/Recording.h"

#include <atomic>
#include <mutex>

namespace tensor_probe {

/// Thread-safe: CUPTI hands buffers over from threads of its own, and from any
/// that flushes. But for recordings, no function of CUPTI is called under the
/// lock, which a callback of it may be waiting for (pytorch/kineto issue 1347).
class Collector {
public:
  Collector(const CoreApi &core, const CuptiTable &cupti)
      : core_(core), cupti_(cupti), ledger_(core, cupti.emulated) {}

  /// A buffer from the heap. CUPTI before CUDA 12.9 does not survive a null
  /// one (pytorch/kineto issue 1534): when memory is short it gets the one that
  /// is kept for that, unless it has it.
  void request(std::uint8_t **buffer, std::size_t *size);
  /// Decodes the buffer and gives its memory back.
  void complete(CUcontext context, std::uint32_t stream, std::uint8_t *buffer,
                std::size_t valid);

  /// No more buffers will come.
  void settle();

  /// The thread is inside a copy of this row (1 + its id), or (0) no more:
  /// nodes that it makes are the row's.
  static void set_row(std::uint32_t row);
  void node_created(std::uint64_t node);
  void node_cloned(std::uint64_t node, std::uint64_t original);

  /// Buffers are also kept in a file.
  Recorder &recorder() { return recorder_; }

private:
  void decode_all(std::uint8_t *buffer, std::size_t valid);
  void publish_losses(std::uint64_t dropped);

  static constexpr std::size_t kBufferBytes = 1U << 20;
  const CoreApi &core_;
  const CuptiTable &cupti_;
  std::mutex mutex_;
  Ledger ledger_; ///< under mutex_
  std::mutex recording_;
  Recorder recorder_; ///< under recording_, once it is open
  std::atomic<bool> reserve_taken_{false};
  alignas(8) std::uint8_t reserve_[1U << 16];
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_CUPTI_COLLECTOR_H
