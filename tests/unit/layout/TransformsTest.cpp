// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LayoutTest.h"

namespace tensortidy {
namespace {

using TransformsTest = LayoutTest;
constexpr std::nullopt_t None = std::nullopt;

TEST_F(TransformsTest, Ranges) {
  Layout A = rowMajor({B, N});
  EXPECT_EQ(outOfRange(A, 1), Answer::No);
  EXPECT_EQ(outOfRange(A, -2), Answer::No);
  EXPECT_EQ(outOfRange(A, 2), Answer::Yes);
  EXPECT_EQ(outOfRange(A, -3), Answer::Yes);
  EXPECT_EQ(outOfRange(rowMajor({}), -1), Answer::No);
  EXPECT_FALSE(swapAxes(A, 0, 2, F));
  EXPECT_FALSE(permuteAxes(A, {0, 0}, F));
}

TEST_F(TransformsTest, Reorder) {
  Layout A = rowMajor({B, N, D});
  EXPECT_EQ(text(*permuteAxes(A, {2, 0, -2}, F)), "[D@1, B@N*D, N@D]");
  EXPECT_EQ(text(*moveAxis(A, 0, -1, F)), "[N@D, D@1, B@N*D]");
  EXPECT_EQ(text(*moveAxis(A, -1, 0, F)), "[D@1, B@N*D, N@D]");
  EXPECT_EQ(text(*reverseAxes(A, F)), "[D@1, N@D, B@N*D]");
  EXPECT_EQ(*moveAxis(A, 1, 1, F), A);
}

TEST_F(TransformsTest, ReorderingKeepsDenseNotContiguous) {
  Layout X = unknownStrides("x", {B, N}, Symbols);
  X.KnownDense = true;
  X.KnownContiguous = true;
  Layout T = swapped(X, 0, 1);
  EXPECT_TRUE(T.KnownDense);
  EXPECT_FALSE(T.KnownContiguous);
  EXPECT_EQ(*permuteAxes(X, {0, 1}, F), X);
}

TEST_F(TransformsTest, CutsOfTheOutermostAxisStayContiguous) {
  Layout X = unknownStrides("x", {B, N, D}, Symbols);
  X.KnownContiguous = true;
  EXPECT_EQ(isContiguous(*dropAxis(X, 0, F), F), Answer::Yes);
  EXPECT_EQ(isContiguous(*resizeAxis(X, 0, 1, 1, F), F), Answer::Yes);
  EXPECT_EQ(isContiguous(*dropAxis(X, 1, F), F), Answer::Unknown);
  EXPECT_EQ(*resizeAxis(X, 1, N, 1, F), X); // nothing cut
  Layout A = rowMajor({B, N, D});
  EXPECT_EQ(isContiguous(*dropAxis(A, 0, F), F), Answer::Yes);
  EXPECT_EQ(isContiguous(*dropAxis(A, 1, F), F), Answer::No);
  EXPECT_EQ(isContiguous(*dropAxis(A, 2, F), F), Answer::No);
}

TEST_F(TransformsTest, SlicesOfLiteralLength) {
  Layout A = rowMajor({B, N, D});
  auto SizeOfSlice = [&](std::optional<Monomial> Start,
                         std::optional<Monomial> End, int64_t Step) {
    return Symbols.print(sliceAxis(A, 1, Start, End, Step, F)->Front[1].Size);
  };
  EXPECT_EQ(SizeOfSlice(None, None, 1), "N");
  EXPECT_EQ(SizeOfSlice(0, N, 1), "N");
  EXPECT_EQ(SizeOfSlice(0, 2, 1), "2");
  EXPECT_EQ(SizeOfSlice(0, 3, 1), "min(3,N)");
  EXPECT_EQ(SizeOfSlice(1, None, 1), "N-1");
  EXPECT_EQ(SizeOfSlice(None, -1, 1), "N-1");
  EXPECT_EQ(SizeOfSlice(1, -1, 1), "N-2");
  EXPECT_EQ(SizeOfSlice(-2, None, 1), "2");
  EXPECT_EQ(SizeOfSlice(None, None, 2), "ceil(N/2)");
  EXPECT_EQ(SizeOfSlice(H, None, 1), "N[H:]");
  Layout Even = rowMajor({B, Monomial(2) * N});
  EXPECT_EQ(sliceAxis(Even, 1, None, None, 2, F)->Front[1].Size, N);
  EXPECT_EQ(sliceAxis(rowMajor({5}), 0, 1, 10, 2, F)->Front[0].Size,
            Monomial(2));
}

TEST_F(TransformsTest, DerivedSizesAreOpaqueSmallerAndStable) {
  Layout A = rowMajor({B, N});
  Monomial Tail = sliceAxis(A, 1, 1, None, None, F)->Front[1].Size;
  EXPECT_EQ(F.compare(Tail, N), Order::Less);
  EXPECT_TRUE(F.isOpaque(Tail));
  EXPECT_EQ(F.lowerBound(Tail), 1);
  size_t Known = Symbols.size();
  EXPECT_EQ(sliceAxis(A, 1, 1, None, None, F)->Front[1].Size, Tail);
  EXPECT_EQ(Symbols.size(), Known);
  // The one without the last is as long, but this is not known.
  EXPECT_EQ(sliceAxis(A, 1, None, -1, None, F)->Front[1].Size, Tail);
}

TEST_F(TransformsTest, ResizeBeyondTheSizeFails) {
  EXPECT_FALSE(resizeAxis(rowMajor({3}), 0, 4, 1, F));
  EXPECT_FALSE(resizeAxis(rowMajor({N}), 0, Monomial(2) * N, 1, F));
}

TEST_F(TransformsTest, Parts) {
  Layout A = rowMajor({B, Monomial(3) * D});
  EXPECT_EQ(text(*partOfAxis(A, -1, "chunk", F, 3)), "[B@3*D, D@1]");
  Layout Half = *partOfAxis(A, -1, "chunk", F, 2);
  EXPECT_EQ(isContiguous(Half, F), Answer::No);
  Layout Split = *partOfAxis(rowMajor({B, N}), -1, "split", F);
  EXPECT_EQ(isContiguous(Split, F), Answer::Unknown); // may be the whole
}

TEST_F(TransformsTest, UnitAxes) {
  Layout A = rowMajor({B, D});
  EXPECT_EQ(text(*insertUnitAxis(A, 1, F)), "[B@D, 1@D, D@1]");
  EXPECT_EQ(text(*insertUnitAxis(A, -1, F)), "[B@D, D@1, 1@1]");
  EXPECT_EQ(text(*insertUnitAxis(A, 0, F)), "[1@B*D, B@D, D@1]");
  EXPECT_EQ(*dropUnitAxis(*insertUnitAxis(A, 1, F), 1, F), A);
  EXPECT_EQ(*dropUnitAxes(*insertUnitAxis(A, 0, F), F), A);
  EXPECT_EQ(*dropUnitAxis(A, 0, F), A);
  Monomial Part = Monomial::symbol(Symbols.get("ceil", 1, true));
  EXPECT_FALSE(dropUnitAxes(rowMajor({B, Part}), F));
}

TEST_F(TransformsTest, Expand) {
  Layout Bias = rowMajor({D});
  EXPECT_EQ(text(*expandAxes(Bias, {B, N, None}, F)), "[B@0, N@0, D@1]");
  Layout Column = rowMajor({N, 1});
  EXPECT_EQ(text(*expandAxes(Column, {None, D}, F)), "[N@1, D@0]");
  EXPECT_EQ(*expandAxes(Column, {None, None}, F), Column);
  EXPECT_EQ(text(*expandAxes(Bias, {1, D}, F)), "[1@D, D@1]");
  EXPECT_FALSE(expandAxes(Bias, {None, D}, F)); // -1 for a new axis
  EXPECT_FALSE(expandAxes(rowMajor({3}), {4}, F));
  EXPECT_TRUE(expandAxes(rowMajor({B, C}), {B, H * D}, F));
  EXPECT_EQ(F.canonical(C), H * D);
}

TEST_F(TransformsTest, Unfold) {
  Layout A = rowMajor({B, N});
  Layout Overlapping = *unfoldAxis(A, 1, 3, 1, F);
  EXPECT_EQ(text(Overlapping), "[B@N, windows(N)@1, 3@1]");
  EXPECT_EQ(strides(*unfoldAxis(rowMajor({B, Monomial(4) * D}), 1, 4, 4, F)),
            "[4*D, 4, 1]");
  EXPECT_EQ(mayOverlap(*unfoldAxis(rowMajor({10}), 0, 3, 2, F), F),
            Answer::Yes);
  EXPECT_EQ(mayOverlap(*unfoldAxis(rowMajor({10}), 0, 3, 3, F), F), Answer::No);
}

} // namespace
} // namespace tensortidy
