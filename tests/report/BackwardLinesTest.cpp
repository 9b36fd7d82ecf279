// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A libtorch program under the preloaded probe: copies of its backward passes
// at the lines of the forward pass.
#include "Recorded.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>
#include <sstream>

using namespace tensor_probe;
using testing::HasSubstr;

namespace {

struct Mark {
  std::string what, node;
  std::uint64_t count = 0;
};

std::map<unsigned, Mark> marks() {
  std::map<unsigned, Mark> all;
  for (const auto &[line, text] : marks_in(BACKWARD_SOURCE)) {
    std::istringstream words(text);
    Mark mark;
    if (words >> mark.what >> mark.count >> mark.node)
      all[line] = mark;
  }
  return all;
}

/// Of this text in the program's source.
unsigned line_of(const std::string &text) {
  std::ifstream source(BACKWARD_SOURCE);
  unsigned number = 0;
  for (std::string line; std::getline(source, line);) {
    ++number;
    if (line.find(text) != std::string::npos)
      return number;
  }
  ADD_FAILURE() << text;
  return 0;
}

void expect_lines(const char *program) {
  const Profile profile = profile_of(recorded(program, "TENSOR_PROBE_REACH=1"));
  std::set<std::string> nodes; // others may copy, which is not their test
  for (const auto &[line, mark] : marks())
    nodes.insert(mark.node);
  std::map<unsigned, std::uint64_t> charged, own;
  unsigned from_others = 0; // one(), two() and twice()
  for (const SourceSite &site : profile.sites) {
    if (site.backward.node.empty())
      continue;
    EXPECT_THAT(site.place.file, HasSubstr("backward.cpp"));
    if (site.backward.charged() && nodes.count(site.backward.node) != 0) {
      // One site, from wherever it was run.
      if (site.backward.node == "ViewBackward0")
        EXPECT_EQ(charged.count(site.place.line), 0U) << site.place.line;
      charged[site.place.line] += site.cost.count;
      from_others += site.backward.run_from_others ? 1 : 0;
      EXPECT_THAT(site.backward.run_from.file, HasSubstr("backward.cpp"));
      EXPECT_NE(site.backward.forward_op, "");
    } else if (!site.backward.by_autograd) {
      own[site.place.line] += site.cost.count;
    }
  }
  std::map<unsigned, std::uint64_t> expected, expected_own;
  for (const auto &[line, mark] : marks())
    (mark.what == "OWN" ? expected_own : expected)[line] = mark.count;
  EXPECT_EQ(charged, expected);
  EXPECT_EQ(from_others, 3U);
  EXPECT_EQ(own, expected_own);
}

TEST(BackwardLines, WithoutOptimisation) { expect_lines(BACKWARD_O0); }

TEST(BackwardLines, WithOptimisation) { expect_lines(BACKWARD_O2); }

TEST(BackwardLines, WithoutTheTierTheLineIsWhereItWasRun) {
  const Profile profile = profile_of(recorded(BACKWARD_O2, ""));
  const unsigned main_line = line_of("int main()");
  std::map<unsigned, std::uint64_t> copies;
  std::uint64_t in_main = 0, in_views = 0;
  for (const SourceSite &site : profile.sites) {
    EXPECT_EQ(site.backward.node, "");
    EXPECT_THAT(site.place.file, HasSubstr("backward.cpp"));
    copies[site.place.line] += site.cost.count;
    in_main += site.place.line > main_line ? site.cost.count : 0;
  }
  // A view copies in its backward pass only.
  for (const auto &[line, mark] : marks())
    if (mark.node == "ViewBackward0") {
      EXPECT_EQ(copies.count(line), 0U) << line;
      in_views += mark.count;
    }
  EXPECT_EQ(in_views, 7U);
  EXPECT_GE(in_main, in_views);
}

} // namespace
