// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Synthetic.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tensor_probe;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

TEST(Join, SameFileStatementAndOperator) {
  Profile profile;
  profile.sites = {site("/src/p/attn.cpp", 42, 5, "reshape"),
                   site("/src/p/attn.cpp", 44, 5, "reshape"),
                   site("/src/p/attn.cpp", 42, 5, "conv2d"),
                   site("/src/p/other.cpp", 42, 5, "reshape")};
  JoinResult result =
      join({prediction("attn.cpp", 41, 14, "reshape", 40, 43)}, profile, {});
  EXPECT_THAT(result.joined[0].sites, ElementsAre(0));
  EXPECT_THAT(result.unpredicted, ElementsAre(1, 2, 3));
  EXPECT_THAT(result.unplaced, IsEmpty());
}

TEST(Join, ABiasThatIsBroadcastConfirmsNothing) {
  SourceSite bias = site("/src/a.cpp", 7, 3, "linear");
  bias.kind = CopyClass::broadcast;
  SourceSite expanded = site("/src/a.cpp", 8, 3, "reshape");
  expanded.kind = CopyClass::broadcast;
  Profile profile;
  profile.sites = {bias, expanded};
  JoinResult result = join({prediction("a.cpp", 7, 3, "linear"),
                            prediction("a.cpp", 8, 3, "reshape")},
                           profile, {});
  EXPECT_THAT(result.joined[0].sites, IsEmpty());
  EXPECT_THAT(result.joined[1].sites, ElementsAre(1));
  EXPECT_THAT(result.unpredicted, ElementsAre(0));
}

TEST(Join, OperatorTellsCallsOnOneLineApart) {
  Profile profile;
  profile.sites = {site("/src/a.cpp", 7, 0, "reshape"),
                   site("/src/a.cpp", 7, 0, "flatten_using_ints")};
  JoinResult result = join({prediction("a.cpp", 7, 3, "flatten"),
                            prediction("a.cpp", 7, 20, "aten::reshape")},
                           profile, {});
  EXPECT_THAT(result.joined[0].sites, ElementsAre(1));
  EXPECT_THAT(result.joined[1].sites, ElementsAre(0));
}

TEST(Join, ColumnTellsEqualOperatorsApart) {
  // return f(x.reshape(a), y.reshape(b));   columns 12 and 26
  Prediction first = prediction("a.cpp", 7, 10, "reshape");
  Prediction second = prediction("a.cpp", 7, 24, "reshape");
  first.end_column = 22;
  second.end_column = 36;
  Profile profile;
  profile.sites = {site("/a.cpp", 7, 26, "reshape"),
                   site("/a.cpp", 7, 12, "reshape")};
  JoinResult result = join({first, second}, profile, {});
  EXPECT_THAT(result.joined[0].sites, ElementsAre(1));
  EXPECT_THAT(result.joined[1].sites, ElementsAre(0));
  EXPECT_EQ(result.joined[0].shared_with, "");
}

TEST(Join, ChainedCallsTakeTheSmallestRange) {
  // x.reshape(a).t().reshape(b): ranges 1-13 and 1-27, members at 3 and 18
  Prediction inner = prediction("a.cpp", 7, 1, "reshape");
  Prediction outer = inner;
  inner.end_column = 13;
  outer.end_column = 28;
  Profile profile;
  profile.sites = {site("/a.cpp", 7, 3, "reshape"),
                   site("/a.cpp", 7, 18, "reshape")};
  JoinResult result = join({outer, inner}, profile, {});
  EXPECT_THAT(result.joined[1].sites, ElementsAre(0));
  EXPECT_THAT(result.joined[0].sites, ElementsAre(1));
}

TEST(Join, WithoutColumnsTheFindingsShare) {
  Profile profile;
  profile.sites = {site("/a.cpp", 7, 0, "reshape")};
  JoinResult result = join({prediction("a.cpp", 7, 10, "reshape"),
                            prediction("a.cpp", 7, 24, "reshape")},
                           profile, {});
  EXPECT_EQ(result.joined[0].shared_with, "7:24");
  EXPECT_EQ(result.joined[1].shared_with, "7:10");
}

TEST(Join, TwoChecksOnOneCallBothGetTheSite) {
  Prediction loop = prediction("a.cpp", 7, 10, "reshape");
  loop.rule = "tensor-copy-in-loop";
  Profile profile;
  profile.sites = {site("/a.cpp", 7, 12, "reshape")};
  JoinResult result =
      join({prediction("a.cpp", 7, 10, "reshape"), loop}, profile, {});
  EXPECT_THAT(result.joined[0].sites, ElementsAre(0));
  EXPECT_THAT(result.joined[1].sites, ElementsAre(0));
  EXPECT_EQ(result.joined[0].shared_with, "");
}

TEST(Join, ConversionsAreNotHiddenCopies) {
  Profile profile;
  profile.sites = {site("/a.cpp", 7, 0, "to_dtype")};
  profile.sites[0].kind = CopyClass::dtype_conversion;
  Prediction hidden = prediction("a.cpp", 7, 10, "to");
  Prediction loop = hidden;
  loop.rule = "tensor-copy-in-loop";
  EXPECT_THAT(join({hidden}, profile, {}).joined[0].sites, IsEmpty());
  EXPECT_THAT(join({loop}, profile, {}).joined[0].sites, ElementsAre(0));
}

TEST(Join, UnknownLinesAreNeverJoined) {
  Profile profile;
  profile.sites = {site("", 0, 0, "reshape"), site("/a.cpp", 7, 0, "reshape")};
  profile.sites[1].tail_call = "a tail call removed the frame of f()";
  JoinResult result = join({prediction("a.cpp", 7, 3, "reshape")}, profile, {});
  EXPECT_THAT(result.joined[0].sites, IsEmpty());
  EXPECT_THAT(result.unplaced, ElementsAre(0, 1));
}

TEST(PathMatch, SuffixMustBeWholeAndUnique) {
  RecordedFiles files;
  files.add("/build/p/src/attn.cpp");
  files.add("/build/p/src/myattn.cpp");
  files.add("/build/p/test/util.cpp");
  files.add("/build/p/src/util.cpp");
  EXPECT_EQ(files.find("", "src/attn.cpp").file, "/build/p/src/attn.cpp");
  EXPECT_EQ(files.find("", "attn.cpp").file, "/build/p/src/attn.cpp");
  EXPECT_EQ(files.find("", "lib/attn.cpp").file, "");
  EXPECT_EQ(files.find("", "util.cpp").file, "");
  EXPECT_EQ(files.find("", "util.cpp").rivals.size(), 2U);
  EXPECT_EQ(files.find("", "src/util.cpp").file, "/build/p/src/util.cpp");
  EXPECT_EQ(files.find("/ci/p/src/util.cpp", "").file, "/build/p/src/util.cpp");
  EXPECT_EQ(files.find("/ci/lib/attn.cpp", "").file, "");
}

TEST(PathMatch, SpellingsOfOneFileAreOne) {
  RecordedFiles files;
  files.add("/build/p/src/../src/attn.cpp");
  files.add("/build/p/src/attn.cpp");
  EXPECT_EQ(files.find("/build/p/src/attn.cpp", "").file,
            "/build/p/src/../src/attn.cpp");
  EXPECT_EQ(files.canonical("/build/p/src/attn.cpp"),
            "/build/p/src/../src/attn.cpp");
}

} // namespace
