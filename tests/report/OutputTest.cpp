// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The wording of reports, and the two functions of the command line.
#include "ProbeBytes.h"
#include "Synthetic.h"
#include "TestPath.h"

#include "report/ConfirmReport.h"
#include "report/JsonReport.h"
#include "report/ProfileBuilder.h"
#include "report/Report.h"
#include "report/TextReport.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>

using namespace tensor_probe;
using testing::HasSubstr;
using testing::Not;

namespace {

std::string written(const std::string &name, const std::string &bytes) {
  std::string path = test_path(name);
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

Profile two_sites() {
  Profile profile;
  profile.processes = {process_with_reach()};
  profile.sites = {site("/a.cpp", 41, 14, "reshape", 32),
                   site("", 0, 0, "", 1)};
  profile.sites[0].origin = CopyOrigin::hidden;
  profile.sites[0].paths[0].stack.push_back(profile.sites[0].place);
  profile.sites[1].why_no_op = "no operator's entry on the stack";
  profile.sites[1].cost.ns = 0;
  return profile;
}

TEST(TextReport, TableAndReasonsForEmptyCells) {
  std::string text = text_report(two_sites(), {});
  EXPECT_THAT(text, HasSubstr("1 process, 100 ms wall time: 33 copies, "
                              "33.0 MB, 3.20 ms (3.2 %)"));
  EXPECT_THAT(text, HasSubstr("3.20 ms    3.2 %      32  32.0 MB  100 us  "
                              "20.0  layout copy  hidden  reshape   "
                              "/a.cpp:41:14 in "
                              "f()"));
  EXPECT_THAT(text, HasSubstr("first: Float cpu [3, 2] strides [1, 3] -> "
                              "Float cpu [3, 2] strides [2, 1]"));
  EXPECT_THAT(text, HasSubstr("called from /a.cpp:41:14"));
  EXPECT_THAT(text, HasSubstr("no line: no line information"));
  EXPECT_THAT(text, HasSubstr("no operator: no operator's entry"));
  EXPECT_THAT(text, HasSubstr("no GB/s: "));
  EXPECT_THAT(text, HasSubstr("losses: none"));
}

TEST(TextReport, WhatOperatorsMaterialised) {
  ProbeBytes file = small_probe_file();
  SiteBlock row = ProbeBytes::copy_row(0, 3);
  row.copy_class = std::uint8_t(CopyClass::materialised);
  row.op = file.string(StringKind::operator_name, "aten::embedding");
  file.row(row);
  auto record = parse_probe_file(file.bytes(), "p.probe");
  ASSERT_TRUE(bool(record)) << llvm::toString(record.takeError());
  const Profile profile = build_profile({*record});
  EXPECT_THAT(text_report(profile, {}),
              HasSubstr("  materialised: 3 copies, 72 B"));
  for (const SourceSite &site : profile.sites)
    if (site.kind == CopyClass::materialised) {
      EXPECT_EQ(site.op, "embedding");
      EXPECT_EQ(site.origin, CopyOrigin::materialising);
    }
}

TEST(TextReport, CompiledCode) {
  Profile profile = two_sites();
  EXPECT_THAT(text_report(profile, {}), Not(HasSubstr("compiled code")));
  profile.processes[0].compiled_modules = {"/tmp/torchinductor_me/a.so"};
  profile.processes[0].compiled_calls = 7;
  profile.reached = {reach("/t.py", 3, "Torch-Compiled Region", 7)};
  EXPECT_THAT(text_report(profile, {}),
              HasSubstr("whose own copies are in no row:\n"
                        "  /t.py:3: called 7 times\n"
                        "  process 7 loaded 1 library of it\n"));
  profile.processes[0].why_no_reach = "run with TENSOR_PROBE_REACH=1";
  EXPECT_THAT(text_report(profile, {}),
              HasSubstr("of it; how often functions of torch.compile were "
                        "called is not known: run with "
                        "TENSOR_PROBE_REACH=1\n"));
  profile.reached = {reach("/t.cpp", 4, "AOTInductor model", 2)};
  EXPECT_THAT(text_report(profile, {}),
              HasSubstr("  /t.cpp:4: a model of AOTInductor called 2 times\n"));
}

TEST(TextReport, MissesOfACopy) {
  Profile profile = two_sites();
  EXPECT_THAT(text_report(profile, {}), Not(HasSubstr("TLB")));
  Cost &cost = profile.sites[0].cost;
  cost.counted_misses = 30;
  cost.cache_misses = 3000;
  cost.tlb_misses = 45;
  EXPECT_THAT(text_report(profile, {}),
              HasSubstr("100 cache misses and 1.50 TLB misses each, on the "
                        "calling thread, in 30 of 32\n"));
  EXPECT_EQ(json_report(profile, {})
                .getAsObject()
                ->getArray("sites")
                ->front()
                .getAsObject()
                ->getInteger("tlb_misses"),
            45);
}

TEST(TextReport, CostOfACopy) {
  Profile profile = two_sites();
  Cost &cost = profile.sites[0].cost;
  cost.min_ns = 90000;
  cost.max_ns = 200000;
  cost.repeats = 31;
  cost.repeat_ns = 3100000;
  cost.held_at_peak = 2000000;
  profile.processes[0].memory_peak = 8000000;
  profile.processes[0].memcpy_gb_per_s = 20;
  std::string text = text_report(profile, {});
  EXPECT_THAT(text, HasSubstr("90.0 us to 200 us each, 50.0 % of memcpy's "
                              "speed"));
  EXPECT_THAT(text, HasSubstr("31 of 32 copies repeat an earlier one of the "
                              "same, unchanged source: made once, it would "
                              "save 3.10 ms"));
  EXPECT_THAT(text, HasSubstr("held 2.00 MB when most was in use, 25.0 % of "
                              "8.00 MB"));
  llvm::json::Value report = json_report(profile, {});
  const llvm::json::Object &first =
      *report.getAsObject()->getArray("sites")->front().getAsObject();
  EXPECT_EQ(first.getNumber("share_of_memcpy"), 0.5);
  EXPECT_EQ(first.getInteger("repeats"), 31);
  EXPECT_EQ(first.getInteger("held_at_peak_bytes"), 2000000);
}

TEST(TextReport, WhatIsNotKnownIsNotClaimed) {
  std::string text = text_report(two_sites(), {});
  EXPECT_THAT(text, Not(HasSubstr("repeat")));
  EXPECT_THAT(text, Not(HasSubstr("held ")));
  EXPECT_THAT(text, Not(HasSubstr("memcpy")));
}

TEST(TextReport, TopLeavesOutAndSaysSo) {
  std::string text =
      text_report(two_sites(), {GroupBy::place, RankBy::time, 1});
  EXPECT_THAT(text, HasSubstr("1 further place left out by --top"));
  EXPECT_THAT(text, Not(HasSubstr("(nowhere)")));
}

TEST(TextReport, NothingHasAReason) {
  Profile profile;
  profile.processes = {process_with_reach()};
  EXPECT_THAT(text_report(profile, {}),
              HasSubstr("no copy was recorded: the program called no "
                        "aten::copy_ that moves bytes"));
  profile.processes[0].why_no_copies = "libtorch was never loaded";
  EXPECT_THAT(text_report(profile, {}),
              HasSubstr("process 7: libtorch was never loaded"));
}

TEST(JsonReport, HasTheSameContent) {
  llvm::json::Value report = json_report(two_sites(), {});
  const llvm::json::Object &top = *report.getAsObject();
  EXPECT_EQ(top.getInteger("version"), 1);
  EXPECT_EQ(top.getObject("totals")->getInteger("copies"), 33);
  const llvm::json::Array &sites = *top.getArray("sites");
  ASSERT_EQ(sites.size(), 2U);
  const llvm::json::Object &first = *sites[0].getAsObject();
  EXPECT_EQ(first.getObject("place")->getInteger("line"), 41);
  EXPECT_EQ(first.getNumber("gb_per_s"), 20.0);
  EXPECT_EQ(first.getString("traffic_counts"), "read + written");
  EXPECT_EQ(first.getString("origin"), "hidden");
  EXPECT_EQ(top.getObject("totals_by_origin")
                ->getObject("hidden")
                ->getInteger("copies"),
            32);
  const llvm::json::Object &second = *sites[1].getAsObject();
  ASSERT_TRUE(second.get("gb_per_s"));
  EXPECT_EQ(second.get("gb_per_s")->kind(), llvm::json::Value::Null);
  EXPECT_TRUE(second.getString("why_no_gb_per_s").has_value());
  EXPECT_TRUE(second.getString("why_no_operator").has_value());
}

class ConfirmTest : public testing::Test {
protected:
  SarifInput findings;
  Profile profile;
  CodeLines lines{{"/src/attn.cpp", {41, 50, 60}}};

  ConfirmTest() {
    profile.processes = {process_with_reach()};
    profile.sites = {site("/src/attn.cpp", 41, 14, "reshape", 32),
                     site("/src/util.cpp", 3, 1, "contiguous", 2),
                     site("/src/util.cpp", 4, 1, "to_dtype", 5)};
    profile.sites[2].kind = CopyClass::dtype_conversion;
    profile.reached = {reach("/src/attn.cpp", 50, "aten::reshape", 9)};
    findings.predictions = {prediction("attn.cpp", 41, 14, "reshape"),
                            prediction("attn.cpp", 50, 3, "aten::reshape"),
                            prediction("attn.cpp", 60, 3, "reshape"),
                            prediction("gone.cpp", 6, 3, "reshape")};
  }

  std::string text(bool all = false) {
    JoinResult joined = join(findings.predictions, profile, lines);
    auto judged = judge(findings.predictions, joined, profile, lines);
    return text_confirmation({findings, profile, joined, judged, all});
  }
};

TEST_F(ConfirmTest, OneLinePerFinding) {
  std::string said = text();
  EXPECT_THAT(said, HasSubstr("attn.cpp:41:14: confirmed: reshape copied 32 "
                              "times, 32.0 MB, 3.20 ms, 20.0 GB/s, 3.2 % of "
                              "the run [tensor-hidden-copy]\n"));
  EXPECT_THAT(said, HasSubstr("attn.cpp:50:3: refuted here: reshape: reached "
                              "9 times, no copy, nothing lost ["));
  EXPECT_THAT(said, HasSubstr("attn.cpp:60:3: not reached: reshape: "));
  EXPECT_THAT(said, HasSubstr("gone.cpp:6:3: unknown: reshape: no copy "
                              "recorded; no loaded module has line"));
  EXPECT_THAT(said, HasSubstr("4 predicted: 1 confirmed, 0 partly, 1 refuted "
                              "here, 1 not reached, 1 unknown; 1 "
                              "unpredicted\n"));
}

TEST_F(ConfirmTest, CopiesNobodyPredicted) {
  EXPECT_THAT(text(), HasSubstr("copies nobody predicted:\n/src/util.cpp:3:1: "
                                "unpredicted: contiguous copied 2 times"));
  EXPECT_THAT(text(), Not(HasSubstr("/src/util.cpp:4:1")));
  EXPECT_THAT(text(), HasSubstr("work the program asked for (--all lists "
                                "it): dtype conversion: 5 copies"));
  EXPECT_THAT(text(true), HasSubstr("/src/util.cpp:4:1: unpredicted"));
}

TEST_F(ConfirmTest, EachUnpredictedCopyHasItsLayouts) {
  EXPECT_THAT(text(), HasSubstr("(layout copy)\n    first: Float cpu [3, 2] "
                                "strides [1, 3] -> Float cpu [3, 2] strides "
                                "[2, 1]\n"));
}

TEST_F(ConfirmTest, FindingsWithoutAVerdictSayWhy) {
  Prediction other = prediction("attn.cpp", 12, 5, "view");
  other.rule = "tensor-view-after-transpose";
  findings.other_findings = {other};
  EXPECT_THAT(text(), HasSubstr("findings without a verdict, each because it "
                                "predicts no copy, and copies are all that "
                                "the probe records:\nattn.cpp:12:5: "
                                "[tensor-view-after-transpose]\n"));
  findings.other_findings.clear();
  EXPECT_THAT(text(), Not(HasSubstr("without a verdict")));
}

TEST_F(ConfirmTest, AnUnknownOneHasItsCostToo) {
  findings.predictions = {prediction("attn.cpp", 41, 3, "reshape"),
                          prediction("attn.cpp", 41, 30, "reshape")};
  profile.sites[0].place.column = 0;
  EXPECT_THAT(text(), HasSubstr("does not tell them apart (32.0 MB, 3.20 ms, "
                                "20.0 GB/s, 3.2 % of the run) ["));
}

TEST_F(ConfirmTest, SarifRanksByMeasuredCost) {
  auto parsed = llvm::json::parse(R"({"runs": [{"results": [
      {"rank": 7.0}, {}, {"rank": 50.0}, {"rank": 3.0}, {}]}]})");
  ASSERT_TRUE(bool(parsed));
  findings.document = std::move(*parsed);
  for (std::size_t i = 0; i < 4; ++i)
    findings.predictions[i].result = i;
  Prediction other = prediction("attn.cpp", 12, 5, "view");
  other.result = 4;
  findings.other_findings = {other};
  JoinResult joined = join(findings.predictions, profile, lines);
  auto judged = judge(findings.predictions, joined, profile, lines);
  llvm::json::Value sarif =
      sarif_confirmation({findings, profile, joined, judged, false});
  const llvm::json::Array &results =
      *(*sarif.getAsObject()->getArray("runs"))[0].getAsObject()->getArray(
          "results");
  auto rank = [&](std::size_t i) {
    return results[i].getAsObject()->getNumber("rank");
  };
  ASSERT_TRUE(rank(0));
  EXPECT_NEAR(*rank(0), 100.0 * 32 / 39, 1e-9); // of 32 + 2 + 5 equal copies
  EXPECT_EQ(rank(1), 0.0);                      // refuted here
  EXPECT_EQ(rank(2), 0.0);                      // not reached
  EXPECT_EQ(rank(3), 3.0);                      // unknown: as it was
  EXPECT_EQ(rank(4), std::nullopt);
  const llvm::json::Object &probe =
      *results[4].getAsObject()->getObject("properties")->getObject("probe");
  EXPECT_EQ(probe.get("verdict")->kind(), llvm::json::Value::Null);
  EXPECT_THAT(probe.getString("reason")->str(), HasSubstr("predicts no copy"));
}

