// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of the backward pass, in whole programs.

#include "ProbeProcess.h"

#include <csignal>
#include <map>
#include <sys/wait.h>

using namespace tensor_probe_test;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

namespace {

constexpr char kNode[] = "ViewBackward0";

/// Copies of the node of view(), by the stack of the forward call.
std::map<std::uint32_t, std::uint64_t> copies_by_forward(const ReadFile &file) {
  std::map<std::uint32_t, std::uint64_t> copies;
  for (const SiteBlock &row : file.rows)
    if (row.node != 0 && file.strings.at(row.node - 1) == kNode)
      copies[row.forward] += row.count;
  return copies;
}

TEST_F(ProbeProcess, BackwardCopiesKnowTheirForwardCalls) {
  const Ended ended = victim("backward", "TENSOR_PROBE_REACH=1");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "");
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  std::map<std::uintptr_t, std::uint64_t>
      copies; // by the calling function's pc
  for (const auto &[forward, count] : copies_by_forward(file)) {
    ASSERT_NE(forward, 0U);
    const Frame *frame = file.frame_in(forward - 1, "probe_victim");
    ASSERT_NE(frame, nullptr);
    copies[frame->pc] += count;
  }
  std::vector<std::uint64_t> counts;
  for (const auto &[pc, count] : copies)
    counts.push_back(count);
  EXPECT_THAT(counts, UnorderedElementsAre(11U, 6U));
  for (const SiteBlock &row : file.rows)
    EXPECT_EQ((row.flags & kFlagBackward) != 0, row.node != 0);
  EXPECT_EQ(file.header.forwards_unknown, 0U);
  EXPECT_EQ(file.all_losses(), 0U);
}

TEST_F(ProbeProcess, BackwardCopiesAreCopiesWithoutTheTier) {
  const Ended with = victim("backward", "TENSOR_PROBE_REACH=1");
  const std::uint64_t copies = with.files.at(0).copies();
  fs::remove_all(out);
  const Ended ended = victim("backward");
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].copies(), copies);
  for (const SiteBlock &row : ended.files[0].rows) {
    EXPECT_EQ(row.node, 0U);
    EXPECT_EQ(row.forward, 0U);
  }
}

TEST_F(ProbeProcess, BackwardOnOtherThreads) {
  const Ended ended = victim("backward-threads", "TENSOR_PROBE_REACH=1");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  // A slot that another thread looks into is taken for one that is not there.
  EXPECT_EQ(file.copies_in(kNode, true) + file.header.forwards_unknown, 400U);
  EXPECT_EQ(file.copies_in(kNode, false), file.header.forwards_unknown);
  EXPECT_LT(file.header.forwards_unknown, 4U);
  EXPECT_EQ(file.all_losses(), 0U);
}

TEST_F(ProbeProcess, TheOldestForwardCallsAreForgottenAndCounted) {
  const Ended ended = victim("backward-late", "TENSOR_PROBE_REACH=1");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  EXPECT_EQ(file.copies_in(kNode, false), 1U);
  EXPECT_EQ(file.copies_in(kNode, true), 1U);
  std::uint64_t unknown = 0;
  for (const SiteBlock &row : file.rows)
    unknown += row.node != 0 && row.forward == 0 ? row.count : 0;
  EXPECT_EQ(file.header.forwards_unknown, unknown);
}

TEST_F(ProbeProcess, ForwardCallsOfTheParentAreNotTheChilds) {
  const Ended ended = victim("backward-fork", "TENSOR_PROBE_REACH=1");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(2));
  for (const ReadFile &file : ended.files) {
    const bool is_child = file.header.forwards_unknown != 0;
    EXPECT_EQ(file.copies_in(kNode, true), 1U);
    EXPECT_EQ(file.copies_in(kNode, false), is_child ? 1U : 0U);
  }
}

