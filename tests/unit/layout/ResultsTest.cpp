// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LayoutTest.h"

#include "layout/Join.h"

namespace tensortidy {
namespace {

using ResultsTest = LayoutTest;

TEST_F(ResultsTest, KeepPermutation) {
  Layout T = swapped(rowMajor({B, H, N, D}), 1, 2);
  EXPECT_EQ(keepPermutation(T, "clone", F), T);
  // A slice is made dense in the order of its own strides.
  Layout S = *resizeAxis(T, 1, 2, 1, F);
  EXPECT_EQ(text(keepPermutation(S, "clone", F)), "[B@2*H*D, 2@D, H@2*D, D@1]");
  EXPECT_EQ(
      text(keepPermutation(*expandAxes(rowMajor({D}), {B, D}, F), "clone", F)),
      "[B@D, D@1]");
}

TEST_F(ResultsTest, UndecidableCopiesAreNamedByOperatorAndOperand) {
  Layout X = unknownStrides("x", {B, N}, Symbols);
  Layout C1 = keepPermutation(X, "clone", F);
  EXPECT_EQ(C1, keepPermutation(X, "clone", F));
  EXPECT_NE(C1, keepPermutation(X, "to", F));
  EXPECT_EQ(isDense(C1, F), Answer::Yes);
  EXPECT_EQ(printSizes(C1, Symbols), "[B, N]");
}

TEST_F(ResultsTest, ElementwiseFastSetUp) {
  Layout A = rowMajor({B, N}), T = swapped(rowMajor({N, B}), 0, 1);
  EXPECT_EQ(elementwise({A, A}, "add", F), A);
  EXPECT_EQ(elementwise({T}, "relu", F), T);
  EXPECT_EQ(elementwise({T, T}, "add", F), T);
}

TEST_F(ResultsTest, ElementwiseTiesGoToTheFirstOperand) {
  Layout A = rowMajor({B, N}), T = swapped(rowMajor({N, B}), 0, 1);
  EXPECT_EQ(strides(elementwise({T, A}, "add", F)), "[1, B]");
  EXPECT_EQ(strides(elementwise({A, T}, "add", F)), "[N, 1]");
}

TEST_F(ResultsTest, ElementwiseBroadcasts) {
  Layout T = swapped(rowMajor({B, H, N, D}), 1, 2);
  EXPECT_EQ(text(elementwise({T, rowMajor({D})}, "add", F)), text(T));
  EXPECT_EQ(text(elementwise({T, rowMajor({})}, "add", F)), text(T));
  Layout Column = rowMajor({N, 1});
  EXPECT_EQ(text(elementwise({Column, rowMajor({D})}, "mul", F)), "[N@D, D@1]");
  bool Known = false;
  EXPECT_EQ(broadcastSizes({Column, rowMajor({B, 1, D})}, F, Known),
            (std::vector<Monomial>{B, N, D}));
  EXPECT_TRUE(Known);
  broadcastSizes({unknownLayout("x", Symbols)}, F, Known);
  EXPECT_FALSE(Known);
}

TEST_F(ResultsTest, ElementwiseOfOneAxisHasOneOrder) {
  Layout Step = rowMajor({N});
  Step.Front[0].Stride = 2;
  EXPECT_EQ(text(elementwise({Step}, "relu", F)), "[N@1]");
  Monomial Few = Monomial::symbol(Symbols.get("few", 0, true));
  Layout Scalars = rowMajor({Few});
  Scalars.Front[0].Stride = 0;
  EXPECT_EQ(isContiguous(elementwise({Scalars}, "relu", F), F), Answer::Yes);
}

TEST_F(ResultsTest, ElementwiseStridesOutsideOfAnEmptyAxisAreZero) {
  Layout T = swapped(rowMajor({B, 0, N, D}), 0, 3), Channels = rowMajor({N, 1});
  // [D, 0, N, B] with the strides [1, N*D, D, 0].
  EXPECT_EQ(strides(elementwise({T, Channels}, "add", F)), "[1, N*D, D, 0]");
}

TEST_F(ResultsTest, ElementwiseTeachesEqualSizes) {
  elementwise({rowMajor({B, C}), rowMajor({H * D})}, "add", F);
  EXPECT_EQ(F.canonical(C), H * D);
}

TEST_F(ResultsTest, ElementwiseUndecided) {
  Layout X = unknownStrides("x", {B, N}, Symbols);
  Layout R = elementwise({X, rowMajor({B, N})}, "add", F);
  EXPECT_EQ(isDense(R, F), Answer::Yes);
  EXPECT_EQ(isContiguous(R, F), Answer::Unknown);
  EXPECT_EQ(R, elementwise({X, rowMajor({B, N})}, "add", F));
}

TEST_F(ResultsTest, ElementwiseOfUnknownRanks) {
  Layout X = rowMajorLike(unknownLayout("x", Symbols));
  Layout Y = rowMajorLike(unknownLayout("y", Symbols));
  EXPECT_EQ(elementwise({X, rowMajor({})}, "add", F), X);
  Layout Sum = elementwise({X, Y}, "add", F);
  EXPECT_EQ(isContiguous(Sum, F), Answer::Yes);
  EXPECT_EQ(sameSizes(Sum, X, F), Answer::Unknown);
}

TEST_F(ResultsTest, Formats) {
  Layout Nchw = rowMajor({B, C, H, N});
  Layout Nhwc = inFormat(Nchw, MemoryFormat::ChannelsLast, F);
  std::vector<Monomial> Sizes{B, C, D, D};
  EXPECT_EQ(strides(formatOf(Nhwc, Sizes, "pool", F)), "[D^2*C, 1, D*C, C]");
  EXPECT_EQ(formatOf(Nchw, Sizes, "pool", F), rowMajor(Sizes));
  EXPECT_EQ(strides(formatOfAny({Nchw, Nhwc}, Sizes, "conv2d", F)),
            "[D^2*C, 1, D*C, C]");
  EXPECT_EQ(formatOfAll({Nchw, Nhwc}, Sizes, "cat", F), rowMajor(Sizes));
  Layout X = unknownStrides("x", {B, C, H, N}, Symbols);
  EXPECT_EQ(isDense(formatOf(X, Sizes, "pool", F), F), Answer::Yes);
  EXPECT_EQ(isContiguous(formatOf(X, Sizes, "pool", F), F), Answer::Unknown);
  EXPECT_EQ(formatOf(rowMajor({B, N}), {B, D}, "norm", F), rowMajor({B, D}));
}

TEST_F(ResultsTest, ColumnMajor) {
  EXPECT_EQ(strides(columnMajor({B, N, D})), "[N*D, 1, N]");
  EXPECT_EQ(strides(columnMajor({N})), "[1]");
}

TEST_F(ResultsTest, InFormatTellsTheRank) {
  Layout X = unknownLayout("x", Symbols);
  Layout L = inFormat(X, MemoryFormat::ChannelsLast, F);
  EXPECT_EQ(L.rank(), 4u);
  EXPECT_EQ(normalized(X, F).rank(), 4u);
  EXPECT_EQ(isContiguous(L, MemoryFormat::ChannelsLast, F), Answer::Yes);
}

TEST_F(ResultsTest, ContiguousKeepsUnitStridesWhereItCannotTell) {
  Layout X = unknownStrides("x", {B, 1, N}, Symbols);
  Layout R = contiguousResult(X, MemoryFormat::Contiguous, F);
  EXPECT_EQ(isContiguous(R, F), Answer::Yes);
  EXPECT_EQ(R.Front[0].Stride, N);
  EXPECT_TRUE(F.isOpaque(R.Front[1].Stride));
  Layout A = rowMajor({B, N});
  EXPECT_EQ(contiguousResult(A, MemoryFormat::Contiguous, F), A);
  EXPECT_EQ(contiguousResult(swapped(A, 0, 1), MemoryFormat::Contiguous, F),
            rowMajor({N, B}));
}

} // namespace
} // namespace tensortidy
