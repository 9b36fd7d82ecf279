// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How tensors came to be strided: read from files, and in every report.
#include "ProbeBytes.h"
#include "Synthetic.h"
#include "TestPath.h"

#include "report/ConfirmReport.h"
#include "report/HtmlReport.h"
#include "report/JsonReport.h"
#include "report/ProfileBuilder.h"
#include "report/Provenance.h"
#include "report/Report.h"
#include "report/TextReport.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>

using namespace tensor_probe;
using testing::HasSubstr;
using testing::Not;

namespace {

/// A copy whose source two steps made strided, one whose destination a step
/// did that nobody knows the beginning of, and one of which nothing is known.
ProbeBytes three_copies() {
  ProbeBytes file = small_probe_file();
  file.header.tiers |= kTierLayouts;
  const auto op = StringKind::layout_operator;
  std::uint32_t first = file.layout(file.string(op, "aten::transpose"), 0);
  std::uint32_t second = file.layout(file.string(op, "aten::narrow"), 1, first);
  std::uint32_t third = file.layout(file.string(op, "aten::select"), 0, kNoId,
                                    kLayoutUnknownBefore);
  SiteBlock source = ProbeBytes::copy_row(0), destination = source;
  source.src_layout = second + 1;
  source.dst_dtype = source.src_dtype = 7;
  source.copy_class = std::uint8_t(CopyClass::plain);
  destination.dst_layout = third + 1;
  destination.copy_class = std::uint8_t(CopyClass::broadcast);
  file.row(source);
  file.row(destination);
  return file;
}

ProbeRecord parsed(const ProbeBytes &file) {
  auto record = parse_probe_file(file.bytes(), "x.probe");
  EXPECT_TRUE(bool(record));
  return record ? *record : ProbeRecord();
}

const SourceSite &site_of(const Profile &profile, CopyClass kind) {
  for (const SourceSite &site : profile.sites)
    if (site.kind == kind)
      return site;
  ADD_FAILURE() << "no such site";
  return profile.sites.front();
}

TEST(Provenance, FromTheFirstStepToTheLast) {
  const Profile profile = build_profile({parsed(three_copies())});
  EXPECT_TRUE(profile.processes.at(0).follows_layouts);
  const SourceSite &read = site_of(profile, CopyClass::plain);
  ASSERT_EQ(read.source_layout.steps.size(), 2U);
  EXPECT_EQ(read.source_layout.steps[0].op, "aten::transpose");
  EXPECT_FALSE(read.source_layout.unknown_before);
  EXPECT_THAT(
      provenance_text(read),
      HasSubstr("the source was made strided by transpose at /nowhere/prog+"));
  EXPECT_THAT(provenance_text(read), HasSubstr(", then narrow at "));
  EXPECT_THAT(provenance_text(site_of(profile, CopyClass::broadcast)),
              HasSubstr("the destination was made strided by what was not "
                        "seen, then select at "));
  EXPECT_EQ(provenance_text(site_of(profile, CopyClass::layout_copy)), "");
}

TEST(Provenance, IsInEveryReport) {
  const Profile profile = build_profile({parsed(three_copies())});
  EXPECT_THAT(text_report(profile, {}), HasSubstr("then narrow at "));
  EXPECT_THAT(html_report(profile, {}), HasSubstr("\"madeStrided\":\"the "));
  llvm::json::Value report = json_report(profile, {});
  unsigned known = 0;
  for (const llvm::json::Value &site : *report.getAsObject()->getArray("sites"))
    if (const auto *strided =
            site.getAsObject()->getObject("source_made_strided")) {
      ++known;
      EXPECT_EQ(strided->getArray("steps")->size(), 2U);
      EXPECT_EQ(strided->getBoolean("strided_before"), false);
    }
  EXPECT_EQ(known, 1U);
}

TEST(Provenance, OfABrokenContract) {
  ProbeBytes file = three_copies();
  std::uint32_t text = file.string(StringKind::expression, "query");
  file.violation(text, file.string(StringKind::source_file, "/a.cu"), 12, 1);
  const Profile profile = build_profile({parsed(file)});
  EXPECT_THAT(text_of_parts(profile, 0),
              HasSubstr("\n    made strided by transpose at /nowhere/prog+"));
}

TEST(Provenance, OfAPrediction) {
  Profile profile;
  profile.processes = {process_with_reach()};
  profile.sites = {site("/a.cpp", 41, 14, "reshape", 32)};
  SourceFrame place;
  place.file = "/a.cpp";
  place.line = 40;
  profile.sites[0].source_layout.steps = {{"aten::t", place}};
  SarifInput findings;
  findings.predictions = {prediction("a.cpp", 41, 14, "reshape")};
  JoinResult joined = join(findings.predictions, profile, {});
  std::vector<Judged> judged = judge(findings.predictions, joined, profile, {});
  Confirmation confirmation{findings, profile, joined, judged, false};
  EXPECT_THAT(text_confirmation(confirmation),
              HasSubstr("; the source was made strided by t at /a.cpp:40"));
  profile.sites[0].source_layout.steps.clear();
  EXPECT_THAT(text_confirmation(confirmation), Not(HasSubstr("strided by")));
}

TEST(Provenance, OneLineForTheProbe) {
  std::string path = test_path("layout.probe");
  std::ofstream(path, std::ios::binary) << three_copies().bytes();
  ReportOptions options;
  options.probes = {path};
  std::string out, err;
  llvm::raw_string_ostream out_stream(out), err_stream(err);
  options.layout = "1";
  EXPECT_EQ(runReport(options, out_stream, err_stream), 0);
  EXPECT_THAT(out, testing::StartsWith("transpose at /nowhere/prog+"));
  EXPECT_EQ(out.find('\n'), out.size() - 1);
  options.layout = "3";
  EXPECT_EQ(runReport(options, out_stream, err_stream), 1);
  EXPECT_THAT(err, HasSubstr("has 3 layouts: no number 3"));
}

TEST(Provenance, RowsOfEarlierProbesHaveNone) {
  ProbeBytes file = small_probe_file();
  file.short_row(ProbeBytes::copy_row(1, 9));
  const ProbeRecord record = parsed(file);
  ASSERT_EQ(record.rows.size(), 4U);
  EXPECT_EQ(record.rows[3].count, 9U);
  EXPECT_EQ(record.rows[3].src_layout, 0U);
}

TEST(Provenance, WhatDoesNotExistIsAnError) {
  for (int damage = 0; damage < 4; ++damage) {
    ProbeBytes file = small_probe_file();
    file.layout(damage == 0 ? 99 : 0, damage == 1 ? 99 : 0,
                damage == 2 ? 0 : kNoId);
    SiteBlock row = ProbeBytes::copy_row(0);
    row.src_layout = damage == 3 ? 2 : 1;
    file.row(row);
    auto record = parse_probe_file(file.bytes(), "x.probe");
    ASSERT_FALSE(bool(record)) << damage;
    EXPECT_THAT(llvm::toString(record.takeError()), HasSubstr("damaged: "));
  }
}

} // namespace
