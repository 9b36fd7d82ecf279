// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole programs under the probe: preloaded into one that does not know it,
// and linked into one that asks for it.

#include "ProbeProcess.h"

#include <csignal>
#include <sys/wait.h>

using namespace tensor_probe_test;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

namespace {

constexpr std::uint64_t kMebibyte = 1024UL * 1024;

/// What a row held when most memory was in use, as Format.h says.
std::uint64_t held_at_peak(const SiteBlock &row, const FileHeader &header) {
  return row.memory_peaks == header.memory_peaks ? row.held_at_peak
                                                 : row.held_bytes;
}

TEST_F(ProbeProcess, MemoryOfCopiesAtThePeak) {
  const Ended ended = victim("memory", "TENSOR_PROBE_MEMORY=1");
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  EXPECT_NE(file.header.tiers & kTierMemory, 0U);
  EXPECT_GE(file.header.memory_peak_bytes, 4 * kMebibyte);
  EXPECT_LT(file.header.memory_peak_bytes, 5 * kMebibyte);
  std::uint64_t held = 0, now = 0;
  for (const SiteBlock &row : file.rows) {
    held += held_at_peak(row, file.header);
    now += row.held_bytes;
  }
  EXPECT_EQ(held, 2 * kMebibyte);
  EXPECT_EQ(now, 0U);
}

TEST_F(ProbeProcess, MemoryThatCopiesTakeAndGiveBack) {
  const Ended ended = victim("churn", "TENSOR_PROBE_MEMORY=1");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  std::uint64_t short_lived = 0;
  for (const SiteBlock &row : file.rows) {
    EXPECT_EQ(row.allocations, row.count);
    EXPECT_EQ(row.allocated_bytes, row.count * kMebibyte);
    EXPECT_EQ(row.frees, row.count);
    EXPECT_EQ(row.freed_bytes, row.allocated_bytes);
    // Of those that were kept together the last one was alone in the end, or
    // not, as the vector gives them back.
    EXPECT_LE(row.short_lived, row.count);
    EXPECT_EQ(row.short_lived_bytes, row.short_lived * kMebibyte);
    short_lived += row.short_lived;
  }
  EXPECT_EQ(file.copies(), 25U);
  EXPECT_EQ(short_lived, 21U);
}

TEST_F(ProbeProcess, MemoryIsNotCountedUnlessAskedFor) {
  const Ended ended = victim("memory");
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].header.tiers & kTierMemory, 0U);
  EXPECT_EQ(ended.files[0].header.memory_peak_bytes, 0U);
  for (const SiteBlock &row : ended.files[0].rows)
    EXPECT_EQ(row.allocations, 0U);
}

TEST_F(ProbeProcess, MemoryIsCountedInAForkedChild) {
  const Ended ended = victim("fork", "TENSOR_PROBE_MEMORY=1");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(2));
  for (const ReadFile &file : ended.files)
    for (const SiteBlock &row : file.rows)
      EXPECT_EQ(row.held_bytes, 0U);
}

TEST_F(ProbeProcess, PreloadedIntoAProgramThatDoesNotKnowIt) {
  const Ended ended = victim("copies");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "");
  expect_all_copies(ended);
  const ReadFile &file = ended.files.at(0);
  const SiteBlock &row = file.rows[0];
  EXPECT_EQ(row.dst_dtype, 6);
  EXPECT_EQ(row.dst_dim, 2);
  EXPECT_EQ(row.dst_sizes[0], 32);
  EXPECT_EQ(row.dst_sizes[1], 64);
  EXPECT_EQ(row.dst_strides[0], 64);
  EXPECT_EQ(row.dst_strides[1], 1);
  EXPECT_EQ(row.src_strides[0], 1);
  EXPECT_EQ(row.src_strides[1], 32);
  EXPECT_EQ(row.flags, static_cast<std::uint32_t>(kFlagSrcNonContiguous));
  EXPECT_EQ(row.numel_min, 2048U);
  EXPECT_EQ(row.numel_max, 2048U);
  EXPECT_EQ(row.size_class_mask, 2048U);
  EXPECT_EQ(row.thrown, 0U);
  EXPECT_GT(row.ns_min, 0U);
  EXPECT_LE(row.ns_min, row.ns_max);
  EXPECT_LE(row.ns_max, row.ns_sum);
  EXPECT_LE(row.first_ns, row.last_ns);
  EXPECT_LE(row.last_ns, file.header.last_update_ns);
}

