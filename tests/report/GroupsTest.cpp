// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of the report: groups, trees, orders, spread over processes.
#include "Synthetic.h"

#include "report/TextReport.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tensor_probe;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

SourceFrame frame(const std::string &function, unsigned line) {
  SourceFrame made;
  made.function = function;
  made.file = "/main.cpp";
  made.line = line;
  return made;
}

/// Two calls on one line of f(), one of them reached in two ways, and one
/// copy in g() that has more bytes and less time.
Profile three_sites() {
  Profile profile;
  profile.processes = {process_with_reach()};
  profile.sites = {site("/a.cpp", 41, 14, "reshape", 4),
                   site("/a.cpp", 41, 30, "contiguous", 2),
                   site("/b.cpp", 7, 3, "reshape", 1)};
  SourceSite &other = profile.sites[2];
  other.place.function = "g()";
  other.cost.bytes = 64000000;
  other.paths = {{{other.place, frame("main", 12)}, other.cost}};
  for (SourceSite *in_f : {&profile.sites[0], &profile.sites[1]})
    in_f->paths = {{{in_f->place, frame("main", 10)}, in_f->cost}};
  SourceSite &twice = profile.sites[0];
  Cost half = twice.cost;
  half.count = 2;
  half.ns /= 2;
  half.bytes /= 2;
  twice.paths = {{{twice.place, frame("main", 10)}, half},
                 {{twice.place, frame("main", 11)}, half}};
  return profile;
}

template <typename Named> std::vector<std::string> names(const Named &all) {
  std::vector<std::string> found;
  for (const auto &one : all)
    found.push_back(one.name);
  return found;
}

TEST(Groups, ByLineWhateverTheColumn) {
  auto groups = groups_of(three_sites(), GroupBy::line, RankBy::time);
  ASSERT_THAT(names(groups), ElementsAre("/a.cpp:41", "/b.cpp:7"));
  EXPECT_EQ(groups[0].cost.count, 6U);
  EXPECT_THAT(groups[0].ops, ElementsAre("contiguous", "reshape"));
  EXPECT_EQ(groups[0].places, 2U);
}

TEST(Groups, ByFunctionAndOperator) {
  EXPECT_THAT(names(groups_of(three_sites(), GroupBy::function, RankBy::time)),
              ElementsAre("f() in /a.cpp", "g() in /b.cpp"));
  auto ops = groups_of(three_sites(), GroupBy::op, RankBy::time);
  ASSERT_THAT(names(ops), ElementsAre("reshape", "contiguous"));
  EXPECT_EQ(ops[0].cost.count, 5U);
}

TEST(Groups, WhatIsNotKnownIsAGroupOfItsOwn) {
  Profile profile = three_sites();
  profile.sites[0].op.clear();
  profile.sites[2].op.clear();
  EXPECT_THAT(names(groups_of(profile, GroupBy::op, RankBy::time)),
              ElementsAre("(operator not known)", "contiguous"));
}

TEST(Groups, RankedByEachMeasure) {
  EXPECT_THAT(names(groups_of(three_sites(), GroupBy::line, RankBy::bytes)),
              ElementsAre("/b.cpp:7", "/a.cpp:41"));
  EXPECT_THAT(names(groups_of(three_sites(), GroupBy::line, RankBy::count)),
              ElementsAre("/a.cpp:41", "/b.cpp:7"));
  Profile profile = three_sites();
  rank_sites(profile, RankBy::bytes);
  EXPECT_EQ(profile.sites[0].place.file, "/b.cpp");
  EXPECT_EQ(profile.sites[1].op, "reshape");
  profile.sites[2].cost.repeats = 1;
  profile.sites[1].cost.held_at_peak = 1;
  rank_sites(profile, RankBy::repeats);
  EXPECT_EQ(profile.sites[0].cost.repeats, 1U);
  rank_sites(profile, RankBy::peak);
  EXPECT_EQ(profile.sites[0].cost.held_at_peak, 1U);
}

TEST(Groups, EqualOnesKeepTheirOrder) {
  EXPECT_THAT(order_of<int>({3, 7, 3, 7, 1}), ElementsAre(1, 3, 0, 2, 4));
}

TEST(CallTree, EachWayToAPlaceHasItsOwnCost) {
  auto roots = call_tree(three_sites(), RankBy::time);
  ASSERT_THAT(names(roots),
              ElementsAre("main /main.cpp:10", "main /main.cpp:11",
                          "main /main.cpp:12"));
  EXPECT_EQ(roots[0].cost.count, 4U);
  EXPECT_EQ(roots[1].cost.count, 2U);
  ASSERT_THAT(names(roots[0].children),
              ElementsAre("f() /a.cpp:41:14", "f() /a.cpp:41:30"));
  EXPECT_THAT(names(roots[0].children[1].children), ElementsAre("contiguous"));
}

