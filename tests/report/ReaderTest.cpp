// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ProbeBytes.h"
#include "TestPath.h"

#include "report/Budget.h"
#include "report/Compare.h"
#include "report/HtmlReport.h"
#include "report/JsonReport.h"
#include "report/ProfileBuilder.h"
#include "report/Reader.h"
#include "report/TextReport.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <random>

using namespace tensor_probe;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

std::string error_of(const std::string &bytes) {
  auto file = parse_probe_file(bytes, "x.probe");
  return file ? "" : llvm::toString(file.takeError());
}

/// Everything that is done with a file that could be read.
void use(const std::string &bytes) {
  auto file = parse_probe_file(bytes, "x.probe");
  if (!file) {
    std::string message = llvm::toString(file.takeError());
    EXPECT_THAT(message, StartsWith("x.probe: byte "));
    EXPECT_EQ(message.find('\n'), std::string::npos);
    return;
  }
  Profile profile = build_profile({*file});
  EXPECT_FALSE(text_report(profile, {}).empty());
  EXPECT_FALSE(html_report(profile, {}).empty());
  for (GroupBy by : {GroupBy::line, GroupBy::function, GroupBy::tree})
    EXPECT_TRUE(json_report(profile, {by, RankBy::bytes, 2}).getAsObject());
  for (const Compared &compared : compare(profile, profile, RankBy::time))
    EXPECT_EQ(compared.change, Change::same);
  Budget budget;
  budget.copied_bytes = budget.hidden_copies = Limit{1, "stated"};
  EXPECT_EQ(broken_budget_text(profile, budget).find("error: stated"), 0U);
}

TEST(Reader, ReadsAllBlocks) {
  auto file = parse_probe_file(small_probe_file().bytes(), "x.probe");
  ASSERT_TRUE(bool(file)) << llvm::toString(file.takeError());
  ASSERT_EQ(file->modules.size(), 2U);
  EXPECT_EQ(file->modules[0].path, "/nowhere/prog");
  EXPECT_EQ(file->modules[0].build_id, "abcd");
  EXPECT_EQ(file->modules[1].build_id, "");
  ASSERT_EQ(file->stacks.size(), 2U);
  EXPECT_EQ(file->stacks[0].frames[1].offset, 0x20U);
  EXPECT_EQ(file->stacks[1].frames[1].module, kNoId);
  ASSERT_EQ(file->rows.size(), 3U);
  EXPECT_EQ(file->rows[0].count, 3U);
  EXPECT_EQ(file->strings[1].text, "no GPU here");
}

TEST(Reader, NoRowsIsFine) { EXPECT_EQ(error_of(ProbeBytes().bytes()), ""); }

TEST(Reader, ForeignFile) {
  EXPECT_THAT(error_of("\x7f"
                       "ELF and so on, long enough for a magic"),
              HasSubstr("x.probe: byte 0: not a probe file"));
  EXPECT_THAT(error_of(""), HasSubstr("not a probe file"));
}

TEST(Reader, TruncatedAtEvery64thByte) {
  ProbeBytes file = small_probe_file();
  std::string bytes = file.bytes();
  for (std::size_t size = 8; size < file.end(); size += 64) {
    std::string message = error_of(bytes.substr(0, size));
    EXPECT_THAT(message, HasSubstr("truncated")) << size;
    EXPECT_THAT(message, HasSubstr("byte " + std::to_string(size) + ":"));
  }
  EXPECT_EQ(error_of(bytes.substr(0, file.end())), "");
}

TEST(Reader, OtherVersionAndByteOrder) {
  ProbeBytes file;
  file.header.version = 2;
  EXPECT_THAT(error_of(file.bytes()),
              HasSubstr("byte 8: format version 2, this tool reads version 1"));
  file.header.version = kFormatVersion;
  file.header.byte_order = 0x04030201;
  EXPECT_THAT(error_of(file.bytes()), HasSubstr("another byte order"));
}

TEST(Reader, CountsMustAgree) {
  ProbeBytes file = small_probe_file();
  file.header.rows += 1;
  EXPECT_THAT(error_of(file.bytes()), HasSubstr("4 rows stated, 3 found"));
  // A process that was killed may have counted a block it did not finish.
  file.header.state = std::uint32_t(RunState::running);
  EXPECT_EQ(error_of(file.bytes()), "");
  file.header.rows += 1;
  EXPECT_THAT(error_of(file.bytes()), HasSubstr("5 rows stated, 3 found"));
}

TEST(Reader, IdsMustExist) {
  ProbeBytes stack = small_probe_file();
  std::uint64_t at = stack.end();
  stack.row(ProbeBytes::copy_row(2));
  EXPECT_EQ(error_of(stack.bytes()),
            "x.probe: byte " + std::to_string(at) + ": damaged: stack 2 of 2");
  ProbeBytes module = small_probe_file();
  module.stack({{0, 0, 2, 0}});
  EXPECT_THAT(error_of(module.bytes()), HasSubstr("module 2 of 2"));
  ProbeBytes op = small_probe_file();
  op.row(ProbeBytes::reach_row(0, 9, 1));
  EXPECT_THAT(error_of(op.bytes()), HasSubstr("string 9 of 2"));
  ProbeBytes written = small_probe_file();
  SiteBlock row = ProbeBytes::copy_row(0);
  row.copy_class = std::uint8_t(CopyClass::materialised);
  written.row(row);
  EXPECT_THAT(error_of(written.bytes()), HasSubstr("string 4294967295 of 2"));
}

TEST(Reader, KindsMustBeKnown) {
  ProbeBytes kind = small_probe_file();
  SiteBlock row = ProbeBytes::copy_row(0);
  row.row_kind = 9;
  kind.row(row);
  EXPECT_THAT(error_of(kind.bytes()), HasSubstr("a row of kind 9"));
  ProbeBytes copy_class = small_probe_file();
  row = ProbeBytes::copy_row(0);
  row.copy_class = 9;
  copy_class.row(row);
  EXPECT_THAT(error_of(copy_class.bytes()), HasSubstr("copy class 9"));
}

TEST(Reader, EveryByteFlipped) {
  const ProbeBytes file = small_probe_file();
  const std::string good = file.bytes();
  for (std::size_t at = 0; at < file.end(); ++at) {
    if (at >= 352 && at < kHeaderBytes && at % 16 != 0)
      continue; // texts and reserved space of the header: a sample is enough
    for (char mask : {'\x01', '\x80', '\xff'}) {
      std::string bytes = good;
      bytes[at] ^= mask;
      use(bytes);
    }
  }
}

TEST(Reader, RandomDamage) {
  std::mt19937 random(20240607);
  const std::string good = small_probe_file().bytes();
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = good.substr(0, 1 + random() % good.size());
    for (int flips = int(random() % 8); flips >= 0; --flips)
      bytes[random() % bytes.size()] = char(random());
    // Most damage below would be stopped by the magic.
    std::memcpy(bytes.data(), good.data(),
                std::min<std::size_t>(bytes.size(), 24));
    use(bytes);
  }
}

TEST(Reader, MissingFileAndEmptyDirectory) {
  auto file = read_probe_file("/nowhere/x.probe");
  ASSERT_FALSE(bool(file));
  EXPECT_THAT(llvm::toString(file.takeError()),
              StartsWith("/nowhere/x.probe: cannot be read"));
  std::string empty = test_path("empty");
  std::filesystem::create_directories(empty);
  auto files = find_probe_files({empty});
  ASSERT_FALSE(bool(files));
  EXPECT_THAT(llvm::toString(files.takeError()), HasSubstr("no *.probe file"));
}

} // namespace