TEST_F(ProbeProcess, HeaderSaysWhoRanAndWhatItCost) {
  const Ended ended = victim("copies", "TENSOR_PROBE_BANDWIDTH=1");
  ASSERT_THAT(ended.files, SizeIs(1));
  const FileHeader &head = ended.files[0].header;
  EXPECT_STREQ(head.program, "probe_victim");
  EXPECT_STREQ(head.command_line, PROBE_VICTIM " copies");
  EXPECT_EQ(head.working_directory, folder.string());
  EXPECT_THAT(std::string(head.torch_version), HasSubstr("."));
  EXPECT_EQ(head.tiers,
            static_cast<std::uint32_t>(kTierCopiesCpu | kTierCopiesCuda));
  EXPECT_EQ(head.tiers_refused, 0U);
  EXPECT_EQ(head.state, static_cast<std::uint32_t>(RunState::ended));
  EXPECT_GT(head.memcpy_gb_per_s, 0.1);
  EXPECT_GT(head.event_cost_ns, 1.0);
  EXPECT_LT(head.event_cost_ns, 1e5);
  EXPECT_EQ(head.stack_misses, 1U);
  EXPECT_GT(head.stack_walk_ns, 0U);
  const std::string name = std::string("probe_victim.") + head.host + "." +
                           std::to_string(head.pid) + ".probe";
  EXPECT_EQ(ended.names[0], name);
}

TEST_F(ProbeProcess, TheRankIsInTheFileAndItsName) {
  const Ended ended = victim("fork", "RANK=3 WORLD_SIZE=8");
  ASSERT_THAT(ended.files, SizeIs(2));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(ended.files[i].header.rank, 3U);
    EXPECT_EQ(ended.files[i].header.world_size, 8U);
    EXPECT_THAT(
        ended.names[i],
        HasSubstr(".rank3." + std::to_string(ended.files[i].header.pid) + "."));
  }
}

TEST_F(ProbeProcess, WhatIsNoRankIsNone) {
  for (const char *no_rank :
       {"RANK=3", "RANK=8 WORLD_SIZE=8", "RANK=-1 WORLD_SIZE=8",
        "RANK=a WORLD_SIZE=8", "RANK=99999999999 WORLD_SIZE=999999999999"}) {
    const Ended ended = victim("copies", no_rank);
    ASSERT_THAT(ended.files, SizeIs(1)) << no_rank;
    EXPECT_EQ(ended.files[0].header.world_size, 0U) << no_rank;
    EXPECT_THAT(ended.names[0], Not(HasSubstr("rank"))) << no_rank;
    fs::remove_all(out);
  }
}

TEST_F(ProbeProcess, FramesLeadFromLibtorchToTheProgram) {
  const Ended ended = victim("copies");
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  const ReadStack &stack = file.stacks.at(0);
  ASSERT_FALSE(stack.frames.empty());
  for (const Frame &frame : stack.frames) {
    ASSERT_LT(frame.module, file.modules.size());
    const ModuleBlock &module = file.modules[frame.module].block;
    EXPECT_EQ(frame.offset, frame.pc - module.load_bias);
    EXPECT_GE(frame.pc, module.start);
    EXPECT_LT(frame.pc, module.end);
  }
  const std::string first = file.modules[stack.frames[0].module].path;
  EXPECT_THAT(first, HasSubstr("libtorch_cpu"));
  const Frame *own = file.frame_in(0, "probe_victim");
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(file.modules[own->module].path, PROBE_VICTIM);
}

