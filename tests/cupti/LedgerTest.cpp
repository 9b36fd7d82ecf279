// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whose work a record is, on typed records made up by hand.

#include "FakeCore.h"
#include "FakeCupti.h"

#include "cupti/InductorNames.h"
#include "cupti/Ledger.h"

#include <gtest/gtest.h>

using namespace tensor_probe_test;

namespace {

class LedgerTest : public testing::Test {
protected:
  LedgerTest() { fake_file() = FakeFile(); }

  template <typename... Records> void take(const Records &...records) {
    (ledger.take(decode(reinterpret_cast<const CUpti_Activity &>(records))),
     ...);
  }
  const GpuBlock &row(std::uint32_t id) const { return fake_file().rows[id]; }

  Ledger ledger{fake_core(), /*emulated=*/false};
};

TEST_F(LedgerTest, KernelsTransfersAndFillsOfARow) {
  take(owner_record(7, 4), kernel_record(7, 1000, 3000), owner_record(8, 4),
       transfer_record(8, 3000, 3400, 96, CUPTI_ACTIVITY_MEMORY_KIND_PINNED,
                       CUPTI_ACTIVITY_MEMORY_KIND_DEVICE),
       owner_record(9, 4), fill_record(9, 4000, 4010));
  EXPECT_EQ(row(3).kernels, 1U);
  EXPECT_EQ(row(3).kernel_ns, 2000U);
  EXPECT_EQ(row(3).transfers, 1U);
  EXPECT_EQ(row(3).transfer_ns, 400U);
  EXPECT_EQ(row(3).transfer_bytes, 96U);
  EXPECT_EQ(row(3).pinned, 1U);
  EXPECT_EQ(row(3).pageable, 0U);
  EXPECT_EQ(row(3).fills, 1U);
  EXPECT_EQ(row(3).fill_ns, 10U);
  EXPECT_EQ(row(3).replayed, 0U);
}

TEST_F(LedgerTest, RecordsComeInAnyOrder) {
  take(kernel_record(7, 1000, 3000), kernel_record(8, 5000, 5500),
       owner_record(8, 1), owner_record(7, 2));
  EXPECT_EQ(row(0).kernel_ns, 500U);
  EXPECT_EQ(row(1).kernel_ns, 2000U);
}

TEST_F(LedgerTest, WhatIsNoCopysIsInNoRow) {
  // Kineto's ids are of another kind.
  take(owner_record(7, 2, CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0),
       kernel_record(7, 1000, 3000), kernel_record(8, 1000, 3000));
  for (const GpuBlock &block : fake_file().rows)
    EXPECT_EQ(block.kernels, 0U);
  EXPECT_EQ(ledger.take_lost(), 0U);
}

TEST_F(LedgerTest, ARecordWithoutAnEndHasNoTime) {
  take(owner_record(7, 1), kernel_record(7, 1000, 0), owner_record(8, 1),
       kernel_record(8, 1000, 1200));
  EXPECT_EQ(row(0).kernels, 2U);
  EXPECT_EQ(row(0).incomplete, 1U);
  EXPECT_EQ(row(0).kernel_ns, 200U);
}

TEST_F(LedgerTest, PageableTransfersHoldTheHostInTheirCall) {
  constexpr std::uint32_t copy = CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020;
  const auto device = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
  take(call_record(7, 100, 900, copy), owner_record(7, 1),
       transfer_record(7, 200, 800, 8, CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE,
                       device),
       owner_record(8, 2), call_record(8, 100, 900, copy),
       transfer_record(8, 200, 800, 8, CUPTI_ACTIVITY_MEMORY_KIND_PINNED,
                       device));
  EXPECT_EQ(row(0).waits, 1U);
  EXPECT_EQ(row(0).wait_ns, 800U);
  EXPECT_EQ(row(0).pageable, 1U);
  EXPECT_EQ(row(1).waits, 0U);
}

TEST_F(LedgerTest, WaitsOfTheHostAndNotOfStreams) {
  take(wait_record(7, 100, 400), owner_record(7, 1), owner_record(8, 1),
       wait_record(8, 100, 400,
                   CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT));
  EXPECT_EQ(row(0).waits, 1U);
  EXPECT_EQ(row(0).wait_ns, 300U);
}

TEST_F(LedgerTest, CopiesFromDeviceToDevice) {
  CUpti_ActivityMemcpyPtoP4 peer{};
  peer.kind = CUPTI_ACTIVITY_KIND_MEMCPY2;
  peer.correlationId = 7;
  peer.bytes = 32;
  peer.start = 10;
  peer.end = 60;
  take(owner_record(7, 1), peer);
  EXPECT_EQ(row(0).peer, 1U);
  EXPECT_EQ(row(0).transfer_bytes, 32U);
  EXPECT_EQ(row(0).transfer_ns, 50U);
}

TEST_F(LedgerTest, GraphsAreChargedToTheCopyThatWasCaptured) {
  ledger.add_node(100, 2);     // captured by a copy of row 2
  ledger.clone_node(200, 100); // instantiated
  ledger.clone_node(201, 101); // of a kernel of the program's own
  // Both replays have the correlation id of their cudaGraphLaunch().
  take(kernel_record(7, 1000, 1300, 200), kernel_record(7, 1300, 1900, 201),
       kernel_record(8, 3000, 3400, 200));
  EXPECT_EQ(row(2).kernels, 2U);
  EXPECT_EQ(row(2).kernel_ns, 700U);
  EXPECT_EQ(row(2).replayed, 2U);
  EXPECT_EQ(row(2).replayed_ns, 700U);
}

TEST_F(LedgerTest, WhatComesTooLateIsCounted) {
  take(owner_record(1 + Ledger::kSlots, 1), owner_record(1, 1),
       kernel_record(1, 10, 20));
  EXPECT_EQ(row(0).kernels, 0U);
  EXPECT_EQ(ledger.take_lost(), 2U);
  EXPECT_EQ(ledger.take_lost(), 0U);
}

TEST_F(LedgerTest, CorrelationIdsWrap) {
  take(owner_record(0xffffffffU, 1), kernel_record(0xffffffffU, 10, 20),
       owner_record(0xffffffffU + Ledger::kSlots, 2),
       kernel_record(0xffffffffU + Ledger::kSlots, 10, 30));
  EXPECT_EQ(row(0).kernel_ns, 10U);
  EXPECT_EQ(row(1).kernel_ns, 20U);
  EXPECT_EQ(ledger.take_lost(), 0U);
}

TEST_F(LedgerTest, ARowWithoutABlockIsALoss) {
  take(owner_record(7, 100), kernel_record(7, 10, 20));
  EXPECT_EQ(ledger.take_lost(), 1U);
}

TEST_F(LedgerTest, MoreNodesThanThereIsRoomFor) {
  for (std::uint64_t node = 1; node <= Ledger::kNodes; ++node)
    ledger.add_node(node, 1);
  EXPECT_EQ(ledger.take_lost(), Ledger::kNodes / 2);
  take(kernel_record(7, 10, 20, 1), kernel_record(7, 10, 20, Ledger::kNodes));
  EXPECT_EQ(row(1).kernels, 1U);
}

TEST_F(LedgerTest, NoTimeOfWhatIsMadeUp) {
  Ledger emulated(fake_core(), /*emulated=*/true);
  const auto kernel = kernel_record(7, 1000, 3000);
  const auto wait = wait_record(7, 1000, 3000);
  const auto owner = owner_record(7, 1);
  emulated.take(decode(reinterpret_cast<const CUpti_Activity &>(owner)));
  emulated.take(decode(reinterpret_cast<const CUpti_Activity &>(kernel)));
  emulated.take(decode(reinterpret_cast<const CUpti_Activity &>(wait)));
  EXPECT_EQ(row(0).kernels, 1U);
  EXPECT_EQ(row(0).kernel_ns, 0U);
  EXPECT_EQ(row(0).waits, 1U);
  EXPECT_EQ(row(0).wait_ns, 0U);
}

/// The same work in another stream.
template <typename Record> Record in_stream(Record record, std::uint32_t id) {
  record.streamId = id;
  return record;
}

TEST_F(LedgerTest, WhatOtherStreamsDidMeanwhile) {
  take(owner_record(7, 1), in_stream(kernel_record(7, 1000, 2000), 7),
       in_stream(kernel_record(8, 500, 1200), 9),  // 200 of it
       in_stream(kernel_record(9, 1100, 1300), 9), // 100 more
       in_stream(fill_record(10, 1250, 1500), 11), // 200 more
       in_stream(kernel_record(11, 1600, 1700), 7),
       in_stream(kernel_record(12, 2000, 3000), 9));
  ledger.settle(/*all=*/false);
  EXPECT_EQ(row(0).watched_ns, 0U); // too young
  ledger.settle(/*all=*/true);
  EXPECT_EQ(row(0).watched_ns, 1000U);
  EXPECT_EQ(row(0).overlap_ns, 500U);
}

TEST_F(LedgerTest, OtherDevicesAreNotBeside) {
  auto elsewhere = in_stream(kernel_record(8, 1000, 2000), 9);
  elsewhere.deviceId = 1;
  take(owner_record(7, 1), in_stream(kernel_record(7, 1000, 2000), 7),
       elsewhere);
  ledger.settle(/*all=*/true);
  EXPECT_EQ(row(0).watched_ns, 1000U);
  EXPECT_EQ(row(0).overlap_ns, 0U);
}

TEST_F(LedgerTest, OverlapsOfALongRunInBoundedMemory) {
  constexpr std::uint32_t copies = 3 * Overlap::kMost;
  for (std::uint32_t i = 1; i <= copies; ++i) {
    const std::uint64_t start = i * 10000ULL;
    take(owner_record(2 * i, 1),
         in_stream(kernel_record(2 * i, start, start + 100), 7),
         in_stream(kernel_record(2 * i + 1, start + 50, start + 150), 9));
  }
  ledger.settle(/*all=*/true);
  EXPECT_EQ(row(0).watched_ns, copies * 100ULL);
  // The piece that comes when memory is full finds its copy answered.
  EXPECT_LE(row(0).overlap_ns, copies * 50ULL);
  EXPECT_GE(row(0).overlap_ns, (copies - 10) * 50ULL);
}

TEST_F(LedgerTest, CopyKernelsOfCompiledCode) {
  auto copies = kernel_record(7, 1000, 3000);
  copies.name = "triton_poi_fused__to_copy_permute_3";
  auto adds = kernel_record(8, 1000, 3000);
  adds.name = "triton_poi_fused_add_clone_1";
  take(copies, adds, kernel_record(9, 1000, 3000), copies);
  ASSERT_EQ(fake_file().kernels.size(), 1U);
  const auto &[name, block] = fake_file().kernels.front();
  EXPECT_EQ(name, copies.name);
  EXPECT_EQ(block.kernels, 2U);
  EXPECT_EQ(block.kernel_ns, 4000U);
}

TEST(InductorNames, KernelsThatOnlyCopy) {
  for (const char *name :
       {"triton_poi_fused_clone_0", "triton_poi_fused__to_copy_permute_3",
        "triton_poi_fused_cat_12", "triton_poi_fused__unsafe_view_clone_1",
        "triton_poi_fused_copy__transpose_0", "triton_poi_fused_t_0"})
    EXPECT_TRUE(is_copy_kernel_of_inductor(name)) << name;
}

TEST(InductorNames, KernelsThatDoMore) {
  for (const char *name :
       {"", "triton_", "triton_poi_fused_0", "triton_poi_fused_clone",
        "triton_poi_fused_clone_", "triton_poi_fused_add_clone_0",
        "triton_red_fused_clone_sum_0", "triton_poi_fused_cloned_0",
        "triton_poi_fused_clone_0_extra", "elementwise_kernel",
        "triton_poi_fused_cat_clone_copy_expand_flip_gather_index_permute_"
        "roll_select_0"})
    EXPECT_FALSE(is_copy_kernel_of_inductor(name)) << name;
}

} // namespace
