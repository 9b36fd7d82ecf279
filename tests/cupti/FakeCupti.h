// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CUPTI that makes its records up: as a table for the tests of one process,
// and as a library for whole programs (FakeLibrary.cpp).

#ifndef TENSOR_TIDY_TESTS_CUPTI_FAKECUPTI_H
#define TENSOR_TIDY_TESTS_CUPTI_FAKECUPTI_H

#include "cupti/CuptiTable.h"

#include <cstdint>
#include <cstring>
#include <vector>

namespace tensor_probe_test {

// Records of the types that CUPTI itself writes. Times in ns; end 0: it never
// came.
CUpti_ActivityKernel9 kernel_record(std::uint32_t correlation,
                                    std::uint64_t start, std::uint64_t end,
                                    std::uint64_t graph_node = 0);
CUpti_ActivityMemcpy5 transfer_record(std::uint32_t correlation,
                                      std::uint64_t start, std::uint64_t end,
                                      std::uint64_t bytes,
                                      CUpti_ActivityMemoryKind from,
                                      CUpti_ActivityMemoryKind to);
CUpti_ActivityMemset4 fill_record(std::uint32_t correlation,
                                  std::uint64_t start, std::uint64_t end);
CUpti_ActivitySynchronization
wait_record(std::uint32_t correlation, std::uint64_t start, std::uint64_t end,
            CUpti_ActivitySynchronizationType type =
                CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE);
CUpti_ActivityAPI call_record(std::uint32_t correlation, std::uint64_t start,
                              std::uint64_t end, std::uint32_t function);
/// kind: Kineto's own ids are of another than the probe's.
CUpti_ActivityExternalCorrelation
owner_record(std::uint32_t correlation, std::uint64_t external_id,
             CUpti_ExternalCorrelationKind kind =
                 CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2);

/// What the fake is told, and what it has seen; one per process.
struct FakeState {
  // Answers.
  CUptiResult subscribe_result = CUPTI_SUCCESS;
  CUptiResult enable_result = CUPTI_SUCCESS;
  const char *holder = "";
  std::uint32_t version = 130001;
  std::size_t dropped = 0; ///< said once
  // What was asked for.
  int subscribed = 0, unsubscribed = 0;
  std::vector<CUpti_ActivityKind> enabled, disabled;
  CUpti_CallbackFunc on_resource = nullptr;
};

FakeState &fake_state();
tensor_probe::CuptiTable fake_table();

/// Puts a record into the buffer that is being filled.
void emit(const void *record, std::size_t bytes);
template <typename Record> void emit(const Record &record) {
  emit(&record, sizeof(record));
}
/// Hands the buffer that is being filled over, if there is one.
void deliver();

} // namespace tensor_probe_test

#endif // TENSOR_TIDY_TESTS_CUPTI_FAKECUPTI_H
