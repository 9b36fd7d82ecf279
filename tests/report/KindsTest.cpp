// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kinds of copies, each at its line, in a program built in four ways.
#include "Recorded.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <sstream>

using namespace tensor_probe;
using testing::HasSubstr;

namespace {

struct Mark {
  bool must_copy = false;
  std::string op;
};

std::map<unsigned, Mark> marks() {
  std::map<unsigned, Mark> all;
  for (const auto &[line, text] : marks_in(KINDS_SOURCE)) {
    std::istringstream words(text);
    std::string what;
    Mark mark;
    words >> what >> mark.op;
    mark.must_copy = what == "COPIES";
    all[line] = mark;
  }
  return all;
}

bool is_a_number(const SourceSite &site) { return site.most_elements <= 1; }

void expect_each_at_its_line(const Profile &profile) {
  std::map<unsigned, Mark> expected = marks();
  std::map<unsigned, std::uint64_t> copies;
  for (const SourceSite &site : profile.sites) {
    if (is_a_number(site))
      continue;
    auto mark = expected.find(site.place.line);
    ASSERT_NE(mark, expected.end())
        << site.op << " at line " << site.place.line << site.tail_call;
    EXPECT_THAT(site.place.file, HasSubstr("fixture/kinds.cpp"));
    EXPECT_NE(match_operators(site.op, mark->second.op), OperatorMatch::differ)
        << site.op << " at line " << site.place.line;
    EXPECT_EQ(site.tail_call, "");
    copies[site.place.line] += site.cost.count;
  }
  for (const auto &[line, mark] : expected)
    if (mark.must_copy)
      EXPECT_GT(copies[line], 0U) << mark.op << " at line " << line;
  EXPECT_EQ(profile.losses(), 0U);
}

TEST(Kinds, ThereAreThirteen) { EXPECT_EQ(marks().size(), 13U); }

TEST(Kinds, WithoutOptimisation) {
  expect_each_at_its_line(profile_of(recorded(KINDS_O0, "")));
}

TEST(Kinds, WithOptimisation) {
  expect_each_at_its_line(profile_of(recorded(KINDS_O2, "")));
}

TEST(Kinds, WithLinkTimeOptimisationAndSplitDebugInformation) {
  expect_each_at_its_line(profile_of(recorded(KINDS_lto_split, "")));
}

TEST(Kinds, NoLineWithoutDebugInformation) {
  Profile profile = profile_of(recorded(KINDS_no_debug, ""));
  std::uint64_t copies = 0;
  for (const SourceSite &site : profile.sites) {
    EXPECT_EQ(site.place.line, 0U) << site.place.file;
    EXPECT_THAT(site.place.module, HasSubstr("report_kinds_no_debug"));
    EXPECT_NE(site.place.offset, 0U);
    copies += site.cost.count;
  }
  EXPECT_GE(copies, 10U);
}

} // namespace
