// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs programs under the probe and reads what it recorded. PROBE_LIBRARY is
// given by CMake.
#ifndef TENSOR_PROBE_TESTS_REPORT_RECORDED_H
#define TENSOR_PROBE_TESTS_REPORT_RECORDED_H

#include "Marks.h"
#include "TestPath.h"

#include "report/Operators.h"
#include "report/ProfileBuilder.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <filesystem>

namespace tensor_probe {

/// Runs a program under the probe; returns the directory of its files.
inline std::string recorded(const char *program, const char *environment) {
  std::string out = test_path("probes");
  std::filesystem::remove_all(out);
  std::string command = "env LD_PRELOAD='" PROBE_LIBRARY
                        "' TENSOR_PROBE_OUT='" +
                        out + "' " + environment + " '" + program + "'";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return out;
}

/// Everything that the files in a directory say.
inline Profile profile_of(const std::string &directory) {
  std::vector<ProbeRecord> files;
  auto paths = find_probe_files({directory});
  if (!paths) {
    ADD_FAILURE() << llvm::toString(paths.takeError());
    return {};
  }
  for (const std::string &path : *paths) {
    auto file = read_probe_file(path);
    if (file)
      files.push_back(std::move(*file));
    else
      ADD_FAILURE() << llvm::toString(file.takeError());
  }
  return build_profile(files);
}

} // namespace tensor_probe

#endif // TENSOR_PROBE_TESTS_REPORT_RECORDED_H
