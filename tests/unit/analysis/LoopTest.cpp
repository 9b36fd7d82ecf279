// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Analysed.h"

namespace tensortidy {
namespace {

TEST(Loop, TransposingEndsExactly) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  B.assign(X, B.contiguousOf("", X));
  B.loop([&] { B.assign(X, B.transpose("", X, 0, 1)); });
  B.ret({X});
  Analysed R(B.take());
  ASSERT_TRUE(R.Converged) << R.A.whyNot();
  EXPECT_EQ(R.value(X), "[B@N, N@1] | [N@1, B@N]");
}

TEST(Loop, RotatingAxesKeepsDensity) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"A", "B", "C", "D", "E"});
  B.assign(X, B.contiguousOf("", X));
  B.loop([&] {
    B.assign(X, B.apply("", "aten::permute",
                        {T(X), Is({lit(1), lit(2), lit(3), lit(4), lit(0)})}));
  });
  B.ret({X});
  Analysed R(B.take());
  ASSERT_TRUE(R.Converged) << R.A.whyNot();
  ASSERT_EQ(R.alternatives(X), 1u);
  EXPECT_EQ(isDense(R.End->layout(R.End->value(X)[0]), R.End->TheFacts),
            Answer::Yes);
  EXPECT_EQ(R.contiguous(X), Answer::Unknown);
}

TEST(Loop, GrowingByCatStaysRowMajor) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId Y = ranked(B, "y", {"M", "K"});
  B.check(equal(size(X, 1), size(Y, 1)));
  B.check(contiguous(X));
  B.check(contiguous(Y));
  B.loop([&] { B.assign(X, B.apply("", "aten::cat", {List({X, Y}), I(0)})); });
  B.ret({X});
  Analysed R(B.take());
  ASSERT_TRUE(R.Converged) << R.A.whyNot();
  EXPECT_EQ(R.contiguous(X), Answer::Yes);
}

TEST(Loop, GrowingRankBecomesUnknownRank) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  B.loop([&] { B.assign(X, B.apply("", "aten::unsqueeze", {T(X), I(0)})); });
  B.ret({X});
  Analysed R(B.take());
  ASSERT_TRUE(R.Converged) << R.A.whyNot();
  ASSERT_EQ(R.alternatives(X), 1u);
  const Layout L = R.End->layout(R.End->value(X)[0]);
  EXPECT_FALSE(L.hasRank());
  EXPECT_EQ(L.minRank(), 2u);
}

TEST(Loop, CountersEnd) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const IntId K = B.define("k", lit(1));
  B.loop([&] { B.define(K, sum({var(K), lit(1)})); });
  const PlaceId Y = B.empty("y", {var(K), size(X, 0)});
  B.ret({Y});
  Analysed R(B.take());
  ASSERT_TRUE(R.Converged) << R.A.whyNot();
  EXPECT_EQ(R.value(Y), "[k@B, B@1]");
}

TEST(Loop, GuardBeforeHoldsInside) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.check(contiguous(X));
  B.loop([&] { B.define("n", size(X, 0)); });
  B.ret({X});
  Analysed R(B.take());
  EXPECT_EQ(R.contiguous(X), Answer::Yes);
  EXPECT_EQ(R.alternatives(X), 1u);
}

TEST(Loop, GuardInsideDoesNotHoldAfter) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.loop([&] { B.check(contiguous(X)); });
  B.ret({X});
  EXPECT_EQ(Analysed(B.take()).contiguous(X), Answer::Unknown);
}

/// z is what y was one iteration before: guarding y says nothing of it.
TEST(Loop, IterationsAreKeptApart) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  const PlaceId Y = B.local("y"), Z = B.local("z"), Kept = B.local("kept");
  B.assign(Y, X);
  B.assign(Kept, X);
  B.loop([&] {
    B.assign(Z, Y);
    B.call("next", {}, {Y});
    B.check(contiguous(Y));
    B.assign(Kept, Z);
  });
  B.ret({Kept});
  EXPECT_EQ(Analysed(B.take()).contiguous(Kept), Answer::Unknown);
}

TEST(Loop, NestedLoopsEnd) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"A", "B", "C"});
  B.loop([&] {
    B.loop([&] { B.assign(X, B.transpose("", X, 0, 1)); });
    B.loop([&] { B.assign(X, B.transpose("", X, 1, 2)); });
  });
  B.ret({X});
  Analysed R(B.take());
  EXPECT_TRUE(R.Converged) << R.A.whyNot();
  EXPECT_TRUE(R.isReached());
}

TEST(Loop, TooManyBlocksAreGivenUp) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  for (int J = 0; J < 10; ++J)
    B.check(contiguous(X));
  B.ret({X});
  AnalysisLimits Limits;
  Limits.Blocks = 15;
  Analysed R(B.take(), Limits);
  EXPECT_FALSE(R.Converged);
  EXPECT_EQ(R.A.whyNot(), "too large: 22 blocks, 1 facts");
}

} // namespace
} // namespace tensortidy
