// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits on what a run copies.
#include "Synthetic.h"

#include "report/Budget.h"
#include "report/Units.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tensor_probe;
using testing::HasSubstr;
using testing::Not;

namespace {

Profile run_of(std::size_t places) {
  Profile profile;
  profile.processes = {process_with_reach()};
  for (std::size_t i = 1; i <= places; ++i)
    profile.sites.push_back(site("/a.cpp", unsigned(i), 1, "reshape", i));
  return profile;
}

TEST(Budget, AtTheLimitItIsKept) {
  Budget budget;
  budget.hidden_copies = Limit{3, "stated"};
  budget.copied_bytes = Limit{3000000, "stated"};
  EXPECT_EQ(broken_budget_text(run_of(2), budget), "");
  EXPECT_EQ(broken_budget_text(run_of(3), {}), "");
}

TEST(Budget, NamesThePlacesThatUsedItUpLargestFirst) {
  Budget budget;
  budget.hidden_copies = Limit{2, "a.yaml:2:3"};
  EXPECT_EQ(broken_budget_text(run_of(2), budget),
            "error: a.yaml:2:3: the limit is 2 hidden copies, the run came to "
            "3 hidden copies:\n"
            "  /a.cpp:2:1: reshape copied 2 times, 2.00 MB (layout copy)\n"
            "  /a.cpp:1:1: reshape copied 1 time, 1.00 MB (layout copy)\n");
  std::string many = broken_budget_text(run_of(25), budget);
  EXPECT_THAT(many, HasSubstr("/a.cpp:6:1"));
  EXPECT_THAT(many, Not(HasSubstr("/a.cpp:5:1")));
  EXPECT_THAT(many, HasSubstr("  5 further places\n"));
}

TEST(Budget, WhatTheProgramAskedForIsNotHidden) {
  Profile profile = run_of(2);
  profile.sites[1].kind = CopyClass::dtype_conversion;
  Budget budget;
  budget.hidden_copies = Limit{1, "stated"};
  EXPECT_EQ(broken_budget_text(profile, budget), "");
  profile.sites[1].kind = CopyClass::layout_copy;
  for (CopyOrigin origin :
       {CopyOrigin::clone, CopyOrigin::assignment, CopyOrigin::materialising}) {
    profile.sites[1].origin = origin;
    EXPECT_EQ(broken_budget_text(profile, budget), "") << origin_name(origin);
  }
  profile.sites[1].origin = CopyOrigin::by_name;
  EXPECT_THAT(broken_budget_text(profile, budget),
              HasSubstr("2.00 MB (layout copy, by name)\n"));
  budget.copied_bytes = Limit{2999999, "stated"};
  EXPECT_THAT(broken_budget_text(profile, budget),
              HasSubstr("3000000 copied bytes (3.00 MB):"));
}

TEST(Budget, RowsOfFoldedClassesMayBeHidden) {
  Profile profile = run_of(2);
  profile.sites[1].kind = CopyClass::other;
  Budget budget;
  budget.hidden_copies = Limit{1, "stated"};
  EXPECT_THAT(broken_budget_text(profile, budget), HasSubstr("/a.cpp:2:1"));
}

TEST(Budget, WhatOperatorsMaterialiseIsNoCopy) {
  Profile profile = run_of(2);
  Budget budget;
  budget.copied_bytes = Limit{0, "stated"};
  budget.hidden_copies = Limit{0, "stated"};
  EXPECT_NE(broken_budget_text(profile, budget), "");
  for (SourceSite &site : profile.sites) {
    site.kind = CopyClass::materialised;
    site.origin = CopyOrigin::materialising;
  }
  EXPECT_EQ(broken_budget_text(profile, budget), "");
}

TEST(Budget, OfARunThatWasNotWatchedNothingIsKnown) {
  Profile profile = run_of(0);
  profile.processes[0].why_no_copies = "no part fits";
  Budget budget;
  budget.copied_bytes = Limit{10, "stated"};
  EXPECT_THAT(broken_budget_text(profile, budget),
              HasSubstr("not known: the copy tier was off in process 7: no "
                        "part fits\n"));
}

TEST(Units, BytesAsPeopleWriteThem) {
  EXPECT_EQ(parsed_bytes("0"), 0U);
  EXPECT_EQ(parsed_bytes("4096"), 4096U);
  EXPECT_EQ(parsed_bytes("1.5 GB"), 1500000000U);
  EXPECT_EQ(parsed_bytes("64KiB"), 65536U);
  EXPECT_EQ(parsed_bytes("2 B"), 2U);
  for (const char *text : {"", "B", "1.5", "1..5kB", "1.kB", ".5kB", "-1",
                           "1e3", "5 ", "5 KB", "5kb", "9999999999TB", "0x10"})
    EXPECT_EQ(parsed_bytes(text), std::nullopt) << text;
}

} // namespace
