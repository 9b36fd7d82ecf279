// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much of a copy's time on a device other streams were at work, too.

#ifndef TENSOR_PROBE_CUPTI_OVERLAP_H
#define TENSOR_PROBE_CUPTI_OVERLAP_H

#include "core/Bridge.h"
#include "cupti/Activity.h"

#include <vector>

namespace tensor_probe {

/// Compares the device work of copies with all work of other streams of the
/// same device. Records come stream by stream and late, so an answer waits
/// until the work is kLag old, and memory is bounded:
///
///   stream 7, a copy's kernel   |------------|       0 to 100
///   stream 9                 |----|                -20 to 20
///   stream 9, 11                      |--||--|      50 to 60, 65 to 80
///                                        overlap 20 + 10 + 15 = 45
///
/// What comes later than kLag, or does not fit in, overlaps nothing: the sums
/// are least values. Not thread-safe.
class Overlap {
public:
  static constexpr std::uint64_t kLag = 1000000000; ///< ns
  static constexpr std::size_t kMost = 1U << 15;    ///< pieces of work

  /// Any work on a device.
  void add(const Activity &activity);
  /// The same, which is a copy's of this block.
  void ask(const Activity &activity, GpuBlock &block);
  /// Answers what is old enough.
  void settle();
  /// Answers all that was asked.
  void settle_all() { settle_until(~0ULL); }

private:
  struct Work {
    std::uint64_t start, end;
    std::uint32_t device, stream;
  };
  struct Question {
    Work work;
    GpuBlock *block;
  };

  void settle_until(std::uint64_t until);
  void answer(const Question &question,
              const std::vector<std::uint64_t> &latest_ends) const;
  void forget(std::uint64_t until);

  std::vector<Work> works_; ///< by start, after settle_until()
  std::vector<Question> questions_;
  std::uint64_t newest_ = 0; ///< latest end
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_CUPTI_OVERLAP_H
