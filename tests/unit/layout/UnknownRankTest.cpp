// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LayoutTest.h"

#include "layout/Assume.h"

namespace tensortidy {
namespace {

constexpr std::nullopt_t Infer = std::nullopt;

/// x, a parameter of unknown rank, and c = x.contiguous().
class UnknownRankTest : public LayoutTest {
protected:
  const Layout X = unknownLayout("x", Symbols);
  const Layout Contiguous = rowMajorLike(X);
};

TEST_F(UnknownRankTest, Prints) {
  EXPECT_EQ(text(X), "[<numel(x)@st(x)>]");
  EXPECT_EQ(text(Contiguous), "[<numel(x)@1: row-major>]");
  EXPECT_EQ(strides(X), "[...]");
}

TEST_F(UnknownRankTest, TransposeOfContiguous) {
  Layout T = swapped(Contiguous, 1, 2);
  EXPECT_EQ(isContiguous(T, F), Answer::No);
  EXPECT_EQ(isDense(T, F), Answer::Yes);
  Layout Back = swapped(T, 1, 2);
  EXPECT_EQ(isContiguous(Back, F), Answer::Yes);
  EXPECT_EQ(sameLayout(Back, Contiguous, F), Answer::Yes);
}

TEST_F(UnknownRankTest, TransposeOfTheLastTwo) {
  Layout T = swapped(Contiguous, -1, -2);
  EXPECT_EQ(isContiguous(T, F), Answer::No);
  EXPECT_EQ(isDense(T, F), Answer::Yes);
  EXPECT_EQ(isBlasCompatible(T, F), Answer::Yes);
}

TEST_F(UnknownRankTest, BothEndsNeedTheRank) {
  Layout T = swapped(Contiguous, 1, 2);
  EXPECT_FALSE(swapAxes(T, -1, -2, F)); // rank 3: the same axes
  EXPECT_EQ(outOfRange(T, -2), Answer::No);
  EXPECT_EQ(outOfRange(T, 3), Answer::Unknown);
  Layout Five = withMinRank(T, 5, F).value();
  Layout Both = swapAxes(Five, -1, -2, F).value();
  EXPECT_EQ(isContiguous(Both, F), Answer::No);
  EXPECT_EQ(isDense(Both, F), Answer::Yes);
  EXPECT_EQ(sameLayout(swapped(swapped(Both, 1, 2), -1, -2), Contiguous, F),
            Answer::Yes);
}

TEST_F(UnknownRankTest, EachValueIsSplitWhereItIsUsed) {
  // Axes from the back of one view do not block axes from the front of x.
  EXPECT_TRUE(swapAxes(X, -1, -2, F));
  EXPECT_TRUE(swapAxes(X, 0, 1, F));
}

TEST_F(UnknownRankTest, RankThreeMakesThemOne) {
  Layout T = swapped(Contiguous, 1, 2);
  ASSERT_TRUE(assumeRank(T, 3, F));
  EXPECT_EQ(sameLayout(swapped(T, -1, -2), normalized(Contiguous, F), F),
            Answer::Yes);
  EXPECT_EQ(normalized(X, F).rank(), 3u); // the whole state knows
  EXPECT_EQ(sizeOf(X, -1), Symbols.size("size(x,2)"));
}

TEST_F(UnknownRankTest, SelectAndNarrow) {
  EXPECT_EQ(isContiguous(dropAxis(Contiguous, 0, F).value(), F), Answer::Yes);
  Facts Before = F;
  Layout Inner = dropAxis(Contiguous, -1, F).value();
  EXPECT_EQ(isContiguous(Inner, F), Answer::Unknown); // rank 1: a scalar
  Layout AtLeastTwo = withMinRank(Contiguous, 2, F).value();
  EXPECT_EQ(isContiguous(dropAxis(AtLeastTwo, -1, F).value(), F), Answer::No);
  F = Before;
  EXPECT_EQ(isContiguous(dropAxis(Contiguous, 1, F).value(), F), Answer::No);
  Monomial Length = Symbols.size("length");
  Layout Narrow = resizeAxis(Contiguous, 0, Length, 1, F).value();
  EXPECT_EQ(isContiguous(Narrow, F), Answer::Yes);
}

TEST_F(UnknownRankTest, ViewOfTheLeadingAxes) {
  Monomial First = sizeOf(X, 0), Second = sizeOf(X, 1);
  ViewAnswer A = viewAs(Contiguous, {First, Second, Infer}, F);
  EXPECT_EQ(A.Viewable, Answer::Yes);
  EXPECT_EQ(viewable(X, {First, Second, Infer}), Answer::Unknown);
}

TEST_F(UnknownRankTest, AGapThatMayBeEmptyIsDecidedForBothCases) {
  // Fine for rank 2, throws for 3 and more.
  Layout T = swapped(Contiguous, 0, 1);
  Monomial Second = sizeOf(X, 1);
  EXPECT_EQ(viewable(T, {Second, Infer}), Answer::Unknown);
  Facts Three = F;
  Layout Larger = withMinRank(T, 3, Three).value();
  EXPECT_EQ(viewAs(Larger, {Second, Infer}, Three).Viewable, Answer::No);
  Layout Two = withRank(T, 2, F).value();
  EXPECT_EQ(viewable(Two, {Second, Infer}), Answer::Yes);
  EXPECT_EQ(viewable(Two, {Infer}), Answer::No);
}

TEST_F(UnknownRankTest, FlattenAndUnsqueeze) {
  MergeAnswer Flat = mergeAxes(Contiguous, 0, 1, F).value();
  EXPECT_EQ(Flat.Viewable, Answer::Yes);
  EXPECT_EQ(isContiguous(Flat.View, F), Answer::Yes);
  EXPECT_EQ(mergeAxes(swapped(Contiguous, 0, 1), 0, 1, F)->Viewable,
            Answer::No);
  EXPECT_EQ(mergeAxes(swapped(Contiguous, 0, 1), 0, 1, F)->Blocked,
            std::make_pair(0u, 1u));
  for (int64_t Dim : {0, 1, 2, -1, -2})
    EXPECT_EQ(isContiguous(insertUnitAxis(Contiguous, Dim, F).value(), F),
              Answer::Yes)
        << Dim;
}

TEST_F(UnknownRankTest, TransposingTwiceIsTheSameValue) {
  Layout Twice = swapped(swapped(X, 1, 2), 1, 2);
  EXPECT_EQ(Twice, normalized(X, F));
}

TEST_F(UnknownRankTest, AGuardOnTheSourceReachesItsViews) {
  Layout T = swapped(X, 1, 2), Source = X;
  EXPECT_EQ(isContiguous(T, F), Answer::Unknown);
  ASSERT_TRUE(assumeContiguous(Source, MemoryFormat::Contiguous, F));
  EXPECT_EQ(isContiguous(normalized(T, F), F), Answer::No);
  EXPECT_EQ(isContiguous(normalized(swapped(T, 1, 2), F), F), Answer::Yes);
}

TEST_F(UnknownRankTest, AGuardOnAViewReachesItsSource) {
  Layout T = swapped(X, 1, 2);
  ASSERT_TRUE(assumeContiguous(T, MemoryFormat::Contiguous, F));
  EXPECT_EQ(isContiguous(normalized(X, F), F), Answer::No);
  EXPECT_EQ(isContiguous(swapped(X, 1, 2), F), Answer::Yes);
}

TEST_F(UnknownRankTest, PermuteTellsTheRank) {
  Layout P = permuteAxes(X, {0, 2, 1}, F).value();
  EXPECT_EQ(P.rank(), 3u);
  EXPECT_EQ(normalized(Contiguous, F).rank(), 3u);
  EXPECT_FALSE(permuteAxes(X, {0, 1}, F));
}

TEST_F(UnknownRankTest, SizesGivenTellTheMinimum) {
  sizeOf(X, 3);
  EXPECT_EQ(F.minAxes(X.Middle->Group), 4u);
  EXPECT_FALSE(withRank(X, 3, F));
  EXPECT_EQ(sameLayout(swapped(X, 1, -1), X, F), Answer::Unknown);
}

TEST_F(UnknownRankTest, CopiesOfUnknownOrderAreNamedByTheirOperand) {
  Layout C1 = keepPermutation(X, "clone", F);
  EXPECT_EQ(C1, keepPermutation(X, "clone", F));
  EXPECT_NE(C1, keepPermutation(unknownLayout("y", Symbols), "clone", F));
  EXPECT_EQ(isDense(C1, F), Answer::Yes);
  EXPECT_EQ(isContiguous(C1, F), Answer::Unknown);
  EXPECT_EQ(keepPermutation(Contiguous, "clone", F), Contiguous);
}

TEST_F(UnknownRankTest, SameSizesUnifyBareParameters) {
  Layout Y = rowMajorLike(unknownLayout("y", Symbols)), Source = X;
  ASSERT_TRUE(assumeSameSizes(Source, Y, F));
  EXPECT_EQ(sameSizes(X, Y, F), Answer::Yes);
  EXPECT_EQ(isContiguous(elementwise({rowMajorLike(X), Y}, "add", F), F),
            Answer::Yes);
}

} // namespace
} // namespace tensortidy
