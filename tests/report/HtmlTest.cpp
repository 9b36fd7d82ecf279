// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the page of the report is made of; page_test.py looks at the page.
#include "Synthetic.h"
#include "TestPath.h"

#include "report/HtmlReport.h"
#include "report/LayoutSketch.h"
#include "report/SourceLines.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>
#include <limits>

using namespace tensor_probe;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

TensorShape shape(std::vector<std::int64_t> sizes,
                  std::vector<std::int64_t> strides) {
  return {"Float", "cpu", std::move(sizes), std::move(strides), false};
}

std::vector<int> elements(const LayoutSketch &sketch) {
  std::vector<int> all;
  for (const SketchCell &cell : sketch.cells)
    all.push_back(cell.element);
  return all;
}

TEST(LayoutSketch, SmallTensorsAreToScale) {
  LayoutSketch dense = sketch_of(shape({2, 3}, {3, 1}));
  EXPECT_THAT(elements(dense), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_TRUE(dense.to_scale);
  LayoutSketch transposed = sketch_of(shape({3, 2}, {1, 3}));
  EXPECT_THAT(elements(transposed), ElementsAre(0, 2, 4, 1, 3, 5));
  EXPECT_TRUE(transposed.to_scale);
  EXPECT_THAT(elements(sketch_of(shape({}, {}))), ElementsAre(0));
}

TEST(LayoutSketch, LongAxesAreCutAndKeepTheirOrder) {
  LayoutSketch sketch = sketch_of(shape({64, 32}, {1, 64}));
  EXPECT_FALSE(sketch.to_scale);
  EXPECT_THAT(elements(sketch), ElementsAre(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10,
                                            14, 3, 7, 11, 15));
}

TEST(LayoutSketch, WhatIsSkippedIsAGap) {
  EXPECT_THAT(elements(sketch_of(shape({3}, {2}))),
              ElementsAre(0, -1, 1, -1, 2));
  LayoutSketch narrowed = sketch_of(shape({2, 3}, {100, 1}));
  EXPECT_FALSE(narrowed.to_scale);
  EXPECT_THAT(elements(narrowed), ElementsAre(0, 1, 2, -1, -1, 3, 4, 5));
}

TEST(LayoutSketch, ExpandedAndUnfoldedElementsShareMemory) {
  LayoutSketch expanded = sketch_of(shape({3, 2}, {0, 1}));
  EXPECT_THAT(elements(expanded), ElementsAre(0, 1));
  EXPECT_EQ(expanded.cells[1].times, 3);
  LayoutSketch unfolded = sketch_of(shape({3, 3}, {1, 1}));
  EXPECT_THAT(elements(unfolded), ElementsAre(0, 1, 2, 5, 8));
  EXPECT_EQ(unfolded.cells[2].times, 3);
}

TEST(LayoutSketch, AxesOfOneElementDoNotMatter) {
  EXPECT_THAT(elements(sketch_of(shape({1, 3, 1}, {77, 1, 9}))),
              ElementsAre(0, 1, 2));
}

TEST(LayoutSketch, WhatCannotBeDrawnSaysWhy) {
  EXPECT_EQ(sketch_of(shape({2, 0}, {0, 1})).why_none, "it has no element");
  EXPECT_THAT(sketch_of(shape({2}, {-1})).why_none, HasSubstr("negative"));
  EXPECT_THAT(sketch_of(shape({-2}, {1})).why_none, HasSubstr("negative"));
  TensorShape cut = shape({2}, {1});
  cut.cut = true;
  EXPECT_THAT(sketch_of(cut).why_none, HasSubstr("not all"));
}

TEST(LayoutSketch, AnyNumbersOfAFileAreDrawnSmall) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t stride : {std::int64_t(0), std::int64_t(1), most})
    EXPECT_LE(sketch_of(shape(std::vector<std::int64_t>(8, most),
                              std::vector<std::int64_t>(8, stride)))
                  .cells.size(),
              1024U);
}

TEST(LayoutSketch, Footprint) {
  Footprint footprint = footprint_of(shape({2, 3, 1}, {100, 2, 7}));
  EXPECT_EQ(footprint.elements, 6);
  EXPECT_EQ(footprint.span, 105);
  EXPECT_EQ(footprint.step, 2);
  EXPECT_EQ(footprint_of(shape({0}, {1})).span, 0);
}

TEST(SourceLines, TextOrTheReason) {
  std::string path = test_path("a.cpp");
  std::ofstream(path) << "first\n\t  x.contiguous();  \n";
  constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  SourceLines lines(never);
  EXPECT_EQ(lines.at(path, 2).text, "x.contiguous();");
  EXPECT_EQ(lines.at(path, 2).why_none, "");
  EXPECT_EQ(lines.at(path, 3).why_none, "the file has no such line");
  EXPECT_EQ(lines.at("/nowhere.cpp", 1).why_none,
            "the file is not on this machine");
  EXPECT_EQ(lines.at("/dev/zero", 1).why_none,
            "the file is not on this machine");
  EXPECT_EQ(SourceLines(1).at(path, 2).why_none,
            "the file was changed after the run");
}

TEST(HtmlReport, TextsOfFilesCannotLeaveTheirElement) {
  Profile profile;
  profile.processes = {process_with_reach()};
  profile.sites = {site("/a.cpp", 1, 1, "</script><img src=x onerror=1>")};
  profile.sites[0].place.function = "@SCRIPT@ <b>f</b> \xff";
  std::string page = html_report(profile, {});
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  llvm::StringRef data = llvm::StringRef(page).split("id=\"data\">").second;
  auto parsed = llvm::json::parse(data.split("</script>").first);
  ASSERT_TRUE(bool(parsed));
  const llvm::json::Array &sites = *parsed->getAsObject()->getArray("sites");
  EXPECT_EQ(sites[0].getAsObject()->getString("operator"),
            "</script><img src=x onerror=1>");
}

TEST(HtmlReport, NeedsNothingFromElsewhere) {
  std::string page = html_report({}, {});
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char *mark :
       {"@STYLE@", "@DATA@", "@SCRIPT@", "src=\"", "@import", "https://"})
    EXPECT_EQ(page.find(mark), std::string::npos) << mark;
}

} // namespace