TEST_F(ConfirmTest, CopiesThatTheProgramAskedForAreNoSurprise) {
  profile.sites[1].op = "clone";
  profile.sites[1].origin = CopyOrigin::clone;
  EXPECT_THAT(text(), Not(HasSubstr("copies nobody predicted")));
  EXPECT_THAT(text(), HasSubstr("layout copy, clone: 2 copies"));
  EXPECT_THAT(text(true), HasSubstr("/src/util.cpp:3:1: unpredicted"));
}

TEST(TextReport, OperatorsThatMakeATensor) {
  Profile profile = two_sites();
  profile.reached = {reach("/a.cpp", 50, "aten::cat", 9),
                     reach("/a.cpp", 51, "aten::reshape", 8)};
  std::string text = text_report(profile, {});
  EXPECT_THAT(text, HasSubstr("make a tensor:\n  /a.cpp:50: cat called 9 "
                              "times\nlosses"));
  EXPECT_THAT(text, Not(HasSubstr("/a.cpp:51")));
}

TEST_F(ConfirmTest, Partly) {
  profile.reached.push_back(reach("/src/attn.cpp", 41, "aten::reshape", 64));
  EXPECT_THAT(text(), HasSubstr("attn.cpp:41:14: partly: reshape copied 32 "
                                "times in 64 calls, "));
}

