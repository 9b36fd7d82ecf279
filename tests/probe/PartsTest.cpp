// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of the parts beside the core is loaded, and what is said if none is.

#include "ProbeProcess.h"

using namespace tensor_probe_test;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// The core in a folder of its own with parts of several versions beside it.
class ProbeParts : public ProbeProcess {
protected:
  void SetUp() override {
    ProbeProcess::SetUp();
    core = folder / "lib" / "libtensor_probe.so";
    fs::create_directory(folder / "lib");
    fs::copy(TENSOR_PROBE_LIBRARY, core);
  }
  fs::path part(const std::string &version) const {
    return folder / "lib" / ("libtensor_probe_aten-" + version + ".so");
  }
  /// A part that cannot be loaded: if it is chosen there is a line about it.
  void broken(const std::string &version) const {
    std::ofstream(part(version)) << "not a library";
  }
  /// X.Y of the libtorch in use, with these added to each.
  static std::string version(int major, int minor) {
    int x = 0, y = 0;
    std::sscanf(TORCH_VERSION_BUILT, "%d.%d", &x, &y);
    return std::to_string(x + major) + "." + std::to_string(y + minor);
  }
  Ended run_copies() const {
    return run(PROBE_VICTIM " copies", "LD_PRELOAD='" + core.string() +
                                           "' TENSOR_PROBE_OUT='" +
                                           out.string() + "'");
  }
  /// The program ran as always, without records and with one line about it.
  static void expect_unprobed(const Ended &ended, const std::string &why) {
    EXPECT_EQ(ended.status, 0);
    EXPECT_THAT(ended.files, IsEmpty());
    EXPECT_THAT(ended.output, HasSubstr(why));
    EXPECT_THAT(ended.output, HasSubstr("the program runs unprobed\n"));
    EXPECT_EQ(std::count(ended.output.begin(), ended.output.end(), '\n'), 1);
  }

  fs::path core;
};

TEST_F(ProbeParts, TheEqualVersionIsTakenOfMany) {
  fs::copy(PROBE_PART, part(TORCH_VERSION_BUILT));
  for (const std::string &other :
       {version(0, -1) + ".0", version(0, 0) + ".98", version(0, 1) + ".0",
        version(1, 0) + ".0", version(0, 0) + "0.0"})
    broken(other);
  const Ended ended = run_copies();
  EXPECT_EQ(ended.output, "");
  expect_all_copies(ended);
}

TEST_F(ProbeParts, OtherwiseTheLastPatchReleaseOfTheSameMinor) {
  fs::copy(PROBE_PART, part(version(0, 0) + ".98"));
  broken(version(0, 0) + ".97");
  broken(version(0, 0) + ".9");
  broken(version(0, 1) + ".0");
  const Ended ended = run_copies();
  EXPECT_EQ(ended.output, "");
  expect_all_copies(ended);
}

TEST_F(ProbeParts, OneClearLineIfNoneFits) {
  broken(version(0, 1) + ".0");
  broken(version(0, -1) + ".0");
  broken(version(1, 0) + ".12");
  broken(version(1, 0) + ".2");
  expect_unprobed(
      run_copies(),
      "for libtorch " TORCH_VERSION_BUILT " in '" + (folder / "lib").string() +
          "' (built there: " + version(0, -1) + ".0, " + version(0, 1) +
          ".0, " + version(1, 0) + ".2, " + version(1, 0) + ".12)");
}

TEST_F(ProbeParts, OneClearLineIfThereIsNone) {
  expect_unprobed(run_copies(), "(built there: none)");
}

TEST_F(ProbeParts, OneClearLineIfItCannotBeLoaded) {
  broken(TORCH_VERSION_BUILT);
  expect_unprobed(run_copies(),
                  "cannot load '" + part(TORCH_VERSION_BUILT).string() + "'");
}

TEST_F(ProbeParts, APartOfAnotherLibtorchIsNotEvenLoaded) {
  fs::copy(PROBE_OTHER_PART, part(TORCH_VERSION_BUILT));
  expect_unprobed(run_copies(), "was linked with libtorch_cpu.so.9.99, and "
                                "this process has '");
}

} // namespace
