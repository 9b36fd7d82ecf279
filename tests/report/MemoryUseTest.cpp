// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that copies take, give back and misuse: read from files, and in every
// report.
#include "ProbeBytes.h"
#include "Synthetic.h"

#include "report/Groups.h"
#include "report/HtmlReport.h"
#include "report/JsonReport.h"
#include "report/ProfileBuilder.h"
#include "report/TextReport.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tensor_probe;
using testing::HasSubstr;
using testing::Not;

namespace {

Profile profile_of(const ProbeBytes &file) {
  auto record = parse_probe_file(file.bytes(), "x.probe");
  EXPECT_TRUE(bool(record));
  return record ? build_profile({*record}) : Profile();
}

MisuseBlock misuse(MisuseKind kind) {
  MisuseBlock block{};
  block.misuse = std::uint32_t(kind);
  block.stack = block.text = block.file = kNoId;
  block.dim = 2;
  block.itemsize = 4;
  block.count = 3;
  block.bytes = 48;
  block.sizes[0] = 6;
  block.sizes[1] = block.strides[1] = 2;
  block.strides[0] = 1;
  return block;
}

ProbeBytes two_misuses() {
  ProbeBytes file = small_probe_file();
  MisuseBlock shared = misuse(MisuseKind::shared_elements);
  shared.stack = 0;
  file.misuse(shared);
  MisuseBlock beyond = misuse(MisuseKind::beyond_view);
  beyond.text = file.string(StringKind::expression, "query");
  beyond.file = file.string(StringKind::source_file, "/a.cpp");
  beyond.line = 12;
  beyond.beyond = 24;
  file.misuse(beyond);
  return file;
}

TEST(MemoryUse, MisusesAreInEveryReport) {
  const Profile profile = profile_of(two_misuses());
  const std::string text = text_report(profile, {});
  EXPECT_THAT(text, HasSubstr("two of whose elements are the same memory"));
  EXPECT_THAT(text, HasSubstr("3 times, first into [6, 2] strides [1, 2]"));
  EXPECT_THAT(text, HasSubstr("/a.cpp:12: `query` 3 times, first 48 B, 24 B of "
                              "them of no element of [6, 2] strides [1, 2] of "
                              "4 B each"));
  EXPECT_THAT(html_report(profile, {}), HasSubstr("`query` 3 times"));
  const llvm::json::Value report = json_report(profile, {});
  const auto &all = *report.getAsObject()->getArray("misused_memory");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].getAsObject()->getString("kind"), "shared elements");
  EXPECT_EQ(all[1].getAsObject()->getInteger("first_bytes_beyond"), 24);
}

TEST(MemoryUse, MemcpyOfTheProgramHasAStack) {
  ProbeBytes file = small_probe_file();
  MisuseBlock beyond = misuse(MisuseKind::beyond_view);
  beyond.stack = 0;
  file.misuse(beyond);
  EXPECT_THAT(text_report(profile_of(file), {}),
              HasSubstr("memcpy 3 times, first 48 B"));
  // On two stacks of one line, or in two processes.
  file.misuse(beyond);
  const Profile profile = profile_of(file);
  ASSERT_EQ(profile.misuses.size(), 1U);
  EXPECT_EQ(profile.misuses[0].count, 6U);
}

TEST(MemoryUse, NothingIsSaidWhereNothingIsMisused) {
  EXPECT_THAT(text_report(profile_of(small_probe_file()), {}),
              Not(HasSubstr("the same memory")));
}

TEST(MemoryUse, WhatDoesNotExistIsAnError) {
  for (int damage = 0; damage < 4; ++damage) {
    ProbeBytes file = small_probe_file();
    MisuseBlock block = misuse(MisuseKind::shared_elements);
    block.stack = damage == 0 ? 9 : damage == 1 ? kNoId : 0;
    block.misuse = damage == 2 ? 9 : block.misuse;
    block.layout = damage == 3 ? 1 : 0;
    file.misuse(block);
    auto record = parse_probe_file(file.bytes(), "x.probe");
    ASSERT_FALSE(bool(record)) << damage;
    EXPECT_THAT(llvm::toString(record.takeError()),
                HasSubstr("misuse of memory"));
  }
}

TEST(MemoryUse, WhatWasNotTestedIsSaid) {
  ProbeBytes file = small_probe_file();
  file.header.untested = 2;
  file.header.misuses_lost = 1;
  file.header.views_forgotten = 3;
  file.header.ranges_untested = 4;
  file.header.forwards_full = 5;
  const std::string text = text_report(profile_of(file), {});
  EXPECT_THAT(text, HasSubstr("too involved to be tested: 2"));
  EXPECT_THAT(text, HasSubstr("misuses of memory not added: 1"));
  EXPECT_THAT(text, HasSubstr("views forgotten, so that memcpy of them is not "
                              "tested: 3"));
  EXPECT_THAT(text, HasSubstr("other threads were in the way: 4"));
  EXPECT_THAT(text, HasSubstr("forward line found no room: 5"));
}

ProbeBytes churning() {
  ProbeBytes file;
  file.module("/nowhere/prog");
  file.stack({{0x1020, 0x20, 0, 0}});
  SiteBlock row = ProbeBytes::copy_row(0, 100);
  row.allocations = 100;
  row.allocated_bytes = 2400;
  row.frees = 90;
  row.freed_bytes = 2160;
  row.short_lived = 80;
  row.short_lived_bytes = 1920;
  file.row(row);
  return file;
}

TEST(MemoryUse, ChurnIsAColumnWhereMemoryIsCounted) {
  ProbeBytes file = churning();
  EXPECT_THAT(text_report(profile_of(file), {}), Not(HasSubstr("churn")));
  file.header.tiers |= kTierMemory;
  const Profile profile = profile_of(file);
  for (GroupBy by : {GroupBy::place, GroupBy::line, GroupBy::op}) {
    const std::string text = text_report(profile, {by, RankBy::churn, 0});
    EXPECT_THAT(text, HasSubstr("churn"));
    EXPECT_THAT(text, HasSubstr("1.92 kB"));
  }
  EXPECT_THAT(
      text_report(profile, {}),
      HasSubstr("made 100 allocations, 2.40 kB; 90, 2.16 kB, given "
                "back, of these 80, 1.92 kB, before the next was made"));
  EXPECT_THAT(html_report(profile, {}), HasSubstr("\"churnSize\":\"1.92 kB\""));
  const llvm::json::Value report = json_report(profile, {});
  const auto *site =
      (*report.getAsObject()->getArray("sites"))[0].getAsObject();
  EXPECT_EQ(site->getObject("memory")->getInteger("short_lived_bytes"), 1920);
  EXPECT_EQ(report.getAsObject()->getObject("memory")->getInteger("frees"), 90);
}

TEST(MemoryUse, ChurnOfADamagedFileStaysWithinItself) {
  ProbeBytes file = churning();
  file.header.tiers |= kTierMemory;
  SiteBlock row = ProbeBytes::copy_row(0);
  row.dst_dtype = 7;
  row.copy_class = std::uint8_t(CopyClass::plain);
  row.allocations = 1;
  row.frees = row.short_lived = ~0ULL;
  file.row(row);
  for (const SourceSite &site : profile_of(file).sites) {
    EXPECT_LE(site.cost.frees, site.cost.allocations);
    EXPECT_LE(site.cost.short_lived, site.cost.frees);
  }
}

} // namespace
