// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of the core that need neither libtorch nor another process.

#include "ProbeReader.h"

#include "core/CompiledCode.h"
#include "core/CopyClass.h"
#include "core/ElfNeeded.h"
#include "core/MissCounters.h"
#include "core/SiteTable.h"
#include "core/StackCache.h"
#include "core/TorchInProcess.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <linux/perf_event.h>
#include <set>
#include <thread>
#include <unistd.h>

using namespace tensor_probe_test;

namespace {

/// A tensor's view with memory for its sizes and strides.
struct Made {
  std::vector<std::int64_t> sizes, strides;
  TensorView view;
  Made(std::vector<std::int64_t> s, std::vector<std::int64_t> t, int dtype = 6,
       bool dense = true, int device = 0)
      : sizes(std::move(s)), strides(std::move(t)) {
    view.sizes = sizes.data();
    view.strides = strides.data();
    view.dim = static_cast<std::int64_t>(sizes.size());
    view.numel = 1;
    for (const std::int64_t size : sizes)
      view.numel *= size;
    view.dtype = static_cast<std::int8_t>(dtype);
    view.device = static_cast<std::int8_t>(device);
    view.itemsize = 4;
    view.dense = dense;
  }
};

CopyClass classify(const Made &dst, const Made &src, bool same = false) {
  return classify_copy(dst.view, src.view, same);
}

TEST(CopyClassOf, SameLayoutIsPlain) {
  EXPECT_EQ(classify({{2, 3}, {3, 1}}, {{2, 3}, {3, 1}}), CopyClass::plain);
  EXPECT_EQ(classify({{2, 3}, {1, 2}}, {{2, 3}, {1, 2}}), CopyClass::plain);
}

TEST(CopyClassOf, AxesOfOneElementDoNotMatter) {
  EXPECT_EQ(classify({{1, 2, 3}, {6, 3, 1}}, {{2, 3}, {3, 1}}),
            CopyClass::plain);
  EXPECT_EQ(classify({{2, 1, 3}, {3, 3, 1}}, {{2, 1, 3}, {3, 99, 1}}),
            CopyClass::plain);
  EXPECT_EQ(classify({{}, {}}, {{1}, {1}}), CopyClass::plain);
}

TEST(CopyClassOf, OtherStridesOrGapsAreALayoutCopy) {
  EXPECT_EQ(classify({{2, 3}, {3, 1}}, {{2, 3}, {1, 2}}),
            CopyClass::layout_copy);
  const Made gaps({2, 3}, {8, 1}, 6, false);
  EXPECT_EQ(classify(gaps, gaps), CopyClass::layout_copy);
}

TEST(CopyClassOf, FewerOrRepeatedElementsAreABroadcast) {
  EXPECT_EQ(classify({{4, 3}, {3, 1}}, {{3}, {1}}), CopyClass::broadcast);
  EXPECT_EQ(classify({{4, 3}, {3, 1}}, {{4, 3}, {0, 1}, 6, false}),
            CopyClass::broadcast);
}

TEST(CopyClassOf, TheFirstReasonInTheListCounts) {
  const Made to({2, 3}, {3, 1}), wide({2, 3}, {1, 2}, 7);
  EXPECT_EQ(classify(to, wide), CopyClass::dtype_conversion);
  const Made away({2, 3}, {1, 2}, 7, true, 1);
  EXPECT_EQ(classify(to, away), CopyClass::device_transfer);
  const Made small({3}, {1}, 7);
  EXPECT_EQ(classify(to, small), CopyClass::broadcast);
}

TEST(CopyClassOf, ItselfOrNoElementMovesNothing) {
  const Made a({2, 3}, {3, 1}), none({0, 3}, {3, 1});
  EXPECT_EQ(classify(a, a, true), CopyClass::nothing);
  EXPECT_EQ(classify(none, none), CopyClass::nothing);
  EXPECT_EQ(classify(a, {{2, 3}, {1, 2}}, true), CopyClass::layout_copy);
}

TEST(TorchVersion, FitsWithinAMinorRelease) {
  EXPECT_TRUE(same_minor_version("1.13.0", "1.13"));
  EXPECT_TRUE(same_minor_version("2.4.1", "2.4.0"));
  EXPECT_FALSE(same_minor_version("2.4.1", "2.5.1"));
  EXPECT_FALSE(same_minor_version("1.13.0", "2.13.0"));
  EXPECT_FALSE(same_minor_version("1.13.0", ""));
}

TEST(SizeClass, IsTheBinaryLogarithm) {
  EXPECT_EQ(size_class_bit(0), 1U);
  EXPECT_EQ(size_class_bit(1), 1U);
  EXPECT_EQ(size_class_bit(2), 2U);
  EXPECT_EQ(size_class_bit(1023), 512U);
  EXPECT_EQ(size_class_bit(1024), 1024U);
}

/// A site table of its own, writing to a folder of its own.
class Table : public testing::Test {
protected:
  static void SetUpTestSuite() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "tensor-probe-XXXXXX")
            .string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    setenv("TENSOR_PROBE_OUT", folder.c_str(), 1);
    setenv("TENSOR_PROBE_TRACE", "50000", 1);
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder); }
  ~Table() override { delete table; }

  StackSites *stack(std::uintptr_t number, StackUse use = StackUse::record) {
    return table->intern_stack(&number, 1, 0, use);
  }
  ReadFile read() const { return read_probe_file(table->path()); }

  static std::string folder;
  SiteTable *table = new SiteTable;
};
std::string Table::folder;

