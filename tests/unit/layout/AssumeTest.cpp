// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LayoutTest.h"

#include "layout/Assume.h"

namespace tensortidy {
namespace {

class AssumeTest : public LayoutTest {
protected:
  Layout X = unknownLayoutOfRank("x", 3, Symbols);
  static constexpr MemoryFormat RowMajor = MemoryFormat::Contiguous;
};

TEST_F(AssumeTest, AGuardOnAViewImprovesItsSource) {
  Layout Y = swapped(X, 1, 2);
  ASSERT_TRUE(assumeContiguous(Y, RowMajor, F));
  Layout Source = normalized(X, F);
  EXPECT_EQ(text(Source), "[size(x,0)@size(x,1)*size(x,2), size(x,1)@1, "
                          "size(x,2)@size(x,1)]");
  EXPECT_EQ(isContiguous(Source, F), Answer::No);
  EXPECT_EQ(isContiguous(swapped(X, 1, 2), F), Answer::Yes);
}

TEST_F(AssumeTest, AGuardOnTheSourceImprovesItsView) {
  Layout Y = swapped(X, 1, 2);
  ASSERT_TRUE(assumeContiguous(X, RowMajor, F));
  EXPECT_EQ(isContiguous(normalized(Y, F), F), Answer::No);
}

TEST_F(AssumeTest, AGuardThatCannotHoldIsDead) {
  Layout T = swapped(rowMajor({B, N}), 0, 1);
  EXPECT_FALSE(assumeContiguous(T, RowMajor, F));
  Layout A = rowMajor({B, N});
  EXPECT_FALSE(assumeNotContiguous(A, RowMajor, F));
  Layout Pitched = *resizeAxis(rowMajor({B, N}), 1, 1, 1, F);
  EXPECT_FALSE(assumeDense(Pitched, F));
  EXPECT_FALSE(assumeContiguous(A, MemoryFormat::ChannelsLast, F));
}

TEST_F(AssumeTest, GenericDifferencesDoNotKill) {
  Layout L;
  L.Front = {{B, N}, {D, 1}};
  EXPECT_TRUE(assumeContiguous(L, RowMajor, F));
  EXPECT_EQ(isContiguous(L, F), Answer::Yes);
}

TEST_F(AssumeTest, UnitAxesLearnNothing) {
  Layout L = unknownStrides("y", {B, 1, N}, Symbols);
  ASSERT_TRUE(assumeContiguous(L, RowMajor, F));
  EXPECT_EQ(isContiguous(L, F), Answer::Yes);
  EXPECT_TRUE(F.isOpaque(Symbols.stride("st(y,1)")));
  EXPECT_EQ(F.canonical(Symbols.stride("st(y,0)")), N);
}

TEST_F(AssumeTest, NotContiguousIsRemembered) {
  ASSERT_TRUE(assumeNotContiguous(X, RowMajor, F));
  EXPECT_EQ(isContiguous(X, F), Answer::No);
  EXPECT_FALSE(assumeContiguous(X, RowMajor, F));
  EXPECT_EQ(isContiguous(swapped(X, 0, 1), F), Answer::Unknown);
}

TEST_F(AssumeTest, ChannelsLast) {
  Layout Y = unknownLayout("y", Symbols);
  ASSERT_TRUE(assumeContiguous(Y, MemoryFormat::ChannelsLast, F));
  EXPECT_EQ(Y.rank(), 4u);
  EXPECT_EQ(isContiguous(Y, MemoryFormat::ChannelsLast, F), Answer::Yes);
  EXPECT_EQ(isContiguous(Y, F), Answer::No);
  EXPECT_EQ(isDense(Y, F), Answer::Yes);
}

TEST_F(AssumeTest, RankIsKnownEverywhere) {
  Layout Y = unknownLayout("y", Symbols), Again = Y;
  ASSERT_TRUE(assumeRank(Y, 2, F));
  EXPECT_EQ(normalized(Again, F).rank(), 2u);
  EXPECT_FALSE(assumeRank(Again, 3, F));
  EXPECT_FALSE(assumeRank(X, 2, F));
}

TEST_F(AssumeTest, SameSizesAndSameLayout) {
  Layout Y = unknownLayoutOfRank("y", 3, Symbols), Z = Y;
  ASSERT_TRUE(assumeSameSizes(X, Y, F));
  EXPECT_EQ(sameSizes(X, Z, F), Answer::Yes);
  EXPECT_EQ(sameLayout(X, Z, F), Answer::Unknown);
  ASSERT_TRUE(assumeSameLayout(X, Y, F));
  EXPECT_EQ(sameLayout(X, Z, F), Answer::Yes);
  ASSERT_TRUE(assumeContiguous(X, RowMajor, F));
  EXPECT_EQ(isContiguous(normalized(Z, F), F), Answer::Yes);
  Layout Other = unknownLayoutOfRank("z", 2, Symbols);
  EXPECT_FALSE(assumeSameSizes(X, Other, F));
}

TEST_F(AssumeTest, SameSizesTellTheRank) {
  Layout Y = unknownLayout("y", Symbols);
  ASSERT_TRUE(assumeSameSizes(X, Y, F));
  EXPECT_EQ(Y.rank(), 3u);
  EXPECT_EQ(sameSizes(X, unknownLayout("y", Symbols), F), Answer::Yes);
}

TEST_F(AssumeTest, SameLayoutAsARowMajorOne) {
  Layout Y = unknownLayout("y", Symbols);
  Layout Z = rowMajorLike(unknownLayout("z", Symbols));
  ASSERT_TRUE(assumeSameLayout(Y, Z, F));
  EXPECT_EQ(isContiguous(Y, F), Answer::Yes);
}

} // namespace
} // namespace tensortidy
