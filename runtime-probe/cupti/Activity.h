// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUPTI's activity records in the probe's terms.

#ifndef TENSOR_PROBE_CUPTI_ACTIVITY_H
#define TENSOR_PROBE_CUPTI_ACTIVITY_H

#include <cupti.h>

#include <cstdint>

namespace tensor_probe {

enum class Work : std::uint8_t {
  other,    ///< of no interest
  kernel,   ///< on a device, like the next two
  transfer, ///< memcpy, between devices as well
  fill,     ///< memset
  wait,     ///< the host waited for a device
  call,     ///< the host called a memcpy, which may have waited
  owner,    ///< ties a correlation id to external_id
};

struct Activity {
  Work work = Work::other;
  bool pageable = false, pinned = false, peer = false; ///< Work::transfer
  std::uint32_t correlation = 0;
  std::uint64_t start = 0, end = 0; ///< ns; end 0: it never came
  std::uint64_t bytes = 0;
  std::uint64_t graph_node = 0; ///< 0: launched by itself, not by a graph
  std::uint64_t external_id = 0;
  std::uint32_t device = 0, stream = 0; ///< where the work was done
  /// Of a kernel; null: not known. Points into CUPTI's memory.
  const char *name = nullptr;

  bool is_on_device() const {
    return work == Work::kernel || work == Work::transfer || work == Work::fill;
  }
  /// A record that was flushed while its work was going on has no end, and
  /// CUPTI never hands it over again (pytorch/pytorch issue 195844).
  bool is_complete() const { return end != 0 && end >= start; }
  std::uint64_t ns() const { return is_complete() ? end - start : 0; }
};

/// Does not look at what pointers in the record point to. Reads the fields that
/// CUPTI's records have had since CUDA 12.0; later versions append
/// (cupti_activity.h, cupti_activity_deprecated.h, CUDA 13.0).
Activity decode(const CUpti_Activity &record);

/// External correlation ids are of this kind: CUSTOM0 and CUSTOM1 are
/// Kineto's (pytorch/kineto, libkineto/src/CuptiActivityApi.cpp).
constexpr CUpti_ExternalCorrelationKind kOwnerKind =
    CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2;

} // namespace tensor_probe

#endif // TENSOR_PROBE_CUPTI_ACTIVITY_H