TEST_F(Table, AStackIsKnownAgain) {
  StackSites *first = stack(0x1234);
  EXPECT_EQ(stack(0x1234), first);
  EXPECT_NE(stack(0x1235), first);
  const ReadFile file = read();
  ASSERT_TRUE(file.valid);
  ASSERT_EQ(file.stacks.size(), 2U);
  EXPECT_EQ(file.stacks[0].frames.at(0).pc, 0x1234U);
  EXPECT_EQ(file.stacks[0].frames.at(0).module, kNoId);
}

TEST_F(Table, EightThreadsCountExactly) {
  constexpr int kThreads = 8, kEvents = 20000, kStacks = 50;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([this] {
      for (int event = 0; event < kEvents; ++event) {
        StackSites *sites = stack(1 + static_cast<unsigned>(event) % kStacks);
        const std::uint64_t key = static_cast<unsigned>(event) / kStacks % 3;
        SiteBlock *row = find_row(*sites, key);
        if (row == nullptr)
          row = table->add_row(sites, key, RowSeed());
        count_copy(*row, 16, 64, 100 + key, 1);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  const ReadFile file = read();
  ASSERT_TRUE(file.valid);
  EXPECT_EQ(file.rows.size(), 3U * kStacks);
  EXPECT_EQ(file.copies(), 1U * kThreads * kEvents);
  EXPECT_EQ(file.bytes(), 64U * kThreads * kEvents);
}

/// Each event is whole and in its place, and what finds no room is counted; a
/// row has one block for what GPUs do, whichever thread asks first.
TEST_F(Table, EightThreadsTraceAndShareTheRowsOfGpus) {
  constexpr std::uint32_t kThreads = 8, kEvents = 7000, kRows = 20;
  for (std::uintptr_t i = 0; i < kRows; ++i)
    ASSERT_NE(table->add_row(stack(1 + i), 1, RowSeed()), nullptr);
  std::vector<std::thread> threads;
  for (std::uint32_t thread = 1; thread <= kThreads; ++thread)
    threads.emplace_back([this, thread] {
      for (std::uint32_t i = 0; i < kEvents; ++i) {
        table->trace({i, 2 * i, 3 * i, i % kRows, thread});
        add_to(table->gpu_row(i % kRows)->kernels, 1);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  const ReadFile file = read();
  ASSERT_TRUE(file.valid);
  EXPECT_EQ(file.events.size(), 50000U);
  EXPECT_EQ(file.header.untraced, kThreads * kEvents - 50000U);
  for (const TraceEvent &event : file.events) {
    EXPECT_TRUE(event.thread >= 1 && event.thread <= kThreads);
    EXPECT_EQ(event.ns, 2 * event.start_ns);
    EXPECT_EQ(event.row, event.start_ns % kRows);
  }
  ASSERT_EQ(file.gpu.size(), kRows);
  for (const GpuBlock &gpu : file.gpu)
    EXPECT_EQ(gpu.kernels, kThreads * kEvents / kRows);
  EXPECT_EQ(table->gpu_row(kRows), nullptr);
}

/// A copy's stack has rows of its own for each forward call.
TEST_F(Table, EightThreadsChargeForwardCalls) {
  constexpr std::uint32_t kThreads = 8, kEvents = 9000, kForwards = 30;
  std::vector<std::thread> threads;
  for (std::uint32_t thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([this] {
      RowSeed seed;
      seed.node = "ViewBackward0";
      for (std::uint32_t i = 0; i < kEvents; ++i) {
        StackSites *copy = stack(1), *forward = stack(100 + i % kForwards);
        StackSites *charged = table->charge_forward(*copy, *forward);
        ASSERT_EQ(charged, table->charge_forward(*copy, *forward));
        count_copy(*table->add_row(charged, 7, seed), 1, 4, 10, 1);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  const ReadFile file = read();
  ASSERT_TRUE(file.valid);
  EXPECT_EQ(file.stacks.size(), 1 + kForwards);
  ASSERT_EQ(file.rows.size(), kForwards);
  std::set<std::uint32_t> forwards;
  for (const SiteBlock &row : file.rows) {
    EXPECT_EQ(row.count, kThreads * kEvents / kForwards);
    EXPECT_EQ(file.strings.at(row.node - 1), "ViewBackward0");
    EXPECT_EQ(file.stacks.at(row.stack).frames.at(0).pc, 1U);
    EXPECT_GE(file.stacks.at(row.forward - 1).frames.at(0).pc, 100U);
    forwards.insert(row.forward);
  }
  EXPECT_EQ(forwards.size(), kForwards);
}

TEST_F(Table, ForwardCallsAreChargedAsLongAsThereIsRoom) {
  StackSites *copy = stack(1);
  std::uint32_t charged = 0;
  for (std::uintptr_t i = 2; i <= 10000; ++i)
    charged += table->charge_forward(*copy, *stack(i)) != nullptr ? 1 : 0;
  EXPECT_EQ(charged, 8192U);
  // Those that are known stay so.
  EXPECT_NE(table->charge_forward(*copy, *stack(2)), nullptr);
  EXPECT_EQ(table->charge_forward(*copy, *stack(10000)), nullptr);
}

TEST_F(Table, MisusesAreCountedByPlaceAndKind) {
  const Made tensor({5, 4}, {2, 1}, 6, false);
  MisuseSeed seed;
  seed.tensor = tensor.view;
  seed.bytes = 80;
  for (std::uintptr_t i = 0; i < 6; ++i)
    table->count_misuse(*stack(1 + i % 2), seed);
  seed.kind = MisuseKind::beyond_view;
  seed.beyond = 8;
  table->count_misuse(*stack(1), seed);
  table->count_misuse("x", "a.cpp", 3, seed);
  table->count_misuse("x", "a.cpp", 4, seed);
  table->count_misuse("x", "a.cpp", 3, seed);
  ReadFile file = read();
  ASSERT_TRUE(file.valid);
  ASSERT_EQ(file.misuses.size(), 5U);
  EXPECT_EQ(file.misuses[0].count, 3U);
  EXPECT_EQ(file.misuses[2].count, 1U);
  EXPECT_EQ(file.misuses[3].count, 2U);
  EXPECT_EQ(file.misuses[3].beyond, 8U);
  EXPECT_EQ(file.strings.at(file.misuses[3].file), "a.cpp");
  for (std::uint32_t line = 10; line < 1200; ++line)
    table->count_misuse("x", "a.cpp", line, seed);
  file = read();
  ASSERT_TRUE(file.valid);
  EXPECT_EQ(file.misuses.size(), 1024U);
  EXPECT_EQ(file.header.misuses_lost, 1190 + 5 - 1024U);
}

TEST_F(Table, LossesAreCountedWhenStacksRunOut) {
  std::uint64_t refused = 0;
  for (std::uintptr_t i = 1; i <= 20000; ++i)
    refused += stack(i) == nullptr ? 1 : 0;
  EXPECT_GT(refused, 0U);
  const ReadFile file = read();
  ASSERT_TRUE(file.valid);
  EXPECT_EQ(file.stacks.size() + refused, 20000U);
  EXPECT_EQ(file.header.losses[static_cast<int>(Loss::stacks_full)], refused);
}

TEST_F(Table, ForwardCallsLeaveRoomForRecords) {
  std::uint64_t refused = 0;
  const StackSites *last = nullptr;
  for (std::uintptr_t i = 1; i <= 20000; ++i) {
    last = stack(i, StackUse::forward);
    ASSERT_NE(last, nullptr);
    refused += has_room(*last) ? 0 : 1;
  }
  EXPECT_EQ(refused, 20000U - 4096);
  EXPECT_TRUE(has_room(*stack(1, StackUse::forward)));
  EXPECT_TRUE(has_room(*stack(20000)));
  EXPECT_TRUE(has_room(*stack(20000, StackUse::forward)));
  for (std::uintptr_t i = 20001; i < 20001 + 16384 - 4096 - 1; ++i)
    ASSERT_NE(stack(i), nullptr);
  const ReadFile file = read();
  ASSERT_TRUE(file.valid);
  EXPECT_EQ(file.stacks.size(), 16384U);
  EXPECT_EQ(file.all_losses(), 0U);
  // Nor do they count losses where records have taken all.
  EXPECT_FALSE(has_room(*stack(50000, StackUse::forward)));
  EXPECT_EQ(read().all_losses(), 0U);
  EXPECT_EQ(stack(50001), nullptr);
  EXPECT_EQ(read().all_losses(), 1U);
}

TEST_F(Table, PairsOfBackwardAndForwardRunOut) {
  const StackSites *copy = stack(1), *forward = stack(2);
  const StackSites *first = table->charge_forward(*copy, *forward);
  ASSERT_NE(first, nullptr);
  for (std::uintptr_t i = 3; i < 3 + 8191; ++i)
    ASSERT_NE(table->charge_forward(*copy, *stack(i)), nullptr);
  EXPECT_EQ(table->charge_forward(*forward, *copy), nullptr);
  EXPECT_EQ(table->charge_forward(*copy, *forward), first);
  EXPECT_EQ(read().all_losses(), 0U);
}

TEST_F(Table, WhatIsCountedBeforeTheFirstRecordIsKept) {
  table->count(&FileHeader::untested);
  table->count(&FileHeader::untested);
  EXPECT_EQ(read().header.untested, 2U);
}

TEST_F(Table, LossesAreCountedWhenTheFileIsTakenAway) {
  ASSERT_NE(stack(1), nullptr);
  const std::string path = table->path();
  std::filesystem::rename(path, path + ".moved");
  std::uint64_t refused = 0;
  for (std::uintptr_t i = 2; i < 3000; ++i)
    refused += stack(i) == nullptr ? 1 : 0;
  EXPECT_GT(refused, 0U);
  const ReadFile file = read_probe_file(path + ".moved");
  ASSERT_TRUE(file.valid);
  EXPECT_EQ(file.header.losses[static_cast<int>(Loss::file_not_grown)],
            refused);
}

TEST_F(Table, EqualTextsAreOneString) {
  const auto id = table->add_string(StringKind::operator_name, "aten::to");
  EXPECT_EQ(table->add_string(StringKind::operator_name, "aten::to"), id);
  EXPECT_NE(table->add_string(StringKind::operator_name, "aten::t"), id);
  EXPECT_EQ(read().strings.size(), 2U);
}

TEST_F(Table, EightThreadsAddTheSameTexts) {
  constexpr int kThreads = 8, kTexts = 200;
  std::vector<std::vector<std::uint32_t>> ids(kThreads);
  std::vector<std::thread> threads;
  for (std::vector<std::uint32_t> &own : ids)
    threads.emplace_back([this, &own] {
      for (int text = 0; text < kTexts; ++text)
        own.push_back(table->add_string(
            StringKind::operator_name,
            ("aten::operator" + std::to_string(text)).c_str()));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::vector<std::uint32_t> &own : ids)
    EXPECT_EQ(own, ids.front());
  EXPECT_EQ(
      std::set<std::uint32_t>(ids.front().begin(), ids.front().end()).size(),
      static_cast<std::size_t>(kTexts));
}

TEST_F(Table, ManyDimensionsAreCutAndSaidToBe) {
  const Made ten(std::vector<std::int64_t>(10, 1),
                 std::vector<std::int64_t>(10, 1));
  RowSeed seed;
  seed.dst = seed.src = ten.view;
  ASSERT_NE(table->add_row(stack(1), 7, seed), nullptr);
  const ReadFile file = read();
  EXPECT_EQ(file.rows.at(0).dst_dim, 10);
  EXPECT_NE(file.rows.at(0).flags & kFlagDimsTruncated, 0U);
  EXPECT_EQ(file.header.losses[static_cast<int>(Loss::dims_truncated)], 1U);
}

/// A cache on the heap: it is large.
class Cache : public testing::Test {
protected:
  Cache() { cache->adopt_thread(); }
  ~Cache() override { delete cache; }
  StackCache *cache = new StackCache();
};

__attribute__((noinline)) StackCache::Entry *
look_up(StackCache &cache, WalkedStack &walked, bool add) {
  const std::uintptr_t slot = return_slot(__builtin_frame_address(0));
  StackCache::Entry *found = cache.find(slot);
  if (found == nullptr) {
    walk_stack(slot, walked);
    if (add)
      found = cache.add(slot, walked);
  }
  return found;
}

__attribute__((noinline)) void look_up_twice(StackCache &cache,
                                             WalkedStack (&walked)[2],
                                             StackCache::Entry *(&entries)[2]) {
  entries[0] = look_up(cache, walked[0], true);
  entries[1] = look_up(cache, walked[1], true);
}

TEST_F(Cache, KnowsAStackAgainAndTellsCallersApart) {
  WalkedStack walked[2];
  StackCache::Entry *entries[2][2];
  // volatile: nothing is known about the number of rounds, so that the loop is
  // not unrolled into several call sites.
  for (volatile int round = 0; round < 2; round = round + 1)
    look_up_twice(*cache, walked, entries[round]);
  ASSERT_NE(entries[0][0], nullptr);
  ASSERT_NE(entries[0][1], nullptr);
  EXPECT_TRUE(walked[0].verifiable);
  EXPECT_GT(walked[0].count, 3U);
  EXPECT_EQ(entries[1][0], entries[0][0]);
  EXPECT_EQ(entries[1][1], entries[0][1]);
  EXPECT_NE(entries[0][0], entries[0][1]);
  EXPECT_TRUE(StackCache::equals(*entries[0][0], walked[0]));
  EXPECT_FALSE(StackCache::equals(*entries[0][0], walked[1]));
}

__attribute__((noinline)) void look_up_at_depth(StackCache &cache, int depth,
                                                int &found) {
  WalkedStack walked;
  found += look_up(cache, walked, true) != nullptr ? 1 : 0;
  if (depth > 0)
    look_up_at_depth(cache, depth - 1, found);
  asm volatile("" : : "r"(&walked) : "memory");
}

TEST_F(Cache, MoreStacksThanEntriesMakeRoom) {
  const int stacks = StackCache::kEntries + 100;
  for (int round = 0; round < 2; ++round) {
    int found = 0;
    look_up_at_depth(*cache, stacks - 1, found);
    EXPECT_EQ(found, stacks);
  }
}

TEST_F(Cache, IsEmptyForAnotherThread) {
  WalkedStack walked;
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(look_up(*cache, walked, false), nullptr);
    if (round == 0)
      cache->adopt_thread();
  }
}

TEST_F(Cache, NothingIsCachedOnAForeignStack) {
  alignas(16) static char elsewhere[256];
  const auto slot = reinterpret_cast<std::uintptr_t>(elsewhere);
  EXPECT_EQ(cache->find(slot), nullptr);
  WalkedStack walked;
  walk_stack(return_slot(__builtin_frame_address(0)), walked);
  ASSERT_TRUE(walked.verifiable);
  EXPECT_EQ(cache->add(slot, walked), nullptr);
}

std::vector<std::string> compiled_code;

std::vector<std::string> newly_compiled() {
  compiled_code.clear();
  find_compiled_code([](const char *path) { compiled_code.push_back(path); });
  return compiled_code;
}

TEST(CompiledCode, IsFoundOnceItIsLoaded) {
  EXPECT_TRUE(newly_compiled().empty());
  ASSERT_NE(dlopen("libm.so.6", RTLD_NOW), nullptr);
  EXPECT_TRUE(newly_compiled().empty());
  ASSERT_NE(dlopen(PROBE_COMPILED, RTLD_NOW), nullptr);
  const std::vector<std::string> found = {PROBE_COMPILED};
  EXPECT_EQ(newly_compiled(), found);
  EXPECT_TRUE(newly_compiled().empty());
  forget_compiled_code();
  EXPECT_EQ(newly_compiled(), found);
}

TEST(CompiledCode, IsKnownByTheFolderOfInductor) {
  EXPECT_TRUE(is_inductor_path("/tmp/torchinductor_me/nm/cnmu.main.so"));
  EXPECT_FALSE(is_inductor_path("/opt/torch/lib/libtorch_cpu.so"));
  EXPECT_FALSE(is_inductor_path("/cache/x/y.so"));
  setenv("TORCHINDUCTOR_CACHE_DIR", "/cache", 1);
  EXPECT_TRUE(is_inductor_path("/cache/x/y.so"));
  unsetenv("TORCHINDUCTOR_CACHE_DIR");
}

std::string why_no_counters(int error) {
  char sentence[256];
  explain_no_counters(error, sentence, sizeof(sentence));
  return sentence;
}

TEST(MissCounters, SayWhyThereAreNone) {
  EXPECT_NE(why_no_counters(ENOENT).find("this machine offers no such"),
            std::string::npos);
  EXPECT_NE(why_no_counters(EACCES).find("perf_event_paranoid is "),
            std::string::npos);
  EXPECT_NE(why_no_counters(0).find("read the counters themselves"),
            std::string::npos);
  EXPECT_NE(why_no_counters(EMFILE).find("Too many open files"),
            std::string::npos);
}

/// Those of the kernel itself cannot be read without it.
TEST(MissCounters, ACounterThatIsNotTheProcessors) {
  ThreadCounter counter;
  EXPECT_FALSE(counter.open(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS));
  if (errno != 0)
    GTEST_SKIP() << "no counters here: " << std::strerror(errno);
  EXPECT_FALSE(counter.open(99, 0));
  EXPECT_NE(errno, 0);
}

/// On machines that have them.
TEST(MissCounters, CountWhatReadingMuchMemoryMisses) {
  MissCounters counters;
  if (!counters.open())
    GTEST_SKIP() << why_no_counters(errno);
  const Misses before = counters.read();
  std::vector<char> much(64 << 20, 1);
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < much.size(); at += 4096 + 64)
    sum += static_cast<unsigned char>(much[at]);
  EXPECT_GT(sum, 0U);
  const Misses after = counters.read();
  EXPECT_GT(after.cache, before.cache);
  EXPECT_GT(after.tlb, before.tlb);
}

TEST(ElfNeeded, NamesALibraryThatThisProgramNeeds) {
  char name[256] = "untouched";
  EXPECT_FALSE(
      needed_library("/proc/self/exe", "libtorch_cpu.so", name, sizeof(name)));
  EXPECT_STREQ(name, "untouched");
  ASSERT_TRUE(needed_library("/proc/self/exe", "libc.", name, sizeof(name)));
  EXPECT_STREQ(name, "libc.so.6");
}

TEST(ElfNeeded, DamagedFilesNeedNothing) {
  char name[256];
  EXPECT_FALSE(needed_library("/no/such/file", "lib", name, sizeof(name)));
  std::ifstream self("/proc/self/exe", std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(self)), {});
  const std::string path =
      testing::TempDir() + "tensor_probe_cut." + std::to_string(getpid());
  for (std::size_t size = 0; size < 4096; size += 61) {
    std::ofstream(path, std::ios::binary) << whole.substr(0, size);
    needed_library(path.c_str(), "no such library", name, sizeof(name));
    // Shorter than its table of segments, the loader refuses it by itself.
    EXPECT_TRUE(size < 1024 || is_cut_short(path.c_str())) << size;
  }
  EXPECT_FALSE(is_cut_short("/proc/self/exe"));
  std::string wild = whole.substr(0, 4096);
  for (std::size_t at = 64; at < wild.size(); ++at)
    wild[at] = static_cast<char>(at * 167);
  std::ofstream(path, std::ios::binary) << wild;
  EXPECT_FALSE(needed_library(path.c_str(), "lib", name, sizeof(name)));
  std::remove(path.c_str());
}

} // namespace