TEST_F(ProbeProcess, LinkedWithoutAnyOtherChange) {
  const Ended ended = run(PROBE_LINKED_VICTIM " copies",
                          "TENSOR_PROBE_OUT='" + out.string() + "'");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "");
  expect_all_copies(ended);
}

TEST_F(ProbeProcess, LinkedAndPreloadedCountsOnce) {
  const Ended ended = preload(PROBE_LINKED_VICTIM " copies");
  EXPECT_EQ(ended.status, 0);
  expect_all_copies(ended);
}

TEST_F(ProbeProcess, AbortLosesNothing) {
  const Ended ended = victim("abort");
  ASSERT_TRUE(WIFSIGNALED(ended.status) || WIFEXITED(ended.status));
  expect_all_copies(ended);
  EXPECT_EQ(ended.files.at(0).header.state,
            static_cast<std::uint32_t>(RunState::running));
}

TEST_F(ProbeProcess, ExitWithoutDestructorsLosesNothing) {
  const Ended ended = victim("exit-now");
  EXPECT_EQ(WEXITSTATUS(ended.status), 7);
  expect_all_copies(ended);
}

TEST_F(ProbeProcess, KillLosesNothing) {
  const Ended ended = victim("kill");
  EXPECT_NE(ended.status, 0);
  expect_all_copies(ended);
}

TEST_F(ProbeProcess, UncaughtExceptionLosesNothing) {
  const Ended ended = victim("uncaught");
  EXPECT_NE(ended.status, 0);
  EXPECT_THAT(ended.output, HasSubstr("must match"));
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].copies(), 100U);
  EXPECT_EQ(ended.files[0].bytes(), 819200U);
}

TEST_F(ProbeProcess, AForkedChildHasItsOwnFile) {
  const Ended ended = victim("fork");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(2));
  const bool first_is_child =
      ended.files[0].header.parent_pid == ended.files[1].header.pid;
  const ReadFile &child = ended.files[first_is_child ? 0 : 1];
  const ReadFile &parent = ended.files[first_is_child ? 1 : 0];
  EXPECT_EQ(child.header.parent_pid, parent.header.pid);
  EXPECT_EQ(parent.copies(), 50U);
  EXPECT_EQ(child.copies(), 7U);
  EXPECT_GT(child.header.start_monotonic_ns, parent.header.start_monotonic_ns);
  EXPECT_EQ(child.all_losses(), 0U);
}

TEST_F(ProbeProcess, ExecStartsAnotherFileAndKeepsTheFirst) {
  const Ended ended = victim("exec");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(2));
  EXPECT_EQ(ended.files[0].header.pid, ended.files[1].header.pid);
  EXPECT_EQ(ended.files[0].copies() + ended.files[1].copies(), 105U);
  EXPECT_THAT(ended.names[0] + ended.names[1], HasSubstr("-2.probe"));
}

TEST_F(ProbeProcess, EightThreadsAndManyShortOnesCountExactly) {
  const Ended ended = victim("threads");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].copies(), 40200U);
  EXPECT_EQ(ended.files[0].bytes(), 40200U * 8192U);
  EXPECT_EQ(ended.files[0].all_losses(), 0U);
  EXPECT_EQ(ended.files[0].header.check_mismatches, 0U);
  EXPECT_GT(ended.files[0].header.check_walks, 0U);
  EXPECT_LT(fs::file_size(probe_files(out)[0]), 1U << 20);
}

std::uint64_t all_copies(const Ended &ended) {
  std::uint64_t copies = 0;
  for (const ReadFile &file : ended.files)
    copies += file.copies();
  return copies;
}

TEST_F(ProbeProcess, SixtyFourThreadsCountExactly) {
  const Ended ended = victim("many-threads");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(all_copies(ended), 64U * 500);
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].all_losses(), 0U);
}

TEST_F(ProbeProcess, CopiesInStaticDestructorsAreCounted) {
  const Ended ended = victim("destructor");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "");
  EXPECT_EQ(all_copies(ended), 7U);
}

