// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of CUPTI that the GPU tier calls, as a table: those of the
// library in the process (CuptiLibrary.h), or made up ones. Recorded buffers
// are read without it (Recording.h).

#ifndef TENSOR_PROBE_CUPTI_CUPTITABLE_H
#define TENSOR_PROBE_CUPTI_CUPTITABLE_H

#include <cupti.h>

namespace tensor_probe {

struct CuptiTable {
  decltype(&cuptiGetVersion) get_version;
  decltype(&cuptiSubscribe) subscribe;
  decltype(&cuptiUnsubscribe) unsubscribe;
  decltype(&cuptiEnableCallback) enable_callback;
  decltype(&cuptiActivityRegisterCallbacks) register_buffers;
  decltype(&cuptiActivityEnable) enable;
  decltype(&cuptiActivityDisable) disable;
  decltype(&cuptiActivityFlushAll) flush_all;
  decltype(&cuptiActivityGetNextRecord) next_record;
  decltype(&cuptiActivityGetNumDroppedRecords) dropped_records;
  decltype(&cuptiActivityPushExternalCorrelationId) push;
  decltype(&cuptiActivityPopExternalCorrelationId) pop;
  decltype(&cuptiGetGraphNodeId) graph_node_id;
  decltype(&cuptiGetResultString) result_string;
  // Those that not every version has; null where they are missing.
  decltype(&cuptiActivityFlushPeriod) flush_period;
#if CUPTI_API_VERSION >= 130000
  decltype(&cuptiSubscribe_v2) subscribe_naming_holder;
#endif
  /// The records are made up: no time of them means anything.
  bool emulated;
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_CUPTI_CUPTITABLE_H
