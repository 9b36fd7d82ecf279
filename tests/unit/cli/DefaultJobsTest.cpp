// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/DefaultJobs.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace tensortidy;

namespace {

constexpr uint64_t MiB = 1 << 10; // in KiB

TEST(DefaultJobs, AreLimitedByCoresAndMemory) {
  EXPECT_EQ(jobsFor(8, 100 * 1024 * MiB), 8u);
  EXPECT_EQ(jobsFor(8, 3 * 768 * MiB), 3u);
  EXPECT_EQ(jobsFor(8, 3 * 768 * MiB - 1), 2u);
  EXPECT_EQ(jobsFor(8, std::nullopt), 8u);
  // At least one, on a machine that says nothing or has nothing.
  EXPECT_EQ(jobsFor(0, std::nullopt), 1u);
  EXPECT_EQ(jobsFor(8, 0), 1u);
  // More memory than a narrower number of jobs can hold.
  EXPECT_EQ(jobsFor(2, UINT64_MAX), 2u);
}

TEST(DefaultJobs, AreSomeOnThisMachine) { EXPECT_GE(defaultJobs(), 1u); }

/// A machine whose /proc and /sys hold the files that a test writes.
class AvailableMemory : public testing::Test {
protected:
  void SetUp() override {
    std::string Template = testing::TempDir() + "tensor-tidy-jobs-XXXXXX";
    ASSERT_NE(mkdtemp(Template.data()), nullptr);
    Root = Template;
  }
  void TearDown() override { std::filesystem::remove_all(Root); }

  void write(const std::string &Name, const std::string &Text) {
    std::filesystem::path Path = Root + Name;
    std::filesystem::create_directories(Path.parent_path());
    std::ofstream(Path) << Text;
  }
  void machine(const std::string &KiB) {
    write("/proc/meminfo", "MemTotal:       32000000 kB\nMemFree: 5 kB\n"
                           "MemAvailable:   " +
                               KiB + " kB\nBuffers:  1 kB\n");
  }

  std::string Root;
};

TEST_F(AvailableMemory, OfAMachineWithoutGroups) {
  EXPECT_EQ(availableKiB(Root), std::nullopt);
  machine("7000");
  EXPECT_EQ(availableKiB(Root), 7000u);
}

TEST_F(AvailableMemory, OfAContainer) {
  machine("7000");
  write("/proc/self/cgroup", "1:name=systemd:/x\n0::/\n");
  EXPECT_EQ(availableKiB(Root), 7000u);
  write("/sys/fs/cgroup/memory.max", "max\n");
  EXPECT_EQ(availableKiB(Root), 7000u);
  write("/sys/fs/cgroup/memory.max", "4096000\n");
  EXPECT_EQ(availableKiB(Root), 4000u);
  write("/sys/fs/cgroup/memory.current", "3072000\n");
  EXPECT_EQ(availableKiB(Root), 1000u);
  // Of which the page cache can be given up.
  write("/sys/fs/cgroup/memory.stat", "anon 1\nfile 1024000\nkernel 2\n");
  EXPECT_EQ(availableKiB(Root), 2000u);
  // Over its limit, as a group is whose limit was lowered.
  write("/sys/fs/cgroup/memory.max", "1024000\n");
  EXPECT_EQ(availableKiB(Root), 0u);
  // More than the machine has.
  write("/sys/fs/cgroup/memory.max", "409600000\n");
  EXPECT_EQ(availableKiB(Root), 7000u);
}

TEST_F(AvailableMemory, IsThatOfTheNarrowestGroup) {
  write("/proc/self/cgroup", "0::/user/session\n");
  write("/sys/fs/cgroup/user/memory.max", "1024000\n");
  EXPECT_EQ(availableKiB(Root), 1000u);
  write("/sys/fs/cgroup/user/session/memory.max", "2048000\n");
  EXPECT_EQ(availableKiB(Root), 1000u);
  write("/sys/fs/cgroup/user/session/memory.max", "512000\n");
  EXPECT_EQ(availableKiB(Root), 500u);
}

} // namespace
