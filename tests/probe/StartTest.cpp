// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starting the probe from several threads: the whole core, in this process,
// with the libtorch and the part of FakeTorch.h. A process starts it once, so
// each case is a child of its own.

#include "FakeTorch.h"
#include "ProbeReader.h"

#include "core/Clock.h"
#include "core/ThreadState.h"

#include <tensor_probe/tensor_probe.h>

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace tensor_probe;

namespace {
constexpr int kThreads = 4, kRounds = 200;
constexpr char kBusy[] = "the probe is being started by another thread; ask "
                         "again";

/// Ends the child with a number that says which expectation failed.
void require(bool holds, int line) {
  if (holds)
    return;
  std::fprintf(stderr, "StartTest.cpp:%d: not so; reason '%s'\n", line,
               tensor_probe_reason());
  std::_Exit(1);
}
#define REQUIRE(condition) require((condition), __LINE__)

bool says(const char *sentence) {
  return std::string(tensor_probe_reason()) == sentence;
}

FakeTorch &load_torch() {
  void *library = dlopen(FAKE_TORCH, RTLD_NOW | RTLD_GLOBAL);
  REQUIRE(library != nullptr);
  return *static_cast<FakeTorch *>(dlsym(library, "fake_torch"));
}

void wait_for(const std::atomic<bool> &flag) {
  while (!flag)
    std::this_thread::yield();
}

std::atomic<bool> attaching{false}, initialising{false}, calibrating{false};
std::atomic<const CoreApi *> hooked{nullptr};

__attribute__((noinline)) void record_one(const CoreApi &core) {
  bool walked = false;
  StackSites *sites = current_sites(core, __builtin_frame_address(0), &walked);
  REQUIRE(sites != nullptr);
  SiteBlock *row = core.add_row(sites, 1, RowSeed());
  REQUIRE(row != nullptr);
  count_copy(*row, 1, 4, 1, clock_ns() - *core.start_ns);
  if (walked && core.claim_calibration()) {
    calibrating = true;
    core.set_event_cost(2);
  }
}

/// A part that has set its hooks: copies come while it is still attaching.
void attach_slowly(const CoreApi *core, PartStatus *status) {
  hooked = core;
  for (int i = 0; i < kRounds; ++i)
    core->give_reason("nothing is seen at key X");
  wait_for(calibrating);
  status->tiers = kTierCopiesCpu;
  std::snprintf(status->torch_version, sizeof(status->torch_version), "7.77");
}

void act_as_program() {
  for (int i = 0; i < kRounds || tensor_probe_start() == 0; ++i) {
    REQUIRE(dlopen(nullptr, RTLD_NOW) != nullptr);
    REQUIRE(tensor_probe_reason()[0] != '\0');
    REQUIRE(tensor_probe_file() != nullptr);
    if (const CoreApi *core = hooked)
      record_one(*core);
  }
  record_one(*hooked);
}

[[noreturn]] void threads_start_load_and_ask() {
  FakeTorch &torch = load_torch();
  std::vector<std::thread> threads;
  // Some rounds pass while libtorch "has not initialised itself".
  torch.attach = [](const CoreApi *core, PartStatus *status) {
    static int calls = 0;
    if (++calls < 20)
      return;
    attach_slowly(core, status);
    static_cast<FakeTorch *>(dlsym(RTLD_DEFAULT, "fake_torch"))->result = 0;
  };
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back(act_as_program);
  for (std::thread &thread : threads)
    thread.join();
  REQUIRE(tensor_probe_is_active() == 1);
  REQUIRE(says("nothing is seen at key X"));
  const auto file = tensor_probe_test::read_probe_file(tensor_probe_file());
  REQUIRE(file.valid && file.all_losses() == 0);
  REQUIRE(file.copies() >= kThreads);
  REQUIRE(file.header.tiers == kTierCopiesCpu);
  REQUIRE(file.header.event_cost_ns == 2);
  unlink(tensor_probe_file());
  std::exit(0);
}

/// Thread A starts the probe and then needs the dynamic linker's lock, which
/// thread B holds while a library's initialisation asks for a start.
[[noreturn]] void a_library_starts_it_meanwhile() {
  FakeTorch &torch = load_torch();
  torch.result = 0;
  torch.attach = [](const CoreApi *, PartStatus *) {
    attaching = true;
    wait_for(initialising);
    REQUIRE(dlopen("libm.so.6", RTLD_NOW) != nullptr);
  };
  std::thread other([] {
    wait_for(attaching);
    REQUIRE(dlopen(STARTER, RTLD_NOW) != nullptr);
  });
  REQUIRE(tensor_probe_start() == 1);
  other.join();
  REQUIRE(says(""));
  std::exit(0);
}

[[noreturn]] void reasons_stay_where_they_are() {
  const char *before = tensor_probe_reason();
  REQUIRE(says("libtorch_cpu is not loaded in this process; call "
               "tensor_probe_start() after it is"));
  load_torch();
  REQUIRE(tensor_probe_start() == 0);
  const char *not_yet = tensor_probe_reason();
  REQUIRE(std::string(not_yet).find("not initialised") != std::string::npos);
  REQUIRE(std::string(before).find("is not loaded") != std::string::npos);
  for (int i = 0; i < 3; ++i)
    REQUIRE(tensor_probe_start() == 0 && tensor_probe_reason() == not_yet);
  std::exit(0);
}

[[noreturn]] void dlopen_leaves_errno() {
  REQUIRE(dlopen(nullptr, RTLD_NOW) != nullptr);
  FakeTorch &torch = load_torch();
  torch.result = 0;
  torch.attach = [](const CoreApi *, PartStatus *) { errno = EXDEV; };
  errno = EDOM;
  REQUIRE(dlopen(nullptr, RTLD_NOW) != nullptr);
  REQUIRE(errno == EDOM);
  REQUIRE(tensor_probe_is_active() == 1);
  std::exit(0);
}

[[noreturn]] void a_part_that_fails_is_not_tried_again() {
  static int calls = 0;
  FakeTorch &torch = load_torch();
  torch.result = kAttachFailed;
  torch.attach = [](const CoreApi *, PartStatus *status) {
    ++calls;
    std::snprintf(status->torch_version, sizeof(status->torch_version), "7.77");
    std::snprintf(status->failure, sizeof(status->failure), "no such key");
  };
  for (int i = 0; i < 3; ++i)
    REQUIRE(tensor_probe_start() == 0);
  REQUIRE(calls == 1);
  const std::string reason = tensor_probe_reason();
  std::fprintf(stderr, "%s\n", reason.c_str());
  std::exit(0);
}

class Start : public testing::Test {
protected:
  void SetUp() override {
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    setenv("TENSOR_PROBE_OUT", testing::TempDir().c_str(), 1);
    setenv("TENSOR_PROBE_BANDWIDTH", "0", 1);
  }
};

/// A deadlock ends the child, too.
void in_time(void (*work)()) {
  alarm(60);
  work();
}
} // namespace