TEST(Spread, AProcessWithoutTheCopyCountsAsZero) {
  Profile profile = three_sites();
  profile.processes.resize(3, process_with_reach());
  profile.processes[2].pid = 99;
  profile.sites[0].ns_by_process = {{0, 100}, {2, 900}};
  Spread spread = spread_of(profile, profile.sites[0]);
  EXPECT_EQ(spread.parts, 3U);
  EXPECT_FALSE(spread.over_ranks);
  EXPECT_EQ(spread.least_ns, 0U);
  EXPECT_EQ(spread.median_ns, 100);
  EXPECT_EQ(spread.most_ns, 900U);
  EXPECT_THAT(text_report(profile, {}),
              HasSubstr("over 3 processes: 0 ns least, 100 ns median, 900 ns "
                        "most (process 99 on h)"));
}

TEST(Spread, ProcessesWithoutTorchDoNotCount) {
  Profile profile = three_sites();
  profile.processes.resize(3, process_with_reach());
  profile.processes[1].torch_version.clear();
  profile.sites[0].ns_by_process = {{0, 100}, {2, 900}};
  EXPECT_EQ(spread_of(profile, profile.sites[0]).median_ns, 500);
  profile.processes[2].torch_version.clear();
  EXPECT_THAT(text_report(profile, {}), Not(HasSubstr("median")));
}

TEST(Spread, WorkersBelongToTheirRank) {
  Profile profile = three_sites();
  profile.processes.resize(5, process_with_reach());
  for (std::size_t p = 0; p < 4; ++p) {
    profile.processes[p].rank = p == 3 ? 7 : 2; // two workers of rank 2
    profile.processes[p].world_size = 8;
  }
  profile.processes[4].pid = 99; // the launcher
  profile.sites[0].ns_by_process = {
      {0, 100}, {1, 200}, {2, 300}, {3, 1000}, {4, 5000}};
  Spread spread = spread_of(profile, profile.sites[0]);
  EXPECT_TRUE(spread.over_ranks);
  EXPECT_EQ(spread.parts, 2U);
  EXPECT_EQ(spread.least_ns, 600U);
  std::string text = text_report(profile, {});
  EXPECT_THAT(text, HasSubstr("over 2 ranks: 600 ns least, 800 ns median, "
                              "1.00 us most (rank 7 on h)"));
  EXPECT_THAT(text, HasSubstr("process 7, rank 2 of 8, 100 ms"));
}

TEST(TextReport, ManyWorkersAreOneLine) {
  Profile profile = three_sites();
  profile.processes.resize(6, process_with_reach());
  for (std::size_t p = 0; p < 6; ++p) {
    profile.processes[p].pid = std::uint32_t(100 + p);
    profile.processes[p].parent_pid = p < 5 ? 50 : 51;
    profile.processes[p].wall_ns = 1000000 * (p + 1);
  }
  profile.processes[1].ended = false;
  std::string text = text_report(profile, {});
  EXPECT_THAT(text, HasSubstr("  p on h, 5 processes of process 50, 1.00 ms to "
                              "5.00 ms, libtorch 1.13.1, 1 of them ended "
                              "without exit() or still running\n"));
  EXPECT_THAT(text, HasSubstr("process 105, 6.00 ms"));
  EXPECT_THAT(text, Not(HasSubstr("process 103")));
  // What one has to say of itself is not lost.
  profile.processes[3].notes = {"no hook"};
  EXPECT_THAT(text_report(profile, {}), HasSubstr("process 103, 4.00 ms"));
}

TEST(TextReport, GroupsAndTrees) {
  View view{GroupBy::function, RankBy::time, 1};
  std::string text = text_report(three_sites(), view);
  EXPECT_THAT(text,
              HasSubstr("layout copy  -       contiguous, reshape  f() "
                        "in /a.cpp\n1 further function left out by --top"));
  EXPECT_THAT(text, Not(HasSubstr("/b.cpp")));
  view = {GroupBy::tree, RankBy::bytes, 0};
  text = text_report(three_sites(), view);
  EXPECT_THAT(text, HasSubstr("64.0 MB  main /main.cpp:12\n"));
  EXPECT_THAT(text, HasSubstr("64.0 MB    g() /b.cpp:7:3\n"));
  EXPECT_THAT(text, HasSubstr("64.0 MB      reshape\n"));
  view.top = 1;
  EXPECT_THAT(text_report(three_sites(), view),
              HasSubstr("(2 further calls left out by --top)"));
}

} // namespace
