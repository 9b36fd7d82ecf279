// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A libtorch program under the preloaded probe: every copy at its line, and
// the verdicts on findings that predict them.
#include "Recorded.h"

#include "report/Report.h"

#include "llvm/Support/JSON.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>
#include <sstream>

using namespace tensor_probe;
using testing::HasSubstr;

namespace {

/// "COPIES 3 reshape" taken apart.
struct Mark {
  std::string what, op;
  std::uint64_t count = 0;
};

std::map<unsigned, Mark> marks() {
  std::map<unsigned, Mark> all;
  for (const auto &[line, text] : marks_in(COPIES_SOURCE)) {
    std::istringstream words(text);
    Mark mark;
    words >> mark.what;
    if (mark.what == "COPIES" || mark.what == "TAIL")
      words >> mark.count;
    words >> mark.op;
    all[line] = mark;
  }
  return all;
}

std::map<unsigned, std::uint64_t> layout_copies_by_line(const Profile &p) {
  std::map<unsigned, std::uint64_t> counts;
  for (const SourceSite &site : p.sites)
    if (site.kind == CopyClass::layout_copy && site.tail_call.empty())
      counts[site.place.line] += site.cost.count;
  return counts;
}

std::uint64_t below_tail_calls(const Profile &p, const char *function) {
  std::uint64_t count = 0;
  for (const SourceSite &site : p.sites)
    if (site.tail_call.find(function) != std::string::npos)
      count += site.cost.count;
  return count;
}

void expect_exact_lines(const Profile &profile) {
  std::map<unsigned, std::uint64_t> counts = layout_copies_by_line(profile);
  for (const auto &[line, mark] : marks()) {
    std::uint64_t found = counts[line];
    if (mark.what == "TAIL")
      found += below_tail_calls(profile, "repeated");
    if (mark.count != 0)
      EXPECT_EQ(found, mark.count) << "line " << line << " " << mark.op;
    counts.erase(line);
  }
  for (const auto &[line, count] : counts)
    EXPECT_EQ(count, 0U) << "line " << line;
  EXPECT_EQ(profile.losses(), 0U);
}

TEST(EndToEnd, ExactLinesWithoutOptimisation) {
  expect_exact_lines(profile_of(recorded(COPIES_O0, "")));
}

TEST(EndToEnd, ExactLinesWithOptimisation) {
  expect_exact_lines(profile_of(recorded(COPIES_O2, "")));
}

TEST(EndToEnd, NoLineWithoutDebugInformation) {
  Profile profile = profile_of(recorded(COPIES_NO_DEBUG, ""));
  EXPECT_FALSE(profile.sites.empty());
  for (const SourceSite &site : profile.sites) {
    EXPECT_EQ(site.place.line, 0U) << site.place.file;
    EXPECT_THAT(site.place.module, HasSubstr("report_copies_no_debug"));
    EXPECT_NE(site.place.build_id, "");
    EXPECT_THAT(site.place.why_no_line, HasSubstr("-g"));
  }
}

/// Findings at every mark, as tensor-tidy check would write them.
std::string findings_file() {
  llvm::json::Array results;
  for (const auto &[line, mark] : marks())
    results.push_back(llvm::json::Object{
        {"ruleId", "tensor-hidden-copy"},
        {"message", llvm::json::Object{{"text", "copies"}}},
        {"properties",
         llvm::json::Object{{"copies", true}, {"operator", mark.op}}},
        {"locations",
         llvm::json::Array{llvm::json::Object{
             {"physicalLocation",
              llvm::json::Object{
                  {"artifactLocation",
                   llvm::json::Object{{"uri", "fixture/copies.cpp"},
                                      {"uriBaseId", "%SRCROOT%"}}},
                  {"region", llvm::json::Object{{"startLine", line}}}}}}}}});
  llvm::json::Value document = llvm::json::Object{
      {"version", "2.1.0"},
      {"runs",
       llvm::json::Array{llvm::json::Object{{"results", std::move(results)}}}}};
  std::string path = test_path("sarif"), text;
  llvm::raw_string_ostream(text) << document;
  std::ofstream(path) << text;
  return path;
}

std::string confirmed(const char *program, const char *environment) {
  ConfirmOptions options;
  options.findings = findings_file();
  options.probes = {recorded(program, environment)};
  std::string out, err;
  llvm::raw_string_ostream out_stream(out), err_stream(err);
  EXPECT_EQ(runConfirm(options, out_stream, err_stream), 0) << err;
  return out;
}

void expect_verdicts(const std::string &text,
                     const std::map<std::string, std::string> &verdicts) {
  for (const auto &[line, mark] : marks()) {
    auto verdict = verdicts.find(mark.what);
    if (verdict != verdicts.end())
      EXPECT_THAT(text, HasSubstr("copies.cpp:" + std::to_string(line) + ": " +
                                  verdict->second + ": "));
  }
}

TEST(EndToEnd, VerdictsWithReach) {
  std::string text = confirmed(COPIES_O0, "TENSOR_PROBE_REACH=1");
  expect_verdicts(text, {{"COPIES", "confirmed"},
                         {"TAIL", "confirmed"},
                         {"REACHED", "refuted here"},
                         {"UNREACHED", "not reached"}});
  EXPECT_THAT(text, HasSubstr("; 0 unpredicted\n"));
}

TEST(EndToEnd, VerdictsWithoutReach) {
  std::string text = confirmed(COPIES_O2, "TENSOR_PROBE_REACH=0");
  expect_verdicts(text, {{"COPIES", "confirmed"},
                         {"REACHED", "unknown"},
                         {"UNREACHED", "unknown"}});
  EXPECT_THAT(text, HasSubstr("the reach tier was off"));
}

} // namespace