TEST(Run, ReportAndItsErrors) {
  std::string probe = written("ok.probe", small_probe_file().bytes());
  std::string out, err;
  llvm::raw_string_ostream out_stream(out), err_stream(err);
  ReportOptions options;
  options.probes = {probe};
  EXPECT_EQ(runReport(options, out_stream, err_stream), 0) << err;
  EXPECT_THAT(out, HasSubstr("4 copies"));
  EXPECT_THAT(out, HasSubstr("/nowhere/prog+0x1f (build id abcd)"));
  EXPECT_THAT(out, HasSubstr("the module is not on this machine"));
  EXPECT_THAT(out, HasSubstr("no GPU here"));
  EXPECT_THAT(out, Not(HasSubstr("warning: : ")));
  EXPECT_EQ(err, "");

  options.format = "xml";
  EXPECT_EQ(runReport(options, out_stream, err_stream), 1);
  EXPECT_EQ(err, "error: --format=xml: not known here: use "
                 "one of text, json, list, html, trace\n");
  err.clear();
  options.format = "json";
  options.probes = {written("bad.probe", "nonsense, but long enough")};
  EXPECT_EQ(runReport(options, out_stream, err_stream), 1);
  EXPECT_THAT(err, HasSubstr("bad.probe: byte 0: not a probe file"));
  err.clear();
  options.probes = {probe};
  options.output = "/nowhere/at/all.json";
  EXPECT_EQ(runReport(options, out_stream, err_stream), 1);
  EXPECT_THAT(err, HasSubstr("/nowhere/at/all.json: cannot be written"));
  err.clear();
  options.probes = {};
  EXPECT_EQ(runReport(options, out_stream, err_stream), 1);
  EXPECT_THAT(err, HasSubstr("no probe file given"));
}