TEST_F(ProbeProcess, AForkThatExecutesLeavesTheFileAlone) {
  const Ended ended = victim("spawn");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(all_copies(ended), 11U);
  EXPECT_THAT(ended.files, SizeIs(1));
}

TEST_F(ProbeProcess, OfTwoProbesOneRecordsAndTheOtherSaysSo) {
  const fs::path other = folder / "other";
  fs::create_directory(other);
  for (const char *library : {TENSOR_PROBE_LIBRARY, PROBE_PART})
    fs::copy(library, other / fs::path(library).filename());
  const std::string second = other / fs::path(TENSOR_PROBE_LIBRARY).filename();
  const Ended ended =
      victim("copies", "LD_PRELOAD='" TENSOR_PROBE_LIBRARY " " + second + "'");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(all_copies(ended), 100U);
  EXPECT_THAT(ended.output, HasSubstr("another library holds aten::copy_"));
}

TEST_F(ProbeProcess, ExceptionsPassAndAreCountedApart) {
  const Ended ended = victim("throw");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "caught 10\n");
  ASSERT_THAT(ended.files, SizeIs(1));
  std::uint64_t thrown = 0;
  for (const SiteBlock &row : ended.files[0].rows)
    thrown += row.thrown;
  EXPECT_EQ(thrown, 10U);
  EXPECT_EQ(ended.files[0].copies(), 3U);
  EXPECT_EQ(ended.files[0].bytes(), 3U * 48U);
}

TEST_F(ProbeProcess, NoFileWhereNothingIsCopied) {
  const Ended ended = victim("nothing");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "done\n");
  EXPECT_FALSE(fs::exists(out));
}

TEST_F(ProbeProcess, SwitchedOffByTheEnvironment) {
  const Ended ended = victim("copies", "TENSOR_PROBE=0");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "");
  EXPECT_FALSE(fs::exists(out));
}

TEST_F(ProbeProcess, HarmlessInProgramsWithoutTorch) {
  for (const char *program : {"/bin/true", "/bin/sh -c /bin/true"}) {
    const Ended ended = preload(program);
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.output, "");
  }
  EXPECT_FALSE(fs::exists(out));
  EXPECT_TRUE(fs::is_empty(folder));
}

TEST_F(ProbeProcess, WritesToTheWorkingDirectoryByDefault) {
  out = folder;
  const Ended ended =
      run(PROBE_VICTIM " copies", "LD_PRELOAD=" TENSOR_PROBE_LIBRARY);
  expect_all_copies(ended);
}

TEST_F(ProbeProcess, OneClearLineIfTheFolderCannotBeWritten) {
  std::ofstream(folder / "file") << "not a folder";
  const Ended ended = victim("copies", "TENSOR_PROBE_OUT=file/out");
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.output, HasSubstr("tensor_probe: cannot write to '" +
                                      (folder / "file/out").string() + "'"));
  EXPECT_EQ(std::count(ended.output.begin(), ended.output.end(), '\n'), 1);
}

TEST_F(ProbeProcess, AWorkingDirectoryThatIsGoneIsNotTheRoot) {
  out = "out";
  const std::string there = "/bin/sh -c 'mkdir gone; cd gone; rmdir ../gone; "
                            "exec " PROBE_VICTIM " copies'";
  // The MKL of some libtorch loads its libraries by way of the directory.
  if (run(there, "").status != 0)
    GTEST_SKIP() << "this libtorch does not run in such a directory at all";
  const Ended ended = preload(there);
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.output, HasSubstr("tensor_probe: cannot write to './out'"));
}

TEST_F(ProbeProcess, LimitOfFileSizesIsAnErrorAndNoSignal) {
  const Ended ended =
      preload("/bin/sh -c 'ulimit -f 8; exec " PROBE_VICTIM " copies'");
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.output, HasSubstr("tensor_probe: cannot write to '"));
  EXPECT_THAT(ended.output, HasSubstr("File too large"));
}

