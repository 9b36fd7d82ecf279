// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run against another.
#include "Synthetic.h"

#include "report/Compare.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tensor_probe;
using testing::HasSubstr;
using testing::Not;

namespace {

SourceSite site_in(const std::string &function, unsigned line,
                   std::uint64_t count) {
  SourceSite made = site("/src/a.cpp", line, 3, "reshape", count);
  made.place.function = function;
  return made;
}

Profile run_of(std::vector<SourceSite> sites) {
  Profile profile;
  profile.processes = {process_with_reach()};
  profile.sites = std::move(sites);
  return profile;
}

const Compared &of_function(const std::vector<Compared> &all,
                            const std::string &function) {
  for (const Compared &compared : all)
    if (compared.site.place.function == function)
      return compared;
  static const Compared none;
  ADD_FAILURE() << function;
  return none;
}

TEST(Compare, NewGrownShrunkGoneSame) {
  Profile before = run_of({site_in("grows", 1, 2), site_in("shrinks", 2, 2),
                           site_in("goes", 3, 2), site_in("stays", 4, 2)});
  Profile now = run_of({site_in("grows", 1, 3), site_in("shrinks", 2, 1),
                        site_in("comes", 9, 2), site_in("stays", 4, 2)});
  auto all = compare(before, now, RankBy::time);
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[0].change, Change::new_);
  EXPECT_EQ(of_function(all, "comes").change, Change::new_);
  EXPECT_EQ(of_function(all, "grows").change, Change::grown);
  EXPECT_EQ(of_function(all, "shrinks").change, Change::shrunk);
  EXPECT_EQ(of_function(all, "goes").change, Change::gone);
  EXPECT_EQ(of_function(all, "stays").change, Change::same);
}

TEST(Compare, MovedLinesAndOtherCheckoutsAreTheSameCopies) {
  Profile before = run_of({site_in("f()", 41, 2)});
  Profile now = run_of({site_in("f()", 57, 2)});
  now.sites[0].place.file = "/other/checkout/a.cpp";
  auto all = compare(before, now, RankBy::time);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].change, Change::same);
  EXPECT_EQ(all[0].site.place.line, 57U);
}

TEST(Compare, AnotherTimeAloneIsNoChange) {
  Profile before = run_of({site_in("f()", 41, 2)});
  Profile now = before;
  now.sites[0].cost.ns *= 3;
  EXPECT_EQ(compare(before, now, RankBy::time)[0].change, Change::same);
}

TEST(Compare, OtherClassesAndOperatorsAreOtherCopies) {
  Profile before = run_of({site_in("f()", 41, 2)});
  Profile now = before;
  now.sites[0].kind = CopyClass::broadcast;
  EXPECT_EQ(compare(before, now, RankBy::time).size(), 2U);
  now = before;
  now.sites[0].op = "contiguous";
  EXPECT_EQ(compare(before, now, RankBy::time).size(), 2U);
}

TEST(Compare, WhatOperatorsMaterialiseIfBothRunsSawIt) {
  Profile before = run_of({});
  Profile now = run_of({site_in("f()", 41, 2)});
  now.sites[0].kind = CopyClass::materialised;
  for (Profile *run : {&before, &now})
    run->processes[0].sees_own_writes = true;
  EXPECT_EQ(compare(before, now, RankBy::time).size(), 1U);
  EXPECT_THAT(comparison_text(before, now, {}), Not(HasSubstr("not compared")));
  before.processes[0].sees_own_writes = false;
  EXPECT_TRUE(compare(before, now, RankBy::time).empty());
  EXPECT_THAT(comparison_text(before, now, {}),
              HasSubstr("what operators materialised is not compared"));
}

TEST(Compare, TextSaysWhatChangedAndCountsTheRest) {
  Profile before = run_of({site_in("grows", 1, 2), site_in("stays", 4, 2)});
  Profile now = run_of({site_in("grows", 1, 3), site_in("stays", 4, 2)});
  std::string text = comparison_text(before, now, {});
  EXPECT_THAT(text, HasSubstr("before: 1 process, 100 ms wall time: 4 copies, "
                              "4.00 MB, 400 us\n"));
  EXPECT_THAT(text, HasSubstr("grown   2 -> 3  2.00 MB -> 3.00 MB  200 us -> "
                              "300 us  layout copy  -       reshape   "
                              "/src/a.cpp:1:3 in grows\n"));
  EXPECT_THAT(text, HasSubstr("1 row with as many copies and bytes"));
  EXPECT_THAT(text, Not(HasSubstr("in stays")));
  llvm::json::Value json = json_comparison(before, now, {});
  const llvm::json::Array &changes = *json.getAsObject()->getArray("changes");
  ASSERT_EQ(changes.size(), 2U);
  const llvm::json::Object &grown = *changes[0].getAsObject();
  EXPECT_EQ(grown.getString("change"), "grown");
  EXPECT_EQ(grown.getObject("now")->getInteger("copies"), 3);
}

} // namespace