TEST(Run, ReportAgainstAnotherRun) {
  ProbeBytes more = small_probe_file();
  more.row(ProbeBytes::copy_row(0, 2));
  std::string out, err;
  llvm::raw_string_ostream out_stream(out), err_stream(err);
  ReportOptions options;
  options.probes = {written("now.probe", more.bytes())};
  options.against = {written("before.probe", small_probe_file().bytes())};
  EXPECT_EQ(runReport(options, out_stream, err_stream), 0) << err;
  EXPECT_THAT(out, HasSubstr("grown   3 -> 5  72 B -> 120 B"));
  options.against = {written("cut.probe", more.bytes().substr(0, 4100))};
  EXPECT_EQ(runReport(options, out_stream, err_stream), 1);
  EXPECT_THAT(err, HasSubstr("cut.probe: byte "));
  err.clear();
  options.by = "tree";
  EXPECT_EQ(runReport(options, out_stream, err_stream), 1);
  EXPECT_THAT(err, HasSubstr("error: --by=tree: --against compares by "));
  err.clear();
  options.by = "lines";
  EXPECT_EQ(runReport(options, out_stream, err_stream), 1);
  EXPECT_THAT(err, HasSubstr("--by=lines: not known here: use one of place, "
                             "line, function, operator, tree"));
  err.clear();
  options.format = "html";
  options.by = "line";
  options.against.clear();
  EXPECT_EQ(runReport(options, out_stream, err_stream), 1);
  EXPECT_THAT(err, HasSubstr("--format=html: shows places only"));
  err.clear();
  options.by = "place";
  options.sort = "name";
  EXPECT_EQ(runReport(options, out_stream, err_stream), 1);
  EXPECT_THAT(err, HasSubstr("--sort=name: not known here: use one of time, "
                             "bytes, count"));
}

