// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/SarifReader.h"
#include "report/SarifUri.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tensor_probe;
using testing::HasSubstr;

namespace {

/// A document with one run of these results.
std::string document(const std::string &results,
                     const std::string &run_members = "") {
  return R"({"version": "2.1.0", "runs": [{)" + run_members +
         R"("results": [)" + results + "]}]}";
}

SarifInput parsed(const std::string &text) {
  auto input = parse_sarif(text, "f.sarif");
  EXPECT_TRUE(bool(input));
  return input ? std::move(*input) : SarifInput();
}

std::string error_of(const std::string &text) {
  auto input = parse_sarif(text, "f.sarif");
  return input ? "" : llvm::toString(input.takeError());
}

TEST(Sarif, ReadsAFinding) {
  SarifInput input = parsed(document(R"({
    "ruleId": "tensor-hidden-copy", "level": "warning",
    "message": {"text": "'reshape' copies"},
    "locations": [{"physicalLocation": {
      "artifactLocation": {"uri": "src/a%20b.cpp", "uriBaseId": "%SRCROOT%"},
      "region": {"startLine": 41, "startColumn": 14, "endLine": 41,
                 "endColumn": 30}}}],
    "properties": {"confidence": "proven", "copies": true,
      "operator": "reshape",
      "statement": {"startLine": 40, "endLine": 43}}})",
                                     R"("originalUriBaseIds":
    {"%SRCROOT%": {"uri": "file:///home/u/p/"}}, )"));
  ASSERT_EQ(input.predictions.size(), 1U);
  const Prediction &p = input.predictions[0];
  EXPECT_EQ(p.rule, "tensor-hidden-copy");
  EXPECT_EQ(p.message, "'reshape' copies");
  EXPECT_EQ(p.confidence, "proven");
  EXPECT_EQ(p.op, "reshape");
  EXPECT_EQ(p.path, "/home/u/p/src/a b.cpp");
  EXPECT_EQ(p.relative, "src/a b.cpp");
  EXPECT_EQ(p.line, 41U);
  EXPECT_EQ(p.column, 14U);
  EXPECT_EQ(p.end_column, 30U);
  EXPECT_EQ(p.first_line, 40U);
  EXPECT_EQ(p.last_line, 43U);
}

TEST(Sarif, WhichResultsPredictACopy) {
  SarifInput input = parsed(document(R"(
    {"ruleId": "tensor-hidden-copy"},
    {"ruleId": "tensor-hidden-copy", "properties": {"copies": false}},
    {"ruleId": "tensor-copy-in-loop", "properties": {"copies": true}},
    {"ruleId": "tensor-view-after-transpose"},
    {"ruleId": "CA1000", "properties": {"copies": true}},
    {"message": {"text": "no rule"}}, 7)"));
  EXPECT_EQ(input.predictions.size(), 2U);
  EXPECT_EQ(input.predictions[1].result, 2U);
  ASSERT_EQ(input.other_findings.size(), 2U);
  EXPECT_EQ(input.other_findings[1].result, 3U);
  EXPECT_EQ(input.foreign, 2U);
}

TEST(Sarif, RuleByIndex) {
  SarifInput input = parsed(
      document(R"({"ruleIndex": 1}, {"rule": {"index": 1}}, {"ruleIndex": 9})",
               R"("tool": {"driver": {"name": "t", "rules": [{"id": "x"},
         {"id": "tensor-hidden-copy"}]}}, )"));
  EXPECT_EQ(input.predictions.size(), 2U);
  EXPECT_EQ(input.foreign, 1U);
}

TEST(Sarif, MissingRegionPartsHaveDefaults) {
  SarifInput input = parsed(document(R"({
    "ruleId": "tensor-hidden-copy",
    "locations": [{"physicalLocation": {
      "artifactLocation": {"uri": "file:///p/a.cpp"},
      "region": {"startLine": 4, "startColumn": -1}}}]})"));
  const Prediction &p = input.predictions.at(0);
  EXPECT_EQ(p.path, "/p/a.cpp");
  EXPECT_EQ(p.relative, "");
  EXPECT_EQ(p.column, 0U);
  EXPECT_EQ(p.end_line, 4U);
  EXPECT_EQ(p.first_line, 4U);
  EXPECT_EQ(p.last_line, 4U);
}

TEST(Sarif, Uris) {
  EXPECT_EQ(path_of_uri("file:///a/b.cpp"), "/a/b.cpp");
  EXPECT_EQ(path_of_uri("file://host/a/b.cpp"), "/a/b.cpp");
  EXPECT_EQ(path_of_uri("file:/a/b.cpp"), "/a/b.cpp");
  EXPECT_EQ(path_of_uri("a/b.cpp"), "a/b.cpp");
  EXPECT_EQ(path_of_uri("http://x/a.cpp"), "");
  EXPECT_EQ(percent_decoded("100%"), "100%");
  EXPECT_EQ(percent_decoded("a%2Fb%zz"), "a/b%zz");
}

TEST(Sarif, BasesBuildOnEachOther) {
  auto run = llvm::json::parse(R"({"originalUriBaseIds": {
    "ROOT": {"uri": "file:///r/"}, "SRC": {"uri": "s/", "uriBaseId": "ROOT"},
    "A": {"uri": "x/", "uriBaseId": "A"}}})");
  ASSERT_TRUE(bool(run));
  EXPECT_EQ(base_directory(*run->getAsObject(), "SRC"), "/r/s/");
  EXPECT_EQ(base_directory(*run->getAsObject(), "A"), "");
  EXPECT_EQ(base_directory(*run->getAsObject(), "NONE"), "");
}

TEST(Sarif, ErrorsSayWhere) {
  EXPECT_THAT(error_of("{\"version\": \"2.1.0\",\n  oops}"),
              HasSubstr("f.sarif:2:3: is not JSON: "));
  EXPECT_THAT(error_of(""), HasSubstr("f.sarif:1:1: is not JSON"));
  EXPECT_THAT(error_of("[1]"), HasSubstr("is not SARIF"));
  EXPECT_THAT(error_of("{}"), HasSubstr("is not SARIF"));
  EXPECT_THAT(error_of(R"({"version": "2.0.0", "runs": []})"),
              HasSubstr("f.sarif: SARIF version '2.0.0', only 2.1.0"));
  EXPECT_THAT(error_of(R"({"version": "2.1.0", "runs": []})"),
              HasSubstr("f.sarif: has no runs"));
  EXPECT_THAT(error_of(R"({"version": "2.1.0", "runs": {}})"),
              HasSubstr("\"runs\" is not an array"));
  EXPECT_EQ(error_of("\xef\xbb\xbf" + document("")), "");
}

} // namespace
