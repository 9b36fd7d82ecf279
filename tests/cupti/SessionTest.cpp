// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part over a table of made-up functions. Every case is a process of its
// own: there is one session in each.

#include "FakeCore.h"
#include "FakeCupti.h"

#include "cupti/Recording.h"
#include "cupti/Session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <unistd.h>

using namespace tensor_probe_test;
using testing::AllOf;
using testing::HasSubstr;

namespace {

SiteBlock row_with_id(std::uint32_t id) {
  SiteBlock row{};
  row.header.id = id;
  return row;
}

struct Begun {
  const GpuTracer *tracer;
  std::string reason;
};

Begun begin() {
  static const CuptiTable table = fake_table();
  char reason[512] = "";
  const GpuTracer *tracer =
      begin_session(fake_core(), table, reason, sizeof(reason));
  return {tracer, reason};
}

void copy(const GpuTracer &tracer, const SiteBlock &row) {
  ASSERT_TRUE(tracer.open(row));
  tracer.close();
}

TEST(Session, WhatADeviceDoesDuringACopyIsTheRows) {
  const Begun begun = begin();
  ASSERT_NE(begun.tracer, nullptr) << begun.reason;
  copy(*begun.tracer, row_with_id(5));
  copy(*begun.tracer, row_with_id(5));
  begun.tracer->flush();
  const GpuBlock &block = fake_file().rows[5];
  EXPECT_EQ(block.copies, 2U);
  EXPECT_EQ(block.kernels, 2U);
  EXPECT_EQ(block.transfers, 2U);
  EXPECT_EQ(block.pageable, 2U);
  EXPECT_EQ(block.waits, 2U);
  EXPECT_EQ(lost_records(), 0U);
}

TEST(Session, ManyThreads) {
  const Begun begun = begin();
  ASSERT_NE(begun.tracer, nullptr);
  constexpr int kThreads = 8, kCopies = 2000;
  std::vector<std::thread> threads;
  for (std::uint32_t id = 0; id < kThreads; ++id)
    threads.emplace_back([&begun, id] {
      const SiteBlock row = row_with_id(id);
      for (int i = 0; i < kCopies; ++i) {
        begun.tracer->open(row);
        begun.tracer->close();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  begun.tracer->flush();
  for (std::uint32_t id = 0; id < kThreads; ++id) {
    const GpuBlock &block = fake_file().rows[id];
    EXPECT_EQ(block.copies, 2000U);
    EXPECT_EQ(block.kernels, 2000U);
    EXPECT_EQ(block.transfers, 2000U);
  }
  EXPECT_EQ(lost_records(), 0U);
}

TEST(Session, DroppedRecordsAreCounted) {
  const Begun begun = begin();
  ASSERT_NE(begun.tracer, nullptr);
  fake_state().dropped = 3;
  copy(*begun.tracer, row_with_id(0));
  begun.tracer->flush();
  EXPECT_EQ(lost_records(), 3U);
}

/// Calls back as the driver does when a graph is captured or instantiated.
void graph_event(CUpti_CallbackId what, std::uintptr_t node,
                 std::uintptr_t original) {
  CUpti_GraphData graph{};
  graph.node = reinterpret_cast<CUgraphNode>(node);
  graph.originalNode = reinterpret_cast<CUgraphNode>(original);
  CUpti_ResourceData resource{};
  resource.resourceDescriptor = &graph;
  fake_state().on_resource(nullptr, CUPTI_CB_DOMAIN_RESOURCE, what, &resource);
}

TEST(Session, GraphsAreChargedToTheCopyThatWasCaptured) {
  const Begun begun = begin();
  ASSERT_NE(begun.tracer, nullptr);
  graph_event(CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED, 40, 0); // no copy's
  ASSERT_TRUE(begun.tracer->open(row_with_id(2)));
  graph_event(CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED, 41, 0);
  begun.tracer->close();
  graph_event(CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED, 50, 40);
  graph_event(CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED, 51, 41);
  for (int replay = 0; replay < 3; ++replay) {
    emit(kernel_record(900, 10, 20, 50));
    emit(kernel_record(900, 20, 30, 51));
  }
  begun.tracer->flush();
  EXPECT_EQ(fake_file().rows[2].replayed, 3U);
}

TEST(Session, AnotherToolHasTheSeat) {
  fake_state().subscribe_result =
      CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
  fake_state().holder = "CUPTI for Some Profiler";
  const Begun begun = begin();
  EXPECT_EQ(begun.tracer, nullptr);
  EXPECT_THAT(begun.reason, AllOf(HasSubstr("another tool has CUPTI"),
                                  HasSubstr("Some Profiler")));
  EXPECT_TRUE(fake_state().enabled.empty());
}

TEST(Session, NothingStaysOnWhenARecordIsRefused) {
  fake_state().enable_result = CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
  const Begun begun = begin();
  EXPECT_EQ(begun.tracer, nullptr);
  EXPECT_THAT(begun.reason,
              AllOf(HasSubstr("error 35"), HasSubstr("only administrators")));
  EXPECT_EQ(fake_state().unsubscribed, 1);
  for (const CUpti_ActivityKind kind : fake_state().enabled)
    EXPECT_THAT(fake_state().disabled, testing::Contains(kind));
}

TEST(Session, WithoutADriverCuptiKnowsNoReason) {
  fake_state().subscribe_result = CUPTI_ERROR_UNKNOWN; // as CUDA 13.0 says
  const Begun begun = begin();
  EXPECT_EQ(begun.tracer, nullptr);
  EXPECT_THAT(begun.reason,
              AllOf(HasSubstr("error 999"), HasSubstr("subscription")));
}

TEST(Session, ACuptiThatIsTooOld) {
  fake_state().version = 17;
  const Begun begun = begin();
  EXPECT_EQ(begun.tracer, nullptr);
  EXPECT_THAT(begun.reason, HasSubstr("version 17"));
  EXPECT_EQ(fake_state().subscribed, 0);
}

TEST(Session, AForkedChildIsNotTraced) {
  const Begun begun = begin();
  ASSERT_NE(begun.tracer, nullptr);
  ++fake_file().generation;
  EXPECT_FALSE(begun.tracer->open(row_with_id(1)));
  EXPECT_EQ(fake_file().rows[1].copies, 0U);
}

/// A session that keeps its buffers in a folder, and the file.
class Recorded : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "cupti-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    setenv("TENSOR_PROBE_GPU_RECORD", pattern.c_str(), 1);
    const Begun begun = begin();
    ASSERT_NE(begun.tracer, nullptr) << begun.reason;
    ASSERT_TRUE(begun.tracer->open(row_with_id(3)));
    graph_event(CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED, 41, 0);
    begun.tracer->close();
    graph_event(CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED, 51, 41);
    emit(kernel_record(900, 20, 30, 51));
    begun.tracer->flush();
    file = folder / (std::to_string(getpid()) + ".cupti");
    once = fake_file().rows[3];
    fake_file().rows[3] = GpuBlock{};
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  bool play() {
    Ledger ledger(fake_core(), /*emulated=*/true);
    return replay(file.c_str(), ledger, header, error);
  }

  std::filesystem::path folder, file;
  GpuBlock once{};
  RecordingHeader header{};
  std::string error;
};

TEST_F(Recorded, SaysTheSameAgain) {
  ASSERT_TRUE(play()) << error;
  EXPECT_EQ(header.emulated, 1U);
  EXPECT_EQ(header.cupti_version, 130001U);
  const GpuBlock &again = fake_file().rows[3];
  EXPECT_EQ(once.kernels, 2U);
  EXPECT_EQ(again.kernels, once.kernels);
  EXPECT_EQ(again.transfers, once.transfers);
  EXPECT_EQ(again.pageable, once.pageable);
  EXPECT_EQ(again.waits, once.waits);
  EXPECT_EQ(again.replayed, 1U);
}

TEST_F(Recorded, CutShortItIsAnErrorThatNamesTheByte) {
  const auto whole = std::filesystem::file_size(file);
  for (std::uintmax_t size = whole - 1; size > 0; size -= size > 64 ? 61 : 1) {
    std::filesystem::resize_file(file, size);
    // At the end of a chunk nothing is missing.
    if (!play()) {
      EXPECT_THAT(error, HasSubstr("byte ")) << size;
    }
  }
  std::filesystem::resize_file(file, sizeof(RecordingHeader) + 20);
  EXPECT_FALSE(play());
  std::filesystem::remove(file);
  EXPECT_FALSE(play());
}

TEST_F(Recorded, DamagedBytesAreNotBelieved) {
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  int refused = 0;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0xff);
    std::ofstream(file, std::ios::binary | std::ios::trunc) << damaged;
    refused += play() ? 0 : 1;
  }
  EXPECT_GT(refused, 10);
}

} // namespace