TEST(Run, GroupsInJson) {
  ReportOptions options;
  options.probes = {written("groups.probe", small_probe_file().bytes())};
  options.format = "json";
  for (const char *by : {"line", "function", "operator", "tree"}) {
    std::string out, err;
    llvm::raw_string_ostream out_stream(out), err_stream(err);
    options.by = by;
    EXPECT_EQ(runReport(options, out_stream, err_stream), 0) << err;
    auto report = llvm::json::parse(out);
    ASSERT_TRUE(bool(report));
    const llvm::json::Array *rows = report->getAsObject()->getArray(
        options.by == "tree" ? "calls" : "groups");
    ASSERT_TRUE(rows) << by;
    std::int64_t copies = 0;
    for (const llvm::json::Value &row : *rows)
      copies += *row.getAsObject()->getInteger("copies");
    EXPECT_EQ(copies, 4) << by;
  }
}

/// The small file, with a scope of two of the three copies of its first row.
ProbeBytes scoped_probe_file() {
  ProbeBytes file = small_probe_file();
  std::uint32_t name = file.string(StringKind::scope_name, "Suite.Test");
  file.scope(name, {{0, 0, 2, 48, 24}});
  return file;
}

std::string reported(ReportOptions options) {
  std::string out, err;
  llvm::raw_string_ostream out_stream(out), err_stream(err);
  int status = runReport(options, out_stream, err_stream);
  EXPECT_EQ(status == 0, err.empty());
  return out + err;
}

TEST(Run, ReportOfAScope) {
  ReportOptions options;
  options.probes = {written("scoped.probe", scoped_probe_file().bytes())};
  EXPECT_THAT(reported(options), HasSubstr("24 ns       2   48 B  "
                                           "Suite.Test\n"));
  options.format = "list";
  for (const char *scope : {"Suite.Test", "0"}) {
    options.scope = scope;
    EXPECT_THAT(reported(options), HasSubstr(": 2 copies, 48 B, 24 ns ("));
  }
  options.scope = "Suite.Other";
  EXPECT_EQ(reported(options), "error: --scope=Suite.Other: no such scope: "
                               "there are Suite.Test\n");
}

