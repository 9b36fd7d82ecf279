// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Real stacks of an optimised program: lines, inlined calls, lost frames.
#include "Marks.h"
#include "ProbeBytes.h"
#include "TestPath.h"

#include "report/CodeLines.h"
#include "report/ProfileBuilder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdlib>

using namespace tensor_probe;
using testing::EndsWith;
using testing::HasSubstr;

namespace {

class ResolverTest : public testing::Test {
protected:
  std::vector<ProbeRecord> files;
  Profile profile;
  std::map<unsigned, std::string> marks = marks_in(STACKS_SOURCE);

  void SetUp() override {
    std::string output = test_path("probe");
    std::string command = "'" STACKS_PROGRAM "' '" + output + "'";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    auto file = read_probe_file(output);
    ASSERT_TRUE(bool(file)) << llvm::toString(file.takeError());
    files.push_back(std::move(*file));
    profile = build_profile(files);
  }

  const SourceSite *site_at(const std::string &mark) const {
    for (const SourceSite &site : profile.sites) {
      auto found = marks.find(site.place.line);
      if (found != marks.end() && found->second == mark)
        return &site;
    }
    return nullptr;
  }
};

TEST_F(ResolverTest, LinesBehindInlinedLibraryCode) {
  const SourceSite *plain = site_at("PLAIN");
  ASSERT_TRUE(plain);
  EXPECT_THAT(plain->place.file, EndsWith("stacks.cpp"));
  EXPECT_THAT(plain->place.function, HasSubstr("plain"));
  EXPECT_EQ(plain->op, "reshape");
  EXPECT_EQ(plain->tail_call, "");
  const SourceSite *lambda = site_at("LAMBDA");
  ASSERT_TRUE(lambda);
  ASSERT_GE(lambda->paths[0].stack.size(), 3U);
  EXPECT_THAT(lambda->paths[0].stack[1].function, HasSubstr("applied"));
}

TEST_F(ResolverTest, OnlyChainOfTailCallsIsRestored) {
  const SourceSite *restored = site_at("RESTORED");
  ASSERT_TRUE(restored);
  EXPECT_THAT(restored->place.function, HasSubstr("only_chain_end"));
  EXPECT_EQ(restored->tail_call, "");
  ASSERT_GE(restored->paths[0].stack.size(), 3U);
  EXPECT_THAT(restored->paths[0].stack[1].function, HasSubstr("only_chain"));
  EXPECT_THAT(restored->paths[0].stack[2].function, HasSubstr("calls"));
}

TEST_F(ResolverTest, OneOfTwoTailCallsIsNotGuessed) {
  const SourceSite *caller = site_at("CALLER OF A LOST FRAME");
  ASSERT_TRUE(caller);
  EXPECT_THAT(caller->tail_call, HasSubstr("removed the frame of"));
  EXPECT_THAT(caller->tail_call, HasSubstr("either"));
}

TEST_F(ResolverTest, LinesWithCode) {
  CodeLines lines = code_lines_of(files, {"stacks.cpp"});
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_THAT(lines.begin()->first, EndsWith("fixture/stacks.cpp"));
  for (const auto &[line, mark] : marks)
    EXPECT_TRUE(lines.begin()->second.count(line)) << line << " " << mark;
  EXPECT_FALSE(lines.begin()->second.count(1));
}

TEST_F(ResolverTest, RebuiltModuleIsNotUsed) {
  for (ModuleRecord &module : files[0].modules)
    module.build_id = "00ff";
  Profile other = build_profile(files);
  for (const SourceSite &site : other.sites) {
    EXPECT_EQ(site.place.line, 0U);
    EXPECT_THAT(site.place.why_no_line,
                HasSubstr("rebuilt since: its build id was 00ff and is "));
  }
  EXPECT_THAT(other.warnings, testing::Contains(HasSubstr("rebuilt since")));
  EXPECT_TRUE(code_lines_of(files, {"stacks.cpp"}).empty());
}

} // namespace
