// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that programs copy by themselves, beyond the view that they copy.

#include "ProbeProcess.h"

#include <sys/wait.h>

using namespace tensor_probe_test;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

class Memcpy : public ProbeProcess {
protected:
  Ended watched(const std::string &scenario,
                const std::string &more = "TENSOR_PROBE_MEMCPY=1") const {
    return run(PROBE_MEMCPY_VICTIM " " + scenario,
               "LD_PRELOAD=" TENSOR_PROBE_LIBRARY ":" PROBE_MEMCPY_LIBRARY
               " TENSOR_PROBE_BANDWIDTH=0 TENSOR_PROBE_OUT='" +
                   out.string() + "' " + more);
  }
  /// Of a run that has to end well, and says nothing.
  std::vector<MisuseBlock> misuses(const std::string &scenario) const {
    const Ended ended = watched(scenario);
    EXPECT_EQ(ended.status, 0) << scenario;
    EXPECT_EQ(ended.output, "") << scenario;
    std::vector<MisuseBlock> all;
    for (const ReadFile &file : ended.files) {
      EXPECT_NE(file.header.tiers & kTierTouches, 0U);
      EXPECT_EQ(file.header.untested, 0U);
      all.insert(all.end(), file.misuses.begin(), file.misuses.end());
    }
    return all;
  }
};

TEST_F(Memcpy, BeyondAViewAtItsLine) {
  const Ended ended = watched("beyond");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "");
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  ASSERT_THAT(file.misuses, SizeIs(1));
  const MisuseBlock &misuse = file.misuses[0];
  EXPECT_EQ(misuse.misuse, static_cast<std::uint32_t>(MisuseKind::beyond_view));
  EXPECT_EQ(misuse.count, 3U);
  EXPECT_EQ(misuse.bytes, 2048U);
  EXPECT_EQ(misuse.beyond, 1536U);
  EXPECT_EQ(misuse.sizes[1], 8);
  EXPECT_EQ(misuse.strides[0], 32);
  ASSERT_FALSE(file.stacks.at(misuse.stack).frames.empty());
  // The function that copied is the innermost frame.
  EXPECT_EQ(file.frame_in(misuse.stack, "probe_memcpy_victim"),
            &file.stacks.at(misuse.stack).frames[0]);
}

TEST_F(Memcpy, IntoAView) {
  const std::vector<MisuseBlock> all = misuses("destination");
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].beyond, 1536U);
}

TEST_F(Memcpy, WhatIsAViewsOwnIsNoMisuse) {
  EXPECT_THAT(misuses("within"), IsEmpty());
  EXPECT_THAT(misuses("of-two"), IsEmpty());
  EXPECT_THAT(misuses("gone"), IsEmpty());
}

TEST_F(Memcpy, OfTheCudaRunTime) {
  const std::vector<MisuseBlock> all = misuses("cuda");
  ASSERT_THAT(all, SizeIs(2));
  for (const MisuseBlock &misuse : all) {
    EXPECT_EQ(misuse.count, 1U); // not again in what libcudart does
    EXPECT_EQ(misuse.beyond, 1536U);
  }
}

TEST_F(Memcpy, ByEachFunction) {
  const std::vector<MisuseBlock> all = misuses("functions");
  std::uint64_t count = 0;
  for (const MisuseBlock &misuse : all)
    count += misuse.count;
  EXPECT_EQ(count, 7U);
}

TEST_F(Memcpy, EachCallerHasItsOwnCudaRunTime) {
  const std::string scenario = PROBE_MEMCPY_VICTIM " two-run-times";
  const std::string own = "PROBE_UPLOADER=" PROBE_UPLOADER;
  EXPECT_EQ(run(scenario, own).status, 0);
  const Ended ended = run(scenario, own + " LD_PRELOAD=" PROBE_MEMCPY_LIBRARY);
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "");
}

TEST_F(Memcpy, OfManyThreads) {
  const Ended ended = watched("threads");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  std::uint64_t count = 0;
  for (const MisuseBlock &misuse : ended.files[0].misuses)
    count += misuse.count;
  EXPECT_EQ(count, 800U);
  EXPECT_EQ(ended.files[0].header.untested, 0U);
  EXPECT_EQ(ended.files[0].header.ranges_untested, 0U);
  EXPECT_EQ(ended.files[0].header.views_forgotten, 0U);
}

TEST_F(Memcpy, ThreadsWaitForEachOther) {
  const Ended ended = watched("two-threads");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  std::uint64_t count = 0;
  for (const MisuseBlock &misuse : ended.files[0].misuses)
    count += misuse.count;
  EXPECT_EQ(count, 4000U);
  EXPECT_EQ(ended.files[0].header.ranges_untested, 0U);
  EXPECT_EQ(ended.files[0].header.views_forgotten, 0U);
}

TEST_F(Memcpy, WhileAViewIsForgottenItIsNotSaid) {
  const Ended ended = watched("forgotten");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  EXPECT_EQ(file.header.views_forgotten, 1U);
  EXPECT_EQ(file.header.ranges_untested, 1U);
  EXPECT_EQ(file.header.untested, 0U);
  ASSERT_THAT(file.misuses, SizeIs(1));
  EXPECT_EQ(file.misuses[0].count, 1U);
}

TEST_F(Memcpy, WhatIsTooInvolvedIsCounted) {
  const Ended ended = watched("involved");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].header.untested, 1U);
  EXPECT_EQ(ended.files[0].header.ranges_untested, 0U);
  EXPECT_THAT(ended.files[0].misuses, IsEmpty());
}

TEST_F(Memcpy, WhatIsClonedLazilyStaysSo) {
  const Ended plain = run(PROBE_MEMCPY_VICTIM " lazy", "");
  if (WEXITSTATUS(plain.status) == 77)
    GTEST_SKIP() << "this libtorch has no such clones";
  ASSERT_EQ(plain.status, 0);
  const Ended ended = watched("lazy");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_THAT(ended.files[0].misuses, SizeIs(1));
}

TEST_F(Memcpy, InAForkedChild) {
  EXPECT_THAT(misuses("fork"), SizeIs(2)); // one each
}

TEST_F(Memcpy, IsNotWatchedUnlessAskedFor) {
  const Ended ended = watched("copied", "");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "");
  ASSERT_THAT(ended.files, SizeIs(1)); // of the copies of "copied"
  EXPECT_GT(ended.files[0].copies(), 0U);
  EXPECT_THAT(ended.files[0].misuses, IsEmpty());
}

TEST_F(Memcpy, WithoutTheLibraryInFrontTheReasonIsSaid) {
  const Ended ended =
      preload(PROBE_MEMCPY_VICTIM " beyond", "TENSOR_PROBE_MEMCPY=1");
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.output, HasSubstr("preload libtensor_probe_memcpy.so as "
                                      "well"));
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].header.tiers & kTierTouches, 0U);
  EXPECT_NE(ended.files[0].header.tiers_refused & kTierTouches, 0U);
}

TEST_F(Memcpy, TheLibraryAloneChangesNothing) {
  const Ended ended =
      run(PROBE_MEMCPY_VICTIM " cuda", "LD_PRELOAD=" PROBE_MEMCPY_LIBRARY);
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "");
  EXPECT_EQ(run("ls /", "LD_PRELOAD=" PROBE_MEMCPY_LIBRARY).status, 0);
}

} // namespace
