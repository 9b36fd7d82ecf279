// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of backward passes: read from files, joined with findings, and in
// every report.
#include "ProbeBytes.h"
#include "Synthetic.h"

#include "report/Compare.h"
#include "report/ConfirmReport.h"
#include "report/HtmlReport.h"
#include "report/JsonReport.h"
#include "report/ProfileBuilder.h"
#include "report/TextReport.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tensor_probe;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

/// A copy of a node whose forward call is known, one of a node whose is not,
/// and one of AccumulateGrad. Their stacks have no frame of the user's.
ProbeBytes three_nodes() {
  ProbeBytes file = small_probe_file();
  const auto node = StringKind::autograd_node;
  std::uint32_t view = file.string(node, "ViewBackward0");
  std::uint32_t mine = file.string(node, "Mine");
  std::uint32_t leaf = file.string(node, "torch::autograd::AccumulateGrad");
  std::uint32_t engine = file.stack({{0x2050, 0x50, 1, 0}});
  SiteBlock row = ProbeBytes::copy_row(engine, 7);
  row.flags |= kFlagBackward;
  row.node = view + 1;
  row.forward = 1; // stack 0
  file.row(row);
  row.forward = 0;
  row.node = mine + 1;
  file.row(row);
  row.node = leaf + 1;
  file.row(row);
  file.header.forwards_unknown = 7;
  file.header.tiers |= kTierReach;
  return file;
}

Profile profile_of(const ProbeBytes &file) {
  auto record = parse_probe_file(file.bytes(), "x.probe");
  EXPECT_TRUE(bool(record));
  return build_profile({*record});
}

const SourceSite &site_of(const Profile &profile, const std::string &node) {
  for (const SourceSite &site : profile.sites)
    if (site.backward.node == node)
      return site;
  ADD_FAILURE() << "no such site";
  return profile.sites.front();
}

TEST(Backward, IsChargedToTheForwardCall) {
  const Profile profile = profile_of(three_nodes());
  const SourceSite &site = site_of(profile, "ViewBackward0");
  EXPECT_TRUE(site.backward.charged());
  EXPECT_EQ(site.place.module, "/nowhere/prog");
  EXPECT_EQ(site.place.offset, 0x20U - 1);
  EXPECT_EQ(site.cost.count, 7U);
  EXPECT_EQ(site.backward.forward.offset, site.place.offset);
  // The copy of the forward pass at that place is another site.
  for (const SourceSite &other : profile.sites)
    if (other.backward.node.empty() && other.place.offset == site.place.offset)
      EXPECT_EQ(other.cost.count, 3U);
}

TEST(Backward, OfEachForwardLineIsASite) {
  ProbeBytes file = small_probe_file();
  std::uint32_t node = file.string(StringKind::autograd_node, "MineBackward");
  std::uint32_t other =
      file.stack({{0x2090, 0x90, 1, 0}, {0x1090, 0x90, 0, 0}});
  // Code of the user's own copies: the place is one.
  std::uint32_t own = file.stack({{0x2050, 0x50, 1, 0}, {0x1070, 0x70, 0, 0}});
  SiteBlock row = ProbeBytes::copy_row(own, 7);
  row.flags |= kFlagBackward;
  row.node = node + 1;
  for (std::uint32_t forward : {0U, other, 0U}) {
    row.forward = forward + 1;
    file.row(row);
  }
  row.forward = 0;
  file.row(row);
  const Profile profile = profile_of(file);
  std::map<std::uint64_t, std::uint64_t> copies; // by the forward call
  for (const SourceSite &site : profile.sites) {
    if (site.backward.node.empty())
      continue;
    EXPECT_FALSE(site.backward.by_autograd);
    EXPECT_EQ(site.place.offset, 0x70U - 1);
    copies[site.backward.forward.offset] += site.cost.count;
  }
  const std::map<std::uint64_t, std::uint64_t> expected{
      {0x20 - 1, 14}, {0x90 - 1, 7}, {0, 7}};
  EXPECT_EQ(copies, expected);
}

TEST(Backward, WhatIsNotKnownIsSaid) {
  const Profile profile = profile_of(three_nodes());
  const SourceSite &mine = site_of(profile, "Mine");
  EXPECT_FALSE(mine.backward.charged());
  EXPECT_THAT(mine.backward.why_no_forward, HasSubstr("it was forgotten"));
  EXPECT_THAT(site_of(profile, "torch::autograd::AccumulateGrad")
                  .backward.why_no_forward,
              HasSubstr("gradient of a leaf"));
  EXPECT_THAT(profile.processes.at(0).loss_reasons,
              ElementsAre("copies in a backward pass whose forward line is not "
                          "known: 7"));
  EXPECT_EQ(profile.losses(), 0U); // no copy is missing
}

