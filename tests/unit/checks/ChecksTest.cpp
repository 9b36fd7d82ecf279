// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Found.h"

namespace tensortidy {
namespace {

Function throwing(const std::string &Name) {
  TestFunction B(Name);
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId Y = B.transpose("y", B.contiguousOf("c", X), 0, 1);
  B.view("z", Y, {lit(-1)});
  return B.take();
}

TEST(Checks, AreListedOnceInTheirOrder) {
  std::vector<std::string> Names;
  for (const CheckInfo &I : allChecks())
    Names.push_back(I.Name);
  EXPECT_EQ(
      Names,
      (std::vector<std::string>{
          "tensor-view-after-transpose", "tensor-missing-contiguity-guard",
          "tensor-hidden-copy", "tensor-copy-in-loop", "tensor-redundant-copy",
          "tensor-blocking-transfer", "tensor-storage-retention",
          "tensor-dangling-data-pointer", "tensor-lost-write",
          "tensor-discarded-result", "tensor-overlapping-write",
          "tensor-as-strided-bounds", "tensor-memory-format-drift",
          "tensor-unsafe-collective", "tensor-misaligned-access"}));
}

/// A header's function, or a template's instances: one place, one finding.
TEST(Checks, TheSamePlaceIsReportedOnce) {
  const CheckResults R =
      runChecks(programOf({throwing("f<float>"), throwing("f<double>")}));
  EXPECT_EQ(R.FunctionsAnalysed, 2u);
  EXPECT_EQ(R.Findings.size(), 1u);
}

TEST(Checks, TheSurestOfEqualPlacesIsKept) {
  Function F = throwing("f<T>");
  F.Uncertain = true;
  const CheckResults R = runChecks(programOf({F, throwing("f<float>")}));
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings[0].Sure, Confidence::Proven);
}

TEST(Checks, OrderDoesNotDependOnThatOfFunctions) {
  TestFunction B("g");
  for (int J = 0; J < 3; ++J)
    B.use(B.take(B.parameter("x")), Sink::Index);
  Function G = B.take();
  EXPECT_EQ(all({throwing("f"), G}), all({G, throwing("f")}));
}

TEST(Checks, FunctionsThatAreTooLargeAreSaid) {
  Function F;
  F.Name = "huge";
  F.Blocks.resize(4001);
  const CheckResults R = runChecks(programOf({F}));
  ASSERT_EQ(R.GivenUp.size(), 1u);
  EXPECT_EQ(R.GivenUp.front().str(), "huge: too large: 4001 blocks, 0 facts");
}

TEST(Checks, AnEmptyFunctionIsFine) {
  Function F;
  F.Name = "declared";
  EXPECT_TRUE(runChecks(programOf({F})).Findings.empty());
}

TEST(Checks, ConfidenceHasThreeNames) {
  EXPECT_STREQ(toString(Confidence::Proven), "proven");
  EXPECT_STREQ(toString(Confidence::Likely), "likely");
  EXPECT_STREQ(toString(Confidence::Possible), "possible");
  EXPECT_EQ(confidenceNamed("likely"), Confidence::Likely);
  EXPECT_EQ(confidenceNamed("sure"), std::nullopt);
}

} // namespace
} // namespace tensortidy
