// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What goes wrong around a probed program: disks, clocks, libraries that go.

#include "ProbeProcess.h"

using namespace tensor_probe_test;
using testing::HasSubstr;
using testing::SizeIs;

namespace {

/// Runs the victim in a mount namespace of its own, in which `out` is a file
/// system in memory with these options. Its files are copied to `kept` before
/// it is gone.
class OnItsOwnDisk : public ProbeProcess {
protected:
  Ended victim_on(const std::string &options, const std::string &scenario,
                  const std::string &more = "") {
    fs::create_directories(out);
    const fs::path kept = folder / "kept";
    fs::create_directories(kept);
    const std::string mount =
        "mount -t tmpfs -o " + options + " none \"" + out.string() + "\"";
    const std::string mine = "unshare -rm /bin/sh -c '" + mount + "; ";
    if (run(mine + "true'", "").status != 0)
      return {};
    const std::string command =
        mine +
        "env LD_PRELOAD=" TENSOR_PROBE_LIBRARY
        " TENSOR_PROBE_BANDWIDTH=0 TENSOR_PROBE_OUT=\"" +
        out.string() + "\" " + more + " " PROBE_VICTIM " " + scenario +
        "; status=$?; cp \"" + out.string() + "\"/* \"" + kept.string() +
        "\" 2>/dev/null; exit $status'";
    out = kept;
    return run(command, "");
  }
};

TEST_F(OnItsOwnDisk, ThatIsFullFromTheStart) {
  const Ended ended = victim_on("size=16k", "copies");
  if (ended.status == -1)
    GTEST_SKIP() << "no mount namespaces here";
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.output, HasSubstr("No space left on device"));
  EXPECT_EQ(std::count(ended.output.begin(), ended.output.end(), '\n'), 1);
}

/// The file begins with 64 KiB, and there is no room for as much again: what is
/// in it stays right, and each copy is in it or counted as lost.
TEST_F(OnItsOwnDisk, ThatFillsUpOnTheWay) {
  const Ended whole = victim("many-places");
  ASSERT_THAT(whole.files, SizeIs(1));
  ASSERT_GT(whole.files[0].header.used_bytes, 64U << 10);
  EXPECT_EQ(whole.files[0].copies(), 480U);
  EXPECT_EQ(whole.files[0].all_losses(), 0U);
  fs::remove_all(out);

  const Ended ended = victim_on("size=80k", "many-places");
  if (ended.status == -1)
    GTEST_SKIP() << "no mount namespaces here";
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "");
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  const auto lost = [&file](Loss loss) {
    return file.header.losses[static_cast<std::size_t>(loss)];
  };
  EXPECT_GT(file.copies(), 0U);
  EXPECT_LT(file.copies(), 480U);
  EXPECT_EQ(file.copies() + lost(Loss::events_without_row), 480U);
  EXPECT_GT(lost(Loss::file_not_grown), 0U);
  EXPECT_LE(file.header.used_bytes, 64U << 10);
}

/// Of a trace only the events are missing.
TEST_F(OnItsOwnDisk, ThatIsFilledByATrace) {
  const Ended ended = victim_on("size=200k", "threads", "TENSOR_PROBE_TRACE=1");
  if (ended.status == -1)
    GTEST_SKIP() << "no mount namespaces here";
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  EXPECT_EQ(file.copies(), 40200U);
  EXPECT_GT(file.events.size(), 1000U);
  EXPECT_EQ(file.events.size() + file.header.untraced, 40200U);
}

TEST_F(OnItsOwnDisk, ThatIsReadOnly) {
  const Ended ended = victim_on("ro", "copies");
  if (ended.status == -1)
    GTEST_SKIP() << "no mount namespaces here";
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.output, HasSubstr("Read-only file system"));
  EXPECT_EQ(std::count(ended.output.begin(), ended.output.end(), '\n'), 1);
}

/// Either they are counted, for each copy, or one line says why not.
TEST_F(ProbeProcess, MissesAreCountedOrTheReasonIsGiven) {
  const Ended ended = victim("copies", "TENSOR_PROBE_MISSES=1");
  EXPECT_EQ(ended.status, 0);
  expect_all_copies(ended);
  const ReadFile &file = ended.files.at(0);
  const SiteBlock &row = file.rows.at(0);
  if ((file.header.tiers & kTierMisses) != 0) {
    EXPECT_EQ(ended.output, "");
    EXPECT_EQ(row.counted_misses, 100U);
    return;
  }
  EXPECT_NE(file.header.tiers_refused & kTierMisses, 0U);
  EXPECT_EQ(row.counted_misses + row.cache_misses + row.tlb_misses, 0U);
  EXPECT_THAT(
      ended.output,
      HasSubstr("tensor_probe: cache and TLB misses are not counted: "));
  EXPECT_EQ(std::count(ended.output.begin(), ended.output.end(), '\n'), 1);
  EXPECT_THAT(file.strings, testing::Contains(HasSubstr("TLB misses")));
}

TEST_F(ProbeProcess, MissesAreNotCountedUnlessAskedFor) {
  const Ended ended = victim("copies");
  EXPECT_EQ(ended.output, "");
  EXPECT_EQ((ended.files.at(0).header.tiers |
             ended.files.at(0).header.tiers_refused) &
                kTierMisses,
            0U);
}

TEST_F(ProbeProcess, AStepOfTheClockIsNoTime) {
  const Ended ended = victim("clock-step");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  EXPECT_EQ(file.copies(), 100U);
  constexpr std::uint64_t kMinute = 60ULL * 1000000000;
  EXPECT_LT(file.header.last_update_ns, kMinute);
  for (const SiteBlock &row : file.rows) {
    EXPECT_LE(row.first_ns, row.last_ns);
    EXPECT_LT(row.last_ns, kMinute);
    EXPECT_LT(row.ns_max, kMinute);
  }
}

TEST_F(ProbeProcess, LibrariesThatCopyMayComeAndGo) {
  const Ended ended = victim("unload", "PROBE_MODULE=" PROBE_LATE_MODULE);
  EXPECT_EQ(ended.status, 0) << ended.output;
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].copies(), 2000U);
  EXPECT_EQ(ended.files[0].all_losses(), 0U);
}

TEST_F(ProbeProcess, TheProbeStaysWhenItIsClosed) {
  const Ended ended = run(PROBE_VICTIM " close-probe",
                          "PROBE_LIBRARY=" TENSOR_PROBE_LIBRARY
                          " TENSOR_PROBE_BANDWIDTH=0 TENSOR_PROBE_OUT='" +
                              out.string() + "'");
  EXPECT_EQ(ended.status, 0) << ended.output;
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].copies(), 30U);
}

} // namespace
