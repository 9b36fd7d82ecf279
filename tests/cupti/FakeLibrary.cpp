// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fake as a library with CUPTI's names. FAKE_CUPTI_HOLDER=NAME: that tool
// has the seat.

#include "FakeCupti.h"

#include <cstdlib>

using namespace tensor_probe_test;

static const tensor_probe::CuptiTable &table() {
  static const tensor_probe::CuptiTable fake = [] {
    if (const char *holder = std::getenv("FAKE_CUPTI_HOLDER")) {
      fake_state().holder = holder;
      fake_state().subscribe_result =
          CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
    }
    return fake_table();
  }();
  return fake;
}

extern "C" {
__attribute__((
    visibility("default"))) extern const int tensor_probe_emulated_cupti = 1;

CUptiResult cuptiGetVersion(std::uint32_t *version) {
  return table().get_version(version);
}
CUptiResult cuptiSubscribe(CUpti_SubscriberHandle *handle,
                           CUpti_CallbackFunc callback, void *data) {
  return table().subscribe(handle, callback, data);
}
#if CUPTI_API_VERSION >= 130000
CUptiResult cuptiSubscribe_v2(CUpti_SubscriberHandle *handle,
                              CUpti_CallbackFunc callback, void *data,
                              CUpti_SubscriberParams *params) {
  return table().subscribe_naming_holder(handle, callback, data, params);
}
#endif
CUptiResult cuptiUnsubscribe(CUpti_SubscriberHandle handle) {
  return table().unsubscribe(handle);
}
CUptiResult cuptiEnableCallback(std::uint32_t on, CUpti_SubscriberHandle handle,
                                CUpti_CallbackDomain domain,
                                CUpti_CallbackId id) {
  return table().enable_callback(on, handle, domain, id);
}
CUptiResult
cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                               CUpti_BuffersCallbackCompleteFunc complete) {
  return table().register_buffers(request, complete);
}
CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind) {
  return table().enable(kind);
}
CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind) {
  return table().disable(kind);
}
CUptiResult cuptiActivityFlushAll(std::uint32_t flag) {
  return table().flush_all(flag);
}
CUptiResult cuptiActivityGetNextRecord(std::uint8_t *buffer, std::size_t valid,
                                       CUpti_Activity **record) {
  return table().next_record(buffer, valid, record);
}
CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext context,
                                              std::uint32_t stream,
                                              std::size_t *dropped) {
  return table().dropped_records(context, stream, dropped);
}
CUptiResult
cuptiActivityPushExternalCorrelationId(CUpti_ExternalCorrelationKind kind,
                                       std::uint64_t id) {
  return table().push(kind, id);
}
CUptiResult
cuptiActivityPopExternalCorrelationId(CUpti_ExternalCorrelationKind kind,
                                      std::uint64_t *id) {
  return table().pop(kind, id);
}
CUptiResult cuptiGetGraphNodeId(CUgraphNode node, std::uint64_t *id) {
  return table().graph_node_id(node, id);
}
CUptiResult cuptiGetResultString(CUptiResult result, const char **text) {
  return table().result_string(result, text);
}
}
