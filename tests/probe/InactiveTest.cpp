// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The expectations in a program whose probe is not active: run with
// TENSOR_PROBE=0 (see CMakeLists.txt).

#include <tensor_probe/gtest.h>

#include <gtest/gtest-spi.h>

TEST(InactiveProbe, SaysWhy) {
  EXPECT_EQ(tensor_probe_is_active(), 0);
  EXPECT_EQ(tensor_probe_start(), 0);
  EXPECT_STREQ(tensor_probe_reason(), "TENSOR_PROBE=0 is set");
  EXPECT_STREQ(tensor_probe_file(), "");
  tensor_probe_flush();
}

TEST(InactiveProbe, ExpectationsFailInsteadOfPassingUnseen) {
  static int runs = 0;
  EXPECT_NONFATAL_FAILURE(EXPECT_NO_TENSOR_COPIES(++runs),
                          "the probe is not active: TENSOR_PROBE=0 is set");
  EXPECT_NONFATAL_FAILURE(EXPECT_COPIED_BYTES_AT_MOST(++runs, 100),
                          "the probe is not active");
  EXPECT_EQ(runs, 2);
}