TEST_F(ProbeProcess, BackwardCopiesSurviveAKill) {
  const Ended ended = victim("backward-kill", "TENSOR_PROBE_REACH=1");
  EXPECT_TRUE(WIFSIGNALED(ended.status) ||
              WEXITSTATUS(ended.status) == 128 + SIGKILL);
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].copies_in(kNode, true), 100U);
}

TEST_F(ProbeProcess, AnOuterOperatorLeavesInnerOnesTheirNodes) {
  const Ended ended = victim("backward-outer", "TENSOR_PROBE_REACH=1");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  EXPECT_EQ(file.copies_in(kNode, true), 2U);
  const std::map<std::uint32_t, std::uint64_t> copies = copies_by_forward(file);
  ASSERT_THAT(copies, SizeIs(1));
  EXPECT_NE(copies.begin()->first, 0U);
}

TEST_F(ProbeProcess, ForwardCallsTakeNoRoomFromCopies) {
  const Ended ended = victim("backward-full", "TENSOR_PROBE_REACH=1");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  EXPECT_EQ(file.all_losses(), 0U);
  EXPECT_EQ(file.copies_in(kNode, true) + file.copies_in(kNode, false), 4096U);
  EXPECT_GT(file.copies_in(kNode, true), 900U);
  EXPECT_GT(file.header.forwards_full, 0U);
  EXPECT_EQ(file.header.forwards_full, file.copies_in(kNode, false));
  EXPECT_EQ(file.header.forwards_unknown, 0U);
  EXPECT_LT(file.stacks.size(), 4096U + 100U);
  std::uint64_t others = 0;
  for (const SiteBlock &row : file.rows)
    others += row.node == 0 && row.bytes == 3 * 8192 ? row.count : 0;
  EXPECT_EQ(others, 3U);
}

TEST_F(ProbeProcess, UnknownForwardCallsAreOfCopies) {
  const Ended ended = victim("backward-writes", "TENSOR_PROBE_MATERIALISED=1");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  std::uint64_t copies = 0, nothing = 0;
  for (const SiteBlock &row : file.rows) {
    if (row.node == 0 ||
        file.strings.at(row.node - 1).find("CppNode") == std::string::npos)
      continue;
    EXPECT_EQ(row.forward, 0U);
    (row.copy_class == static_cast<int>(CopyClass::nothing) ? nothing
                                                            : copies) +=
        row.count;
  }
  EXPECT_GT(copies, 0U);
  EXPECT_EQ(nothing, 1U);
  EXPECT_EQ(file.header.forwards_unknown, copies);
}

TEST_F(ProbeProcess, DestinationsThatOverlapThemselves) {
  const Ended ended = victim("overlap");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "refused\n");
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  ASSERT_THAT(file.misuses, SizeIs(1));
  const MisuseBlock &misuse = file.misuses[0];
  EXPECT_EQ(misuse.misuse,
            static_cast<std::uint32_t>(MisuseKind::shared_elements));
  EXPECT_EQ(misuse.count, 3U);
  EXPECT_EQ(misuse.text, kNoId);
  EXPECT_EQ(misuse.bytes, 80U);
  ASSERT_EQ(misuse.dim, 2U);
  EXPECT_EQ(misuse.sizes[0], 5);
  EXPECT_EQ(misuse.strides[0], 2);
  EXPECT_EQ(misuse.strides[1], 1);
  EXPECT_NE(file.frame_in(misuse.stack, "probe_victim"), nullptr);
  EXPECT_EQ(file.header.untested, 0U);
}

TEST_F(ProbeProcess, NothingIsMisusedByOrdinaryCopies) {
  for (const char *scenario : {"copies", "layouts", "copies-inside"}) {
    const Ended ended = victim(scenario);
    ASSERT_THAT(ended.files, SizeIs(1)) << scenario;
    EXPECT_THAT(ended.files[0].misuses, IsEmpty()) << scenario;
    fs::remove_all(out);
  }
}

} // namespace
