// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FakeCupti.h"

#include <cstdio>
#include <mutex>

namespace tensor_probe_test {

namespace {
FakeState state;
std::mutex mutex;
CUpti_BuffersCallbackRequestFunc request = nullptr;
CUpti_BuffersCallbackCompleteFunc complete = nullptr;
std::uint8_t *buffer = nullptr;
std::size_t buffer_bytes = 0, used = 0;
std::uint32_t correlation = 0;
thread_local std::vector<std::uint64_t> pushed;

std::size_t bytes_of(CUpti_ActivityKind kind) {
  switch (kind) {
  case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    return sizeof(CUpti_ActivityKernel9);
  case CUPTI_ACTIVITY_KIND_MEMCPY:
    return sizeof(CUpti_ActivityMemcpy5);
  case CUPTI_ACTIVITY_KIND_MEMSET:
    return sizeof(CUpti_ActivityMemset4);
  case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
    return sizeof(CUpti_ActivitySynchronization);
  case CUPTI_ACTIVITY_KIND_RUNTIME:
    return sizeof(CUpti_ActivityAPI);
  case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
    return sizeof(CUpti_ActivityExternalCorrelation);
  default:
    return 8;
  }
}

/// Hands the buffer over; the lock is not held meanwhile.
void hand_over(std::unique_lock<std::mutex> &lock) {
  if (buffer == nullptr)
    return;
  std::uint8_t *full = buffer;
  const std::size_t valid = used, size = buffer_bytes;
  buffer = nullptr;
  lock.unlock();
  complete(nullptr, 0, full, size, valid);
  lock.lock();
}

CUptiResult get_version(std::uint32_t *version) {
  *version = state.version;
  return CUPTI_SUCCESS;
}

CUptiResult subscribe(CUpti_SubscriberHandle *handle,
                      CUpti_CallbackFunc callback, void *) {
  if (state.subscribe_result != CUPTI_SUCCESS)
    return state.subscribe_result;
  ++state.subscribed;
  state.on_resource = callback;
  *handle = reinterpret_cast<CUpti_SubscriberHandle>(&state);
  return CUPTI_SUCCESS;
}

#if CUPTI_API_VERSION >= 130000
CUptiResult subscribe_naming_holder(CUpti_SubscriberHandle *handle,
                                    CUpti_CallbackFunc callback, void *data,
                                    CUpti_SubscriberParams *params) {
  std::snprintf(params->oldSubscriberName, params->oldSubscriberSize, "%s",
                state.holder);
  return subscribe(handle, callback, data);
}
#endif

CUptiResult unsubscribe(CUpti_SubscriberHandle) {
  ++state.unsubscribed;
  return CUPTI_SUCCESS;
}

CUptiResult enable_callback(std::uint32_t, CUpti_SubscriberHandle,
                            CUpti_CallbackDomain, CUpti_CallbackId) {
  return CUPTI_SUCCESS;
}

CUptiResult register_buffers(CUpti_BuffersCallbackRequestFunc on_request,
                             CUpti_BuffersCallbackCompleteFunc on_complete) {
  request = on_request;
  complete = on_complete;
  return CUPTI_SUCCESS;
}

CUptiResult enable(CUpti_ActivityKind kind) {
  if (kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL &&
      state.enable_result != CUPTI_SUCCESS)
    return state.enable_result;
  state.enabled.push_back(kind);
  return CUPTI_SUCCESS;
}

CUptiResult disable(CUpti_ActivityKind kind) {
  state.disabled.push_back(kind);
  return CUPTI_SUCCESS;
}

CUptiResult flush_all(std::uint32_t) {
  deliver();
  return CUPTI_SUCCESS;
}

CUptiResult next_record(std::uint8_t *bytes, std::size_t valid,
                        CUpti_Activity **record) {
  auto *last = reinterpret_cast<std::uint8_t *>(*record);
  std::uint8_t *next =
      last == nullptr ? bytes : last + bytes_of((*record)->kind);
  if (next >= bytes + valid)
    return CUPTI_ERROR_MAX_LIMIT_REACHED;
  *record = reinterpret_cast<CUpti_Activity *>(next);
  return CUPTI_SUCCESS;
}

CUptiResult dropped_records(CUcontext, std::uint32_t, std::size_t *dropped) {
  *dropped = state.dropped;
  state.dropped = 0;
  return CUPTI_SUCCESS;
}

CUptiResult push(CUpti_ExternalCorrelationKind, std::uint64_t id) {
  pushed.push_back(id);
  return CUPTI_SUCCESS;
}

/// A copy has ended: a kernel of 500 ns, and a transfer to pageable memory of
/// 900 ns for which the host waits 700 ns.
CUptiResult pop(CUpti_ExternalCorrelationKind, std::uint64_t *id) {
  if (pushed.empty())
    return CUPTI_ERROR_QUEUE_EMPTY;
  *id = pushed.back();
  pushed.pop_back();
  const std::uint32_t launch =
      __atomic_add_fetch(&correlation, 2, __ATOMIC_RELAXED);
  emit(owner_record(launch, *id));
  emit(owner_record(launch + 1, *id));
  emit(kernel_record(launch, 1000, 1500));
  emit(transfer_record(launch + 1, 2000, 2900, 64,
                       CUPTI_ACTIVITY_MEMORY_KIND_DEVICE,
                       CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE));
  emit(wait_record(launch + 1, 2200, 2900));
  return CUPTI_SUCCESS;
}

CUptiResult graph_node_id(CUgraphNode node, std::uint64_t *id) {
  *id = reinterpret_cast<std::uintptr_t>(node);
  return CUPTI_SUCCESS;
}

CUptiResult result_string(CUptiResult, const char **text) {
  *text = "CUPTI_ERROR_MADE_UP";
  return CUPTI_SUCCESS;
}
} // namespace

FakeState &fake_state() { return state; }

void emit(const void *record, std::size_t bytes) {
  std::unique_lock<std::mutex> lock(mutex);
  if (buffer != nullptr && used + bytes > buffer_bytes)
    hand_over(lock);
  if (buffer == nullptr) {
    std::size_t most = 0;
    request(&buffer, &buffer_bytes, &most);
    used = 0;
  }
  if (buffer == nullptr) {
    ++state.dropped;
    return;
  }
  std::memcpy(buffer + used, record, bytes);
  used += bytes;
}

void deliver() {
  std::unique_lock<std::mutex> lock(mutex);
  hand_over(lock);
}

tensor_probe::CuptiTable fake_table() {
  tensor_probe::CuptiTable table{};
  table.get_version = get_version;
  table.subscribe = subscribe;
  table.unsubscribe = unsubscribe;
  table.enable_callback = enable_callback;
  table.register_buffers = register_buffers;
  table.enable = enable;
  table.disable = disable;
  table.flush_all = flush_all;
  table.next_record = next_record;
  table.dropped_records = dropped_records;
  table.push = push;
  table.pop = pop;
  table.graph_node_id = graph_node_id;
  table.result_string = result_string;
#if CUPTI_API_VERSION >= 130000
  table.subscribe_naming_holder = subscribe_naming_holder;
#endif
  table.emulated = true;
  return table;
}

CUpti_ActivityKernel9 kernel_record(std::uint32_t correlation_id,
                                    std::uint64_t start, std::uint64_t end,
                                    std::uint64_t graph_node) {
  CUpti_ActivityKernel9 record{};
  record.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
  record.correlationId = correlation_id;
  record.start = start;
  record.end = end;
  record.graphNodeId = graph_node;
  return record;
}

CUpti_ActivityMemcpy5 transfer_record(std::uint32_t correlation_id,
                                      std::uint64_t start, std::uint64_t end,
                                      std::uint64_t bytes,
                                      CUpti_ActivityMemoryKind from,
                                      CUpti_ActivityMemoryKind to) {
  CUpti_ActivityMemcpy5 record{};
  record.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
  record.correlationId = correlation_id;
  record.start = start;
  record.end = end;
  record.bytes = bytes;
  record.srcKind = static_cast<std::uint8_t>(from);
  record.dstKind = static_cast<std::uint8_t>(to);
  return record;
}

CUpti_ActivityMemset4 fill_record(std::uint32_t correlation_id,
                                  std::uint64_t start, std::uint64_t end) {
  CUpti_ActivityMemset4 record{};
  record.kind = CUPTI_ACTIVITY_KIND_MEMSET;
  record.correlationId = correlation_id;
  record.start = start;
  record.end = end;
  return record;
}

CUpti_ActivitySynchronization
wait_record(std::uint32_t correlation_id, std::uint64_t start,
            std::uint64_t end, CUpti_ActivitySynchronizationType type) {
  CUpti_ActivitySynchronization record{};
  record.kind = CUPTI_ACTIVITY_KIND_SYNCHRONIZATION;
  record.type = type;
  record.correlationId = correlation_id;
  record.start = start;
  record.end = end;
  return record;
}

CUpti_ActivityAPI call_record(std::uint32_t correlation_id, std::uint64_t start,
                              std::uint64_t end, std::uint32_t function) {
  CUpti_ActivityAPI record{};
  record.kind = CUPTI_ACTIVITY_KIND_RUNTIME;
  record.cbid = function;
  record.correlationId = correlation_id;
  record.start = start;
  record.end = end;
  return record;
}

CUpti_ActivityExternalCorrelation
owner_record(std::uint32_t correlation_id, std::uint64_t external_id,
             CUpti_ExternalCorrelationKind kind) {
  CUpti_ActivityExternalCorrelation record{};
  record.kind = CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION;
  record.externalKind = kind;
  record.externalId = external_id;
  record.correlationId = correlation_id;
  return record;
}

} // namespace tensor_probe_test
