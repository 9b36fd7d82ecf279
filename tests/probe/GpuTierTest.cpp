// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What GPUs do for copies, in whole programs, over a CUPTI that makes its
// records up. The records of a real one: scripts/gpu-check.

#include "ProbeProcess.h"

using namespace tensor_probe_test;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

#ifdef PROBE_FAKE_CUPTI
const std::string emulated =
    "TENSOR_PROBE_GPU=emulated TENSOR_PROBE_CUPTI=" PROBE_FAKE_CUPTI " ";
constexpr std::uint32_t both_tiers = kTierGpu | kTierGpuEmulated;

void expect_emulated(const ReadFile &file, std::uint64_t copies) {
  EXPECT_EQ(file.header.tiers & both_tiers, both_tiers);
  ASSERT_FALSE(file.gpu.empty());
  GpuBlock gpu = file.gpu[0];
  for (std::size_t i = 1; i < file.gpu.size(); ++i) {
    gpu.copies += file.gpu[i].copies;
    gpu.kernels += file.gpu[i].kernels;
    gpu.transfers += file.gpu[i].transfers;
    gpu.waits += file.gpu[i].waits;
  }
  EXPECT_EQ(gpu.copies, copies);
  EXPECT_EQ(gpu.kernels, copies);
  EXPECT_EQ(gpu.transfers, copies);
  EXPECT_EQ(gpu.waits, copies);
  EXPECT_EQ(gpu.kernel_ns + gpu.transfer_ns + gpu.wait_ns, 0U);
  EXPECT_EQ(file.all_losses(), 0U);
}

TEST_F(ProbeProcess, WhatADeviceDoesForCopies) {
  const Ended ended = victim("copies", emulated);
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "");
  expect_all_copies(ended);
  expect_emulated(ended.files.at(0), 100);
}

TEST_F(ProbeProcess, WhatADeviceDoesForCopiesOfManyThreads) {
  const Ended ended = victim("threads", emulated);
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  std::uint64_t copies = 0;
  for (const GpuBlock &gpu : ended.files[0].gpu)
    copies += gpu.copies;
  // Nobody waits for the thread that loads the part, so that some copies of
  // others at the beginning are not traced.
  EXPECT_GT(copies, 5000U);
  EXPECT_LE(copies, 40200U);
  EXPECT_EQ(ended.files[0].copies(), 40200U);
  expect_emulated(ended.files[0], copies);
}

/// What the device was asked for until then is in the file, by what was
/// handed over: the copies always, their records perhaps.
TEST_F(ProbeProcess, AKilledProgramSaysHowManyCopiesHaveNoRecord) {
  const Ended ended = victim("kill", emulated);
  expect_all_copies(ended);
  ASSERT_THAT(ended.files.at(0).gpu, SizeIs(1));
  EXPECT_EQ(ended.files[0].gpu[0].copies, 100U);
  EXPECT_LE(ended.files[0].gpu[0].kernels, 100U);
}

TEST_F(ProbeProcess, AForkedChildHasNoGpuTier) {
  const Ended ended = victim("fork", emulated);
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(2));
  const bool first_is_child = ended.files[0].copies() == 7;
  const ReadFile &child = ended.files[first_is_child ? 0 : 1];
  EXPECT_THAT(child.gpu, IsEmpty());
  EXPECT_EQ(child.header.tiers & both_tiers, 0U);
  EXPECT_NE(child.header.tiers_refused & kTierGpu, 0U);
  expect_emulated(ended.files[first_is_child ? 1 : 0], 50);
}

TEST_F(ProbeProcess, AnotherToolHasCupti) {
  const Ended ended =
      victim("copies", emulated + "FAKE_CUPTI_HOLDER='CUPTI for Kineto'");
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.output, HasSubstr("another tool has CUPTI, which serves "
                                      "one at a time: CUPTI for Kineto; times "
                                      "of copies on GPUs are those of the "
                                      "enqueue\n"));
  expect_all_copies(ended);
  const ReadFile &file = ended.files.at(0);
  EXPECT_EQ(file.header.tiers & both_tiers, 0U);
  EXPECT_NE(file.header.tiers_refused & kTierGpu, 0U);
  EXPECT_THAT(file.strings, Contains(HasSubstr("CUPTI for Kineto")));
}

TEST_F(ProbeProcess, ALibraryThatIsNoCupti) {
  const Ended ended = victim("copies", "TENSOR_PROBE_GPU=emulated "
                                       "TENSOR_PROBE_CUPTI=libc.so.6");
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.output, HasSubstr("'libc.so.6' has no cuptiGetVersion"));
  expect_all_copies(ended);
}
#endif

/// The driver takes any answer but 1 for an error, with or without libtorch.
TEST_F(ProbeProcess, TheCudaDriverStartsIt) {
  const Ended ended = preload(PROBE_LATE " " PROBE_LATE_MODULE " injected");
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.output, HasSubstr("injected 1\nstarted 1, active 1\n"));
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_GT(ended.files[0].copies(), 0U);
  const Ended without = preload(PROBE_LATE " libm.so.6 injected");
  EXPECT_EQ(without.status, 0);
  EXPECT_THAT(without.output, HasSubstr("injected 1\nstarted 1, active 0\n"));
}

TEST_F(ProbeProcess, WithoutAGpuNothingIsLookedFor) {
  const Ended ended = victim("copies", "TENSOR_PROBE_GPU=1");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "");
  expect_all_copies(ended);
  EXPECT_THAT(ended.files.at(0).gpu, IsEmpty());
  EXPECT_EQ(ended.files[0].header.tiers_refused, 0U);
}

} // namespace