TEST_F(ProbeProcess, StartsWhenAskedAfterLibtorchWasLoaded) {
  const Ended ended = preload(PROBE_LATE " " PROBE_LATE_MODULE);
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output,
            "active 0, libtorch_cpu is not loaded in this process; call "
            "tensor_probe_start() after it is\nstarted 1, active 1\n");
  expect_all_copies(ended);
  EXPECT_NE(ended.files.at(0).frame_in(0, "libprobe_late_module.so"), nullptr);
}

TEST_F(ProbeProcess, StartsByItselfWithTheNextLibraryAfterLibtorch) {
  const Ended ended = preload(PROBE_LATE " " PROBE_LATE_MODULE " unasked");
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.output, HasSubstr("started 1, active 1\n"));
  expect_all_copies(ended);
}

TEST_F(ProbeProcess, LibrariesAreSearchedForWhereTheirLoaderSays) {
  const std::string command = PROBE_OPENS " " PROBE_OPENER;
  for (const Ended &ended : {run(command, ""), preload(command)}) {
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(ended.output, "found\n");
  }
}

TEST_F(ProbeProcess, YieldsToAKernelThatIsThereAlready) {
  const Ended ended = run(PROBE_HOLDER " " TENSOR_PROBE_LIBRARY,
                          "TENSOR_PROBE_OUT='" + out.string() + "'");
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("own kernel called 3 times"));
  EXPECT_THAT(ended.output, HasSubstr("another library holds aten::copy_ at "
                                      "dispatch key CPU"));
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  EXPECT_EQ(file.copies(), 0U);
  EXPECT_EQ(file.header.tiers_refused,
            static_cast<std::uint32_t>(kTierCopiesCpu));
  ASSERT_THAT(file.strings, SizeIs(1));
  EXPECT_THAT(file.strings[0], HasSubstr("another library holds"));
}

/// Takes half a minute: run by `ninja probe-tries`.
TEST_F(ProbeProcess, DISABLED_EightThreadsAMillionCopiesEach) {
  const Ended ended = victim("millions");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  EXPECT_EQ(file.copies(), 8000000U);
  EXPECT_EQ(file.bytes(), 8000000U * 256);
  EXPECT_EQ(file.all_losses(), 0U);
  EXPECT_EQ(file.header.check_mismatches, 0U);
  EXPECT_LE(fs::file_size(out / ended.names.at(0)), 65536U);
}

TEST_F(ProbeProcess, ReachCountsCallsThatDoNotCopy) {
  const Ended ended = victim("reach", "TENSOR_PROBE_REACH=1");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  EXPECT_NE(file.header.tiers & kTierReach, 0U);
  EXPECT_EQ(file.reached("aten::reshape"), 8U);
  EXPECT_EQ(file.reached("aten::to"), 4U);
  EXPECT_EQ(file.copies(), 4U);
}

/// Bytes that this operator wrote itself, and how often.
std::pair<std::uint64_t, std::uint64_t> own_writes(const ReadFile &file,
                                                   const std::string &op) {
  std::pair<std::uint64_t, std::uint64_t> sum;
  for (const SiteBlock &row : file.rows_of(CopyClass::materialised))
    if (file.strings.at(row.op) == op) {
      sum.first += row.bytes;
      sum.second += row.count;
    }
  return sum;
}

TEST_F(ProbeProcess, OperatorsThatWriteTheirResultThemselves) {
  const Ended ended = victim("materialise", "TENSOR_PROBE_MATERIALISED=1");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "caught\n");
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  using Sum = std::pair<std::uint64_t, std::uint64_t>;
  EXPECT_EQ(own_writes(file, "aten::cat"), Sum(49152, 3));
  EXPECT_EQ(own_writes(file, "aten::index_select"), Sum(16384, 1));
  EXPECT_EQ(own_writes(file, "aten::gather"), Sum(16384, 1));
  EXPECT_EQ(own_writes(file, "aten::index"), Sum(16384, 1));
  EXPECT_EQ(own_writes(file, "aten::stack"), Sum(512, 1));
  // The strided operand is the example.
  const SiteBlock row = file.rows_of(CopyClass::materialised).at(0);
  EXPECT_EQ(row.src_strides[1], 32);
  EXPECT_EQ(row.dst_sizes[0], 64);
  EXPECT_GT(row.ns_sum, 0U);
  EXPECT_EQ(file.all_losses(), 0U);
}

