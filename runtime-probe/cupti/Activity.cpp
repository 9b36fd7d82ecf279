// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cupti/Activity.h"

#include <cupti_runtime_cbid.h>

#include <cstddef>

namespace tensor_probe {

namespace {
// As of CUDA 12.0; what a later library writes is longer.
using KernelRecord = CUpti_ActivityKernel9;
using TransferRecord = CUpti_ActivityMemcpy5;
using PeerRecord = CUpti_ActivityMemcpyPtoP4;
using FillRecord = CUpti_ActivityMemset4;
using WaitRecord = CUpti_ActivitySynchronization;
#if CUPTI_API_VERSION >= 130000
static_assert(offsetof(KernelRecord, graphNodeId) ==
                  offsetof(CUpti_ActivityKernel10, graphNodeId),
              "the fields that are read stay where they are");
static_assert(offsetof(TransferRecord, graphNodeId) ==
                  offsetof(CUpti_ActivityMemcpy6, graphNodeId),
              "the fields that are read stay where they are");
static_assert(offsetof(WaitRecord, streamId) ==
                  offsetof(CUpti_ActivitySynchronization2, streamId),
              "the fields that are read stay where they are");
#endif

template <typename Record> const Record &as(const CUpti_Activity &record) {
  return reinterpret_cast<const Record &>(record);
}

/// What kernels, transfers and fills have in common.
template <typename Record>
Activity device_work(Work work, const Record &record) {
  Activity activity;
  activity.work = work;
  activity.correlation = record.correlationId;
  activity.start = record.start;
  activity.end = record.end;
  activity.graph_node = record.graphNodeId;
  activity.device = record.deviceId;
  activity.stream = record.streamId;
  return activity;
}

Activity kernel(const KernelRecord &record) {
  Activity activity = device_work(Work::kernel, record);
  activity.name = record.name;
  return activity;
}

template <typename Record> Activity transfer(const Record &record) {
  Activity activity = device_work(Work::transfer, record);
  activity.bytes = record.bytes;
  const auto has_end = [&record](CUpti_ActivityMemoryKind kind) {
    return record.srcKind == kind || record.dstKind == kind;
  };
  activity.pageable = has_end(CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE);
  activity.pinned = has_end(CUPTI_ACTIVITY_MEMORY_KIND_PINNED);
  activity.peer = record.copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_PTOP;
  return activity;
}

/// Whether this function of the run time copies, so that it may have held the
/// host until pageable memory was read or written.
bool copies(CUpti_CallbackId function) {
  switch (function) {
  case CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy_v3020:
  case CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy_ptds_v7000:
  case CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020:
  case CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_ptsz_v7000:
  case CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2D_v3020:
  case CUPTI_RUNTIME_TRACE_CBID_cudaMemcpy2DAsync_v3020:
    return true;
  default:
    return false;
  }
}

Activity call(const CUpti_ActivityAPI &record) {
  Activity activity;
  activity.work = copies(record.cbid) ? Work::call : Work::other;
  activity.correlation = record.correlationId;
  activity.start = record.start;
  activity.end = record.end;
  return activity;
}

Activity wait(const WaitRecord &record) {
  Activity activity;
  // That a stream waits for an event holds no host.
  activity.work =
      record.type == CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT
          ? Work::other
          : Work::wait;
  activity.correlation = record.correlationId;
  activity.start = record.start;
  activity.end = record.end;
  return activity;
}

Activity owner(const CUpti_ActivityExternalCorrelation &record) {
  Activity activity;
  activity.work = record.externalKind == kOwnerKind ? Work::owner : Work::other;
  activity.correlation = record.correlationId;
  activity.external_id = record.externalId;
  return activity;
}
} // namespace

Activity decode(const CUpti_Activity &record) {
  switch (record.kind) {
  case CUPTI_ACTIVITY_KIND_KERNEL:
  case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    return kernel(as<KernelRecord>(record));
  case CUPTI_ACTIVITY_KIND_MEMCPY:
    return transfer(as<TransferRecord>(record));
  case CUPTI_ACTIVITY_KIND_MEMCPY2: {
    Activity activity = transfer(as<PeerRecord>(record));
    activity.peer = true;
    return activity;
  }
  case CUPTI_ACTIVITY_KIND_MEMSET:
    return device_work(Work::fill, as<FillRecord>(record));
  case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
    return wait(as<WaitRecord>(record));
  case CUPTI_ACTIVITY_KIND_RUNTIME:
    return call(as<CUpti_ActivityAPI>(record));
  case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
    return owner(as<CUpti_ActivityExternalCorrelation>(record));
  default:
    return {};
  }
}

} // namespace tensor_probe
