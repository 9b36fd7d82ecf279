// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs whole programs under the probe. TENSOR_PROBE_LIBRARY and PROBE_... are
// paths given by CMake.

#ifndef TENSOR_TIDY_TESTS_PROBE_PROBEPROCESS_H
#define TENSOR_TIDY_TESTS_PROBE_PROBEPROCESS_H

#include "ProbeReader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace tensor_probe_test {

namespace fs = std::filesystem;

struct Ended {
  int status = -1;    ///< as of waitpid()
  std::string output; ///< standard output and standard error
  std::vector<ReadFile> files;
  std::vector<std::string> names;
};

class ProbeProcess : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern =
        (fs::temp_directory_path() / "tensor-probe-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    out = folder / "out";
  }
  void TearDown() override { fs::remove_all(folder); }

  /// Runs `command` in `folder` with these assignments before it.
  Ended run(const std::string &command, const std::string &environment) const {
    Ended ended;
    const std::string line = "cd '" + folder.string() + "' && exec env " +
                             environment + " " + command + " 2>&1";
    std::FILE *pipe = popen(line.c_str(), "r");
    for (int c; pipe != nullptr && (c = std::fgetc(pipe)) != EOF;)
      ended.output.push_back(static_cast<char>(c));
    ended.status = pipe == nullptr ? -1 : pclose(pipe);
    for (const fs::path &path : probe_files(out)) {
      ended.files.push_back(read_probe_file(path));
      ended.names.push_back(path.filename().string());
      EXPECT_TRUE(ended.files.back().valid) << path;
    }
    return ended;
  }

  Ended preload(const std::string &command,
                const std::string &more = "") const {
    return run(command, "LD_PRELOAD=" TENSOR_PROBE_LIBRARY
                        " TENSOR_PROBE_BANDWIDTH=0 TENSOR_PROBE_OUT='" +
                            out.string() + "' " + more);
  }
  Ended victim(const std::string &scenario,
               const std::string &more = "") const {
    return preload(PROBE_VICTIM " " + scenario, more);
  }

  fs::path folder, out;
};

/// All records of `copies` are there: 100 of 8192 bytes at one site.
inline void expect_all_copies(const Ended &ended) {
  ASSERT_THAT(ended.files, testing::SizeIs(1));
  const ReadFile &file = ended.files[0];
  ASSERT_THAT(file.rows, testing::SizeIs(1));
  const SiteBlock &row = file.rows[0];
  EXPECT_EQ(row.count, 100U);
  EXPECT_EQ(row.bytes, 819200U);
  EXPECT_EQ(row.copy_class, static_cast<int>(CopyClass::layout_copy));
  EXPECT_EQ(file.all_losses(), 0U);
}

} // namespace tensor_probe_test

#endif // TENSOR_TIDY_TESTS_PROBE_PROBEPROCESS_H