/// Bytes that copy_ wrote to tensors of these sizes.
std::uint64_t bytes_into(const ReadFile &file,
                         std::pair<std::int64_t, std::int64_t> sizes) {
  std::uint64_t sum = 0;
  for (const SiteBlock &row : file.rows)
    if (row.copy_class != static_cast<int>(CopyClass::materialised) &&
        std::pair(row.dst_sizes[0], row.dst_sizes[1]) == sizes)
      sum += row.bytes;
  return sum;
}

TEST_F(ProbeProcess, WhatCopiesWroteIsNotTheOperatorsOwn) {
  const Ended ended = victim("copies-inside", "TENSOR_PROBE_MATERIALISED=1");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  EXPECT_EQ(file.reached("aten::split_with_sizes_copy"), 1U);
  EXPECT_EQ(file.reached("aten::cat"), 1U);
  EXPECT_EQ(own_writes(file, "aten::split_with_sizes_copy").second, 0U);
  EXPECT_EQ(bytes_into(file, {16, 32}) + bytes_into(file, {48, 32}), 8192U);
  // cat writes one half itself and has the other one converted by copy_ (1.13);
  // each of the 32,768 bytes is counted once. to() adds a half before that.
  EXPECT_EQ(own_writes(file, "aten::cat").first + bytes_into(file, {32, 64}),
            32768U + 16384U);
}

TEST_F(ProbeProcess, WhatOperatorsWriteIsNotSeenUnlessAskedFor) {
  const Ended ended = victim("materialise", "TENSOR_PROBE_REACH=1");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.files.at(0).reached("aten::gather"), 1U);
  for (const ReadFile &file : ended.files)
    EXPECT_THAT(file.rows_of(CopyClass::materialised), IsEmpty());
}

TEST_F(ProbeProcess, CallsOfAotInductorsModelsAreCounted) {
  const std::string model = std::string("PROBE_COMPILED=") + PROBE_COMPILED;
  const Ended ended = victim("compiled-models", model);
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "");
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  EXPECT_EQ(file.reached("AOTInductor model"), 3U);
  EXPECT_EQ(file.copies(), 1U);
  for (const SiteBlock &row : file.rows)
    EXPECT_NE(file.frame_in(row.stack, "probe_victim"), nullptr);
}

TEST_F(ProbeProcess, ReachIsOffUnlessAskedFor) {
  const Ended ended = victim("reach");
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].header.tiers & kTierReach, 0U);
  EXPECT_THAT(ended.files[0].strings, IsEmpty());
}

TEST_F(ProbeProcess, ClassesBeyondEightAreFoldedAndCounted) {
  const Ended ended = victim("many-classes");
  ASSERT_THAT(ended.files, SizeIs(1));
  const ReadFile &file = ended.files[0];
  const auto others = file.rows_of(CopyClass::other);
  ASSERT_THAT(others, SizeIs(1));
  EXPECT_EQ(others[0].count, 4U);
  std::uint64_t same_stack = 0;
  for (const SiteBlock &row : file.rows)
    same_stack += row.stack == others[0].stack ? 1 : 0;
  EXPECT_EQ(same_stack, kMaxRowsPerStack + 1U);
  EXPECT_EQ(file.header.losses[static_cast<int>(Loss::classes_folded)], 1U);
}

TEST_F(ProbeProcess, AProgramMayCloseAllDescriptors) {
  const Ended ended = victim("close");
  EXPECT_EQ(ended.status, 0);
  ASSERT_THAT(ended.files, SizeIs(1));
  EXPECT_EQ(ended.files[0].copies(), 100U);
}

} // namespace
