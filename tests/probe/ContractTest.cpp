// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contract mode, in a file that asks for it. Part of probe_linked_test, whose
// other file does not.

#define TENSOR_PROBE_CONTRACTS
#include <tensor_probe/tensor_probe.h>

#include "ProbeReader.h"

#include <ATen/ATen.h>

#include <gtest/gtest.h>

#include <cstring>

using namespace tensor_probe_test;

namespace {

const float *launch(const at::Tensor &x) {
  return TENSOR_PROBE_KERNEL_ARG(x).data_ptr<float>();
}
constexpr int kLaunchLine = __LINE__ - 2;

std::vector<ReadViolation> violations() {
  const ReadFile file = read_probe_file(tensor_probe_file());
  EXPECT_TRUE(file.valid);
  return file.violations;
}

TEST(Contracts, WhatKeepsThemIsNotRecorded) {
  at::ones({2, 3}).t().contiguous(); // there is a file from now on
  const std::size_t before = violations().size();
  const at::Tensor a = at::ones({6, 4});
  EXPECT_EQ(launch(a), a.data_ptr<float>());
  EXPECT_EQ(violations().size(), before);
}

TEST(Contracts, AStridedTensorIsOneRecordAPlace) {
  const at::Tensor a = at::ones({6, 4});
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(launch(a.t()), a.data_ptr<float>());
  const std::vector<ReadViolation> all = violations();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].text, "x");
  EXPECT_NE(all[0].file.find("ContractTest.cpp"), std::string::npos);
  EXPECT_EQ(all[0].block.line, static_cast<std::uint32_t>(kLaunchLine));
  EXPECT_EQ(all[0].block.count, 3U);
  ASSERT_EQ(all[0].block.dim, 2U);
  EXPECT_EQ(all[0].block.sizes[0], 4);
  EXPECT_EQ(all[0].block.strides[0], 1);
  EXPECT_EQ(all[0].block.strides[1], 4);
}

TEST(Contracts, NobodyFollowsLayoutsUnasked) {
  for (const ReadViolation &violation : violations())
    EXPECT_EQ(violation.block.layout, 0U);
}

void copy_out(const at::Tensor &x, std::size_t bytes) {
  std::vector<char> to(bytes);
  std::memcpy(to.data(), TENSOR_PROBE_MEMCPY_ARG(x, bytes).data_ptr(), bytes);
}

std::vector<MisuseBlock> misuses() {
  const ReadFile file = read_probe_file(tensor_probe_file());
  EXPECT_TRUE(file.valid);
  return file.misuses;
}

TEST(Contracts, MemoryOfAllElementsMayBeCopied) {
  const at::Tensor a = at::ones({6, 4});
  copy_out(a, 96);
  copy_out(a.t(), 96); // in another order, but its own
  copy_out(a.narrow(0, 1, 3), 48);
  copy_out(a.narrow(1, 1, 2), 8); // the first row of it
  EXPECT_TRUE(misuses().empty());
}

TEST(Contracts, MemoryBeyondAViewIsOneRecordAPlace) {
  const at::Tensor a = at::ones({6, 4});
  copy_out(a.narrow(1, 1, 2),
           6 * 2 * 4); // three rows of a, of which it has half
  copy_out(a.narrow(0, 0, 2), 96);
  const std::vector<MisuseBlock> all = misuses();
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].misuse, static_cast<std::uint32_t>(MisuseKind::beyond_view));
  EXPECT_EQ(all[0].count, 2U);
  EXPECT_EQ(all[0].bytes, 48U);
  EXPECT_EQ(all[0].beyond, 24U);
  EXPECT_EQ(all[0].stack, kNoId);
  EXPECT_EQ(all[0].itemsize, 4U);
  EXPECT_EQ(all[0].sizes[1], 2);
  EXPECT_EQ(all[0].strides[0], 4);
}

TEST(Contracts, TemporariesMayBeGiven) {
  EXPECT_EQ(TENSOR_PROBE_KERNEL_ARG(at::ones({2})).numel(), 2);
}

} // namespace
