// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's own library, in a process without a driver.

#include "FakeCupti.h"

#include "cupti/Activity.h"
#include "cupti/CuptiLibrary.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace tensor_probe;
using namespace tensor_probe_test;

namespace {

/// Eight bytes aligned, as CUPTI's buffers are.
class Buffer {
public:
  template <typename Record> void add(Record record) {
    const std::size_t words = (sizeof(record) + 7) / 8;
    words_.resize(words_.size() + words);
    std::memcpy(&words_[words_.size() - words], &record, sizeof(record));
  }
  std::uint8_t *data() {
    return reinterpret_cast<std::uint8_t *>(words_.data());
  }
  std::size_t size() const { return words_.size() * 8; }

private:
  std::vector<std::uint64_t> words_;
};

TEST(RealCupti, WalksTheRecordsThatAreDecoded) {
  ASSERT_EQ(setenv("TENSOR_PROBE_CUPTI", CUPTI_LIBRARY, 1), 0);
  CuptiTable cupti{};
  char reason[512] = "";
  EXPECT_FALSE(load_cupti(cupti, reason, sizeof(reason)));
  EXPECT_STREQ(reason, "no CUDA driver is loaded in this process");
  ASSERT_NE(cupti.next_record, nullptr) << reason;
  EXPECT_FALSE(cupti.emulated);

  Buffer buffer;
  buffer.add(owner_record(7, 3));
#if CUPTI_API_VERSION >= 130000
  CUpti_ActivityKernel10 kernel{};
  CUpti_ActivityMemcpy6 transfer{};
#else
  CUpti_ActivityKernel9 kernel{};
  CUpti_ActivityMemcpy5 transfer{};
#endif
  kernel.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
  kernel.correlationId = 7;
  kernel.start = 100;
  kernel.end = 250;
  kernel.graphNodeId = 9;
  buffer.add(kernel);
  transfer.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
  transfer.correlationId = 8;
  transfer.bytes = 64;
  transfer.dstKind = CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE;
  buffer.add(transfer);

  std::vector<Activity> activities;
  CUpti_Activity *record = nullptr;
  while (cupti.next_record(buffer.data(), buffer.size(), &record) ==
         CUPTI_SUCCESS)
    activities.push_back(decode(*record));
  ASSERT_EQ(activities.size(), 3U);
  EXPECT_EQ(activities[0].work, Work::owner);
  EXPECT_EQ(activities[0].external_id, 3U);
  EXPECT_EQ(activities[1].work, Work::kernel);
  EXPECT_EQ(activities[1].ns(), 150U);
  EXPECT_EQ(activities[1].graph_node, 9U);
  EXPECT_EQ(activities[2].work, Work::transfer);
  EXPECT_EQ(activities[2].bytes, 64U);
  EXPECT_TRUE(activities[2].pageable);
  EXPECT_FALSE(activities[2].is_complete());
}

} // namespace
