// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LayoutTest.h"

namespace tensortidy {
namespace {

using QueriesTest = LayoutTest;

Layout strided(const std::vector<Axis> &Axes) {
  Layout L;
  L.Front = Axes;
  return L;
}

TEST_F(QueriesTest, RowMajorIsContiguous) {
  Layout A = rowMajor({B, H, N, D});
  EXPECT_EQ(text(A), "[B@H*N*D, H@N*D, N@D, D@1]");
  EXPECT_EQ(isContiguous(A, F), Answer::Yes);
  EXPECT_EQ(isDense(A, F), Answer::Yes);
  EXPECT_EQ(mayOverlap(A, F), Answer::No);
  EXPECT_EQ(isContiguous(A, MemoryFormat::ChannelsLast, F), Answer::No);
  EXPECT_EQ(suggestsChannelsLast(A, F), Answer::No);
  EXPECT_EQ(isContiguous(rowMajor({}), F), Answer::Yes);
}

TEST_F(QueriesTest, TransposedIsDenseButNotContiguous) {
  Layout T = swapped(rowMajor({B, H, N, D}), 1, 2);
  EXPECT_EQ(strides(T), "[H*N*D, D, N*D, 1]");
  EXPECT_EQ(isContiguous(T, F), Answer::No);
  EXPECT_EQ(isDense(T, F), Answer::Yes);
  EXPECT_EQ(mayOverlap(T, F), Answer::No);
}

TEST_F(QueriesTest, FormallyDifferentStridesAreAGenericNo) {
  Layout L = strided({{B, N}, {D, 1}});
  EXPECT_EQ(isContiguous(L, F), Answer::NoGeneric);
}

TEST_F(QueriesTest, AxesOfSizeOneAreSkipped) {
  EXPECT_EQ(isContiguous(strided({{B, D}, {1, 77}, {D, 1}}), F), Answer::Yes);
  EXPECT_EQ(isDense(strided({{1, 0}, {D, 1}}), F), Answer::Yes);
  EXPECT_EQ(mayOverlap(strided({{1, 0}, {D, 1}}), F), Answer::No);
}

TEST_F(QueriesTest, ASizeThatMayBeOneDecidesNothingAlone) {
  Monomial Part = Monomial::symbol(Symbols.get("ceil", 1, true));
  Layout L = strided({{Part, Monomial(2) * D}, {D, 1}});
  EXPECT_EQ(isContiguous(L, F), Answer::Unknown);
  EXPECT_EQ(isDense(L, F), Answer::Unknown);
  EXPECT_EQ(isContiguous(strided({{Part, 2 * 1}, {B, Part * N}, {N, 2}}), F),
            Answer::No); // the last axis says it
}

TEST_F(QueriesTest, EmptyTensorsAreContiguousAndDense) {
  Layout L = strided({{0, 3}, {D, 5}});
  EXPECT_EQ(isContiguous(L, F), Answer::Yes);
  EXPECT_EQ(isDense(L, F), Answer::Yes);
  EXPECT_EQ(mayOverlap(L, F), Answer::No);
}

TEST_F(QueriesTest, KnownAnswersWin) {
  Layout L = unknownStrides("x", {B, N}, Symbols);
  EXPECT_EQ(isContiguous(L, F), Answer::Unknown);
  EXPECT_EQ(isDense(L, F), Answer::Unknown);
  EXPECT_EQ(mayOverlap(L, F), Answer::Unknown);
  L.KnownDense = true;
  EXPECT_EQ(isDense(L, F), Answer::Yes);
  EXPECT_EQ(mayOverlap(L, F), Answer::No);
  L.KnownContiguous = false;
  EXPECT_EQ(isContiguous(L, F), Answer::No);
}

TEST_F(QueriesTest, Overlap) {
  EXPECT_EQ(mayOverlap(strided({{B, 0}, {D, 1}}), F), Answer::Yes);
  EXPECT_EQ(mayOverlap(strided({{B, 3}, {D, 3}}), F), Answer::Yes);
  // Windows that share elements, and windows that do not.
  EXPECT_EQ(mayOverlap(strided({{B, 2}, {5, 1}}), F), Answer::Yes);
  EXPECT_EQ(mayOverlap(strided({{B, 5}, {5, 1}}), F), Answer::No);
  // A pitched image: row stride C, of which D < C are used.
  F.addLess(*D.asSymbol(), *C.asSymbol());
  EXPECT_EQ(mayOverlap(strided({{N, C}, {D, 1}}), F), Answer::No);
  EXPECT_EQ(isDense(strided({{N, C}, {D, 1}}), F), Answer::No);
}

TEST_F(QueriesTest, ChannelsLast) {
  Layout L = inFormat(rowMajor({B, C, H, N}), MemoryFormat::ChannelsLast, F);
  EXPECT_EQ(strides(L), "[H*N*C, 1, N*C, C]");
  EXPECT_EQ(isContiguous(L, F), Answer::No);
  EXPECT_EQ(isContiguous(L, MemoryFormat::ChannelsLast, F), Answer::Yes);
  EXPECT_EQ(suggestsChannelsLast(L, F), Answer::Yes);
  EXPECT_EQ(isContiguous(L, MemoryFormat::ChannelsLast3d, F), Answer::No);
  EXPECT_EQ(isContiguous(rowMajor({B, N}), MemoryFormat::ChannelsLast, F),
            Answer::No);
}

TEST_F(QueriesTest, SuggestedFormatReadsStridesOfUnitAxes) {
  // Both contiguous and channels-last; the strides of C == 1 decide.
  Layout Nchw = strided({{B, H * N}, {1, H * N}, {H, N}, {N, 1}});
  Layout Nhwc = strided({{B, H * N}, {1, 1}, {H, N}, {N, 1}});
  for (const Layout &L : {Nchw, Nhwc}) {
    EXPECT_EQ(isContiguous(L, F), Answer::Yes);
    EXPECT_EQ(isContiguous(L, MemoryFormat::ChannelsLast, F), Answer::Yes);
  }
  EXPECT_EQ(suggestsChannelsLast(Nchw, F), Answer::No);
  EXPECT_EQ(suggestsChannelsLast(Nhwc, F), Answer::Yes);
}

TEST_F(QueriesTest, Blas) {
  Layout A = rowMajor({B, N, D});
  EXPECT_EQ(isBlasCompatible(A, F), Answer::Yes);
  EXPECT_EQ(isBlasCompatible(swapped(A, -1, -2), F), Answer::Yes);
  EXPECT_EQ(isBlasCompatible(swapped(A, 0, 2), F), Answer::No);
  EXPECT_EQ(isBlasCompatible(unknownLayoutOfRank("x", 2, Symbols), F),
            Answer::Unknown);
}

TEST_F(QueriesTest, SameLayout) {
  Layout A = rowMajor({B, N}), T = swapped(rowMajor({N, B}), 0, 1);
  EXPECT_EQ(sameSizes(A, T, F), Answer::Yes);
  EXPECT_EQ(sameLayout(A, A, F), Answer::Yes);
  EXPECT_EQ(sameLayout(A, T, F), Answer::No);
  EXPECT_EQ(sameLayout(A, rowMajor({B, D}), F), Answer::NoGeneric);
  EXPECT_EQ(sameSizes(A, rowMajor({B}), F), Answer::No);
  Layout X = unknownLayout("x", Symbols);
  EXPECT_EQ(sameLayout(X, X, F), Answer::Yes);
  EXPECT_EQ(sameSizes(X, rowMajorLike(X), F), Answer::Yes);
  EXPECT_EQ(sameLayout(X, rowMajorLike(X), F), Answer::Unknown);
  EXPECT_EQ(sameSizes(X, unknownLayout("y", Symbols), F), Answer::Unknown);
}

} // namespace
/// A row pitch nobody knows: only the last stride is 1.
TEST_F(QueriesTest, OnlyTheLastStrideIsKnown) {
  Layout L;
  Monomial M = Symbols.size("M"), K = Symbols.size("K");
  L.Front = {{M, Symbols.stride("pitch")}, {K, Monomial(1)}};
  EXPECT_EQ(isContiguous(L, F), Answer::Unknown);
  EXPECT_EQ(isDense(L, F), Answer::Unknown);
  EXPECT_EQ(mayOverlap(L, F), Answer::Unknown);
  EXPECT_EQ(viewAs(L, {M * K}, F).Viewable, Answer::Unknown);
  EXPECT_EQ(viewAs(L, {M, K / Monomial(2), Monomial(2)}, F).Viewable,
            Answer::Yes);
}

/// A size below a number is not that number.
TEST_F(QueriesTest, ASizeMayBeKnownToBeBelowANumber) {
  SymbolId Part = Symbols.get("part", 1, /*Opaque=*/true);
  Layout L;
  L.Front = {{Symbols.size("M"), Monomial(10)},
             {Monomial::symbol(Part), Monomial(1)}};
  EXPECT_EQ(isContiguous(L, F), Answer::Unknown);
  F.addLess(Part, Monomial(10));
  EXPECT_EQ(isContiguous(L, F), Answer::No);
  EXPECT_EQ(F.compare(Monomial::symbol(Part), Monomial(9)), Order::Unknown);
}

/// An empty tensor is contiguous, and channels-last if its strides say so.
TEST_F(QueriesTest, EmptyTensorsAndChannelsLast) {
  Layout Rows = rowMajor({Monomial(0), Monomial(6), Monomial(5), Monomial(4)});
  EXPECT_EQ(isContiguous(Rows, F), Answer::Yes);
  EXPECT_EQ(isContiguous(Rows, MemoryFormat::ChannelsLast, F), Answer::No);
  Layout Last = inFormat(Rows, MemoryFormat::ChannelsLast, F);
  EXPECT_EQ(isContiguous(Last, MemoryFormat::ChannelsLast, F), Answer::Yes);
}

/// What suggests neither channels-last format suggests row-major.
TEST_F(QueriesTest, SuggestsRowMajor) {
  Layout Rows = rowMajor({Monomial(2), Monomial(6), Monomial(5), Monomial(4)});
  EXPECT_EQ(suggestsFormat(Rows, MemoryFormat::Contiguous, F), Answer::Yes);
  Layout Last = inFormat(Rows, MemoryFormat::ChannelsLast, F);
  EXPECT_EQ(suggestsFormat(Last, MemoryFormat::Contiguous, F), Answer::No);
}

} // namespace tensortidy