TEST(Backward, IsInEveryReport) {
  const Profile profile = profile_of(three_nodes());
  const std::string text = text_report(profile, {});
  EXPECT_THAT(text, HasSubstr("of these in backward passes: 21 copies"));
  EXPECT_THAT(text,
              HasSubstr("in the backward pass of this line (ViewBackward0)"));
  EXPECT_THAT(text, HasSubstr("in a backward pass (Mine): its forward line is "
                              "not known"));
  EXPECT_THAT(html_report(profile, {}),
              HasSubstr("\"backward\":\"in the backward pass of this line"));
  const llvm::json::Value report = json_report(profile, {});
  const llvm::json::Object &object = *report.getAsObject();
  EXPECT_EQ(object.getObject("totals_in_backward")->getInteger("copies"), 21);
  int charged = 0, in_none = 0;
  for (const llvm::json::Value &site : *object.getArray("sites")) {
    const auto *backward = site.getAsObject()->getObject("backward");
    in_none += backward ? 0 : 1;
    if (backward && *backward->getBoolean("place_is_forward")) {
      ++charged;
      EXPECT_EQ(backward->getString("node"), "ViewBackward0");
      EXPECT_TRUE(backward->getObject("forward"));
    }
  }
  EXPECT_EQ(charged, 1);
  EXPECT_EQ(in_none, 2);
}

TEST(Backward, IdsMustExist) {
  for (bool forward : {false, true}) {
    ProbeBytes file = small_probe_file();
    SiteBlock row = ProbeBytes::copy_row(0);
    (forward ? row.forward : row.node) = 3;
    file.row(row);
    auto record = parse_probe_file(file.bytes(), "x.probe");
    ASSERT_FALSE(bool(record));
    EXPECT_THAT(llvm::toString(record.takeError()),
                HasSubstr("damaged: forward stack "));
  }
}

/// A finding of a reshape that copied, and whose backward pass does.
Profile predicted() {
  Profile profile;
  profile.processes = {process_with_reach()};
  SourceSite backward = site("/a.cpp", 41, 14, "clone", 5);
  backward.backward.node = "UnsafeViewBackward0";
  backward.backward.by_autograd = true;
  backward.backward.forward_op = "reshape";
  backward.backward.forward = backward.place;
  backward.backward.run_from.file = "/main.cpp";
  backward.backward.run_from.line = 3;
  profile.sites = {site("/a.cpp", 41, 14, "reshape", 32), backward};
  return profile;
}

struct Confirmed {
  Profile profile = predicted();
  SarifInput findings;
  JoinResult joined;
  std::vector<Judged> judged;

  Confirmation confirm() {
    findings.document = llvm::json::Object{
        {"runs", llvm::json::Array{llvm::json::Object{
                     {"results", llvm::json::Array{llvm::json::Object{}}}}}}};
    findings.predictions = {prediction("a.cpp", 41, 14, "reshape")};
    joined = join(findings.predictions, profile, {});
    judged = judge(findings.predictions, joined, profile, {});
    return {findings, profile, joined, judged, false};
  }
};

TEST(Backward, IsToldApartFromWhatAFindingPredicts) {
  Confirmed run;
  const std::string text = text_confirmation(run.confirm());
  EXPECT_THAT(text, HasSubstr("confirmed: reshape copied 32 times"));
  EXPECT_THAT(text, HasSubstr("; its backward pass copied 5 times, 5.00 MB, "
                              "500 us"));
  EXPECT_THAT(run.joined.unpredicted, IsEmpty());
  const llvm::json::Value json = json_confirmation(run.confirm());
  const auto *finding =
      (*json.getAsObject()->getArray("predictions"))[0].getAsObject();
  EXPECT_EQ(
      finding->getObject("probe")->getObject("backward")->getInteger("copies"),
      5);
  EXPECT_EQ(finding->getArray("backward_sites")->size(), 1U);
  const llvm::json::Value sarif = sarif_confirmation(run.confirm());
  std::string printed;
  llvm::raw_string_ostream(printed) << sarif;
  EXPECT_THAT(printed, HasSubstr("\"backward\":{\"bytes\":5000000"));
  EXPECT_THAT(html_confirmation(run.confirm()),
              HasSubstr("\"verdict\":\"backward of a finding\""));
}

TEST(Backward, ConfirmsNothingByItself) {
  Confirmed run;
  run.profile.sites.erase(run.profile.sites.begin());
  run.profile.reached = {reach("/a.cpp", 41, "aten::reshape", 5)};
  run.confirm();
  EXPECT_EQ(run.judged[0].verdict, Verdict::refuted_here);
  EXPECT_EQ(run.judged[0].backward.count, 5U);
}

TEST(Backward, NobodyPredictedIt) {
  Confirmed run;
  run.profile.sites[1].place.line = 50;
  run.profile.sites[1].op = "reshape";
  run.profile.sites[1].origin = CopyOrigin::hidden;
  const std::string text = text_confirmation(run.confirm());
  EXPECT_THAT(text, HasSubstr("/a.cpp:50:14: unpredicted: reshape in backward "
                              "copied 5 times"));
  EXPECT_THAT(text, HasSubstr("in the backward pass of this line "
                              "(UnsafeViewBackward0), run from /main.cpp:3"));
  EXPECT_THAT(text, Not(HasSubstr("its backward pass")));
}

TEST(Backward, IsAnotherRowOfAComparison) {
  Profile before = predicted();
  before.sites[1].op = "reshape";
  Profile now = before;
  now.sites.pop_back();
  int gone = 0, same = 0;
  for (const Compared &compared : compare(before, now, RankBy::time))
    ++(compared.change == Change::gone ? gone : same);
  EXPECT_EQ(gone, 1);
  EXPECT_EQ(same, 1);
}

} // namespace