/// libunwind is not instrumented: ThreadSanitizer sees what it calls, not the
/// order that its own locks give.
extern "C" __attribute__((visibility("default"))) const char *
__tsan_default_suppressions() {
  return "called_from_lib:libunwind.so\n";
}

extern "C" __attribute__((visibility("default"))) void starter_hook() {
  initialising = true;
  // Also while the other thread waits for the lock that this one has.
  for (int i = 0; i < 1000; ++i) {
    REQUIRE(tensor_probe_start() == 0);
    REQUIRE(says(kBusy));
  }
}

TEST_F(Start, ThreadsMayStartLoadAndAskAtOnce) {
  EXPECT_EXIT(in_time(threads_start_load_and_ask), testing::ExitedWithCode(0),
              "");
}

TEST_F(Start, ALibraryMayAskForItUnderTheLinkersLock) {
  EXPECT_EXIT(in_time(a_library_starts_it_meanwhile),
              testing::ExitedWithCode(0), "");
}

TEST_F(Start, WhatReasonGaveOutDoesNotChange) {
  EXPECT_EXIT(in_time(reasons_stay_where_they_are), testing::ExitedWithCode(0),
              "");
}

TEST_F(Start, DlopenLeavesErrnoAsItWas) {
  EXPECT_EXIT(in_time(dlopen_leaves_errno), testing::ExitedWithCode(0), "");
}

TEST_F(Start, APartThatFailsSaysSoOnceWithTheReason) {
  constexpr char line[] =
      "^tensor_probe: ('[^\n]*' failed with libtorch 7.77: no such key; the "
      "program runs unprobed)\n'[^\n]*' failed with libtorch 7.77: no such "
      "key; the program runs unprobed\n$";
  EXPECT_EXIT(in_time(a_part_that_fails_is_not_tried_again),
              testing::ExitedWithCode(0), line);
}
