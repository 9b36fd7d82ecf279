// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The trace tier in whole programs: an event for each copy.

#include "ProbeProcess.h"

#include <set>

using namespace tensor_probe_test;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

TEST_F(ProbeProcess, EachCopyIsAnEvent) {
  const Ended ended = victim("copies", "TENSOR_PROBE_TRACE=1");
  EXPECT_EQ(ended.status, 0);
  expect_all_copies(ended);
  const ReadFile &file = ended.files.at(0);
  EXPECT_NE(file.header.tiers & kTierTrace, 0U);
  ASSERT_THAT(file.events, SizeIs(100));
  EXPECT_EQ(file.header.untraced, 0U);
  std::uint64_t last = 0, ns = 0;
  for (const TraceEvent &event : file.events) {
    EXPECT_EQ(event.row, 0U);
    EXPECT_EQ(event.bytes, 8192U);
    EXPECT_EQ(event.thread, file.header.pid); // the first thread
    EXPECT_GE(event.start_ns, last);
    last = event.start_ns + event.ns;
    ns += event.ns;
  }
  EXPECT_EQ(ns, file.rows[0].ns_sum);
  EXPECT_EQ(last, file.rows[0].last_ns);
}

TEST_F(ProbeProcess, NoEventsUnlessAskedFor) {
  const Ended ended = victim("copies");
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].header.tiers & kTierTrace, 0U);
  EXPECT_THAT(ended.files[0].events, IsEmpty());
  EXPECT_EQ(ended.files[0].header.untraced, 0U);
}

TEST_F(ProbeProcess, CopiesBeyondTheLimitHaveNoEventAndAreCounted) {
  const Ended ended = victim("copies", "TENSOR_PROBE_TRACE=40");
  expect_all_copies(ended);
  EXPECT_THAT(ended.files.at(0).events, SizeIs(40));
  EXPECT_EQ(ended.files[0].header.untraced, 60U);
}

TEST_F(ProbeProcess, EventsOfManyThreads) {
  const Ended ended = victim("threads", "TENSOR_PROBE_TRACE=30000");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  ASSERT_THAT(file.events, SizeIs(30000));
  EXPECT_EQ(file.header.untraced, 10200U);
  std::set<std::uint32_t> threads;
  for (const TraceEvent &event : file.events)
    threads.insert(event.thread);
  EXPECT_EQ(threads.count(0), 0U);
  EXPECT_GE(threads.size(), 6U);
}

TEST_F(ProbeProcess, AKilledProgramKeepsItsEvents) {
  const Ended ended = victim("kill", "TENSOR_PROBE_TRACE=1");
  expect_all_copies(ended);
  EXPECT_THAT(ended.files.at(0).events, SizeIs(100));
}

TEST_F(ProbeProcess, EventsOfAForkedChildAreItsOwn) {
  const Ended ended = victim("fork", "TENSOR_PROBE_TRACE=1");
  ASSERT_THAT(ended.files, SizeIs(2));
  for (const ReadFile &file : ended.files) {
    EXPECT_EQ(file.events.size(), file.copies());
    for (const TraceEvent &event : file.events)
      EXPECT_EQ(event.thread, file.header.pid);
  }
}

} // namespace
