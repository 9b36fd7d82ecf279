// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where tests write: below the build folder, under the running test's name,
// because ctest runs the cases of one program side by side.
#ifndef TENSOR_PROBE_TESTS_REPORT_TEST_PATH_H
#define TENSOR_PROBE_TESTS_REPORT_TEST_PATH_H

#include "gtest/gtest.h"

#include <string>

namespace tensor_probe {

inline std::string test_path(const std::string &name) {
  const testing::TestInfo *test =
      testing::UnitTest::GetInstance()->current_test_info();
  return std::string(REPORT_TEST_DIR) + "/" + test->test_suite_name() + "." +
         test->name() + "." + name;
}

} // namespace tensor_probe

#endif // TENSOR_PROBE_TESTS_REPORT_TEST_PATH_H
