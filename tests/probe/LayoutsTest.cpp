// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What made tensors strided, in whole programs.

#include "ProbeProcess.h"

using namespace tensor_probe_test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

/// The steps that led to the strided side of the file's n-th copy.
std::vector<std::string> steps_of_row(const ReadFile &file, std::size_t n) {
  const SiteBlock &row = file.rows.at(n);
  return file.steps(row.src_layout != 0 ? row.src_layout : row.dst_layout);
}

TEST_F(ProbeProcess, WhatMadeTheOperandStrided) {
  const Ended ended = victim("layouts", "TENSOR_PROBE_LAYOUTS=1");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "");
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  EXPECT_NE(file.header.tiers & kTierLayouts, 0U);
  ASSERT_THAT(file.rows, SizeIs(4));
  const auto two_steps = ElementsAre("aten::transpose", "aten::narrow");
  EXPECT_THAT(steps_of_row(file, 0), two_steps);
  EXPECT_NE(file.frame_in(file.layouts.at(0).stack, "probe_victim"), nullptr);
  // neg() lays its result out as it was.
  EXPECT_THAT(steps_of_row(file, 1), two_steps);
  EXPECT_EQ(file.rows[2].src_layout, 0U);
  EXPECT_THAT(steps_of_row(file, 2), ElementsAre("aten::t"));
  EXPECT_EQ(file.rows[3].src_layout, 0U);
  EXPECT_EQ(file.all_losses(), 0U);
}

TEST_F(ProbeProcess, LayoutsAreNotFollowedUnlessAskedFor) {
  const Ended ended = victim("layouts");
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].header.tiers & kTierLayouts, 0U);
  EXPECT_THAT(ended.files[0].layouts, IsEmpty());
  EXPECT_EQ(ended.files[0].rows.at(0).src_layout, 0U);
}

TEST_F(ProbeProcess, LayoutsOfAForkedChildAreItsOwn) {
  const Ended ended = victim("fork", "TENSOR_PROBE_LAYOUTS=1");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(2));
  for (const ReadFile &file : ended.files)
    EXPECT_THAT(steps_of_row(file, 0), ElementsAre("aten::t"));
}

TEST_F(ProbeProcess, LayoutsOfManyThreads) {
  const Ended ended = victim("threads", "TENSOR_PROBE_LAYOUTS=1");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].copies(), 40200U);
  EXPECT_EQ(ended.files[0].all_losses(), 0U);
}

/// As often as `part` is in `text`.
std::size_t times(const std::string &text, const std::string &part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos;
       at += part.size())
    ++count;
  return count;
}

TEST_F(ProbeProcess, ErrorsOfViewSayWhatMadeTheTensorStrided) {
  const Ended plain = victim("view-errors");
  // No tensor-tidy there: the operator without its line.
  const Ended ended =
      victim("view-errors", "TENSOR_PROBE_LAYOUTS=1 TENSOR_TIDY=/nowhere");
  EXPECT_EQ(plain.status, 0);
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(times(plain.output, "view size is not compatible"), 3U);
  EXPECT_EQ(times(ended.output, "view size is not compatible"), 3U);
  EXPECT_EQ(times(plain.output, "made strided"), 0U);
  EXPECT_EQ(times(ended.output,
                  "tensor_probe: the tensor was made strided by aten::t"),
            3U);
  // That of the contiguous tensor is left as it is; nobody warns.
  EXPECT_EQ(times(ended.output, "shape '[7]' is invalid"), 1U);
  EXPECT_EQ(times(ended.output, "overrid"), 0U);
}

#ifdef TENSOR_TIDY_PROGRAM
TEST_F(ProbeProcess, ErrorsOfViewHaveTheLineWhereTheToolIsFound) {
  const Ended ended = victim("view-errors", "TENSOR_PROBE_LAYOUTS=1 "
                                            "TENSOR_TIDY=" TENSOR_TIDY_PROGRAM);
  EXPECT_EQ(times(ended.output, "made strided by t at "), 3U) << ended.output;
}
#endif

} // namespace