TEST(Run, ReportOfBrokenContracts) {
  ProbeBytes file = small_probe_file();
  std::uint32_t text = file.string(StringKind::expression, "x");
  std::uint32_t source = file.string(StringKind::source_file, "/k.cpp");
  file.violation(text, source, 12);
  ReportOptions options;
  options.probes = {written("contract.probe", file.bytes())};
  EXPECT_THAT(reported(options), HasSubstr("  /k.cpp:12: `x` 4 times, first "
                                           "[3, 2] strides [1, 3]\n"));
}

/// A copy that Python asked for, by way of a function of libtorch's own
/// Python, and one in C++ that Python called.
TEST(Run, ReportOfLinesOfPython) {
  ProbeBytes file;
  std::uint32_t python = file.module("/usr/bin/python3.11");
  std::uint32_t user = file.module("/nowhere/op.so");
  std::uint32_t own = file.string(StringKind::python_file, "/net.py");
  std::uint32_t torch = file.string(StringKind::python_file, "/torch/nn.py");
  std::uint32_t name = file.string(StringKind::python_function, "Net.forward");
  std::vector<PythonFrame> frames = {{torch, kNoId, 3, kPythonLibrary},
                                     {own, name, 41, 0}};
  const Frame interpreter{0x2010, 0x10, python, 0};
  file.row(ProbeBytes::copy_row(file.python_stack({interpreter}, frames)));
  frames[1].line = 42;
  file.row(ProbeBytes::copy_row(file.python_stack({interpreter}, frames)));
  file.row(ProbeBytes::copy_row(
      file.python_stack({{0x3010, 0x10, user, 0}, interpreter}, frames)));
  ReportOptions options;
  options.probes = {written("python.probe", file.bytes())};
  std::string text = reported(options);
  EXPECT_THAT(text, HasSubstr("/net.py:41 in Net.forward\n"));
  EXPECT_THAT(text, HasSubstr("/net.py:42 in Net.forward\n"));
  EXPECT_THAT(text, HasSubstr("called from /net.py:42\n"));
  EXPECT_THAT(text, Not(HasSubstr("python3.11+")));
}

TEST(Run, ConfirmKeepsTheSarifDocument) {
  std::string text = R"({"version": "2.1.0", "$schema": "s", "runs": [
    {"tool": {"driver": {"name": "t", "x": [1, 2.5, null]}}, "results": [
      {"ruleId": "tensor-hidden-copy", "kind": "fail",
       "partialFingerprints": {"a/v1": "0123"}},
      {"ruleId": "other", "properties": {"a": 1}}]}]})";
  ConfirmOptions options;
  options.findings = written("in.sarif", text);
  options.probes = {written("ok2.probe", small_probe_file().bytes())};
  options.format = "sarif";
  std::string out, err;
  llvm::raw_string_ostream out_stream(out), err_stream(err);
  ASSERT_EQ(runConfirm(options, out_stream, err_stream), 0) << err;
  auto before = llvm::json::parse(text), after = llvm::json::parse(out);
  ASSERT_TRUE(before && after);
  llvm::json::Object &result = *(*after->getAsObject()->getArray("runs"))[0]
                                    .getAsObject()
                                    ->getArray("results")
                                    ->front()
                                    .getAsObject();
  EXPECT_EQ(
      result.getObject("properties")->getObject("probe")->getString("verdict"),
      llvm::StringRef("unknown"));
  result.erase("properties");
  EXPECT_TRUE(*before == *after);
}

TEST(Run, ConfirmReportsBadSarif) {
  ConfirmOptions options;
  options.findings = written("bad.sarif", "{\n  \"version\" 1}");
  options.probes = {"/nowhere"};
  std::string out, err;
  llvm::raw_string_ostream out_stream(out), err_stream(err);
  EXPECT_EQ(runConfirm(options, out_stream, err_stream), 1);
  EXPECT_THAT(err, HasSubstr("bad.sarif:2:13: is not JSON"));
  EXPECT_EQ(out, "");
}

} // namespace
