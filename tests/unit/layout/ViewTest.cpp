// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LayoutTest.h"

namespace tensortidy {
namespace {

using ViewTest = LayoutTest;
constexpr std::nullopt_t Infer = std::nullopt;

TEST_F(ViewTest, AttentionOutputCannotBeMerged) {
  Layout O = swapped(rowMajor({B, H, N, D}), 1, 2);
  ViewAnswer A = viewAs(O, {B * N, H * D}, F);
  EXPECT_EQ(A.Viewable, Answer::No);
  EXPECT_FALSE(A.ShapeMismatch);
  ASSERT_TRUE(A.Blocked);
  EXPECT_EQ(*A.Blocked, std::make_pair(2u, 3u));
  EXPECT_EQ(viewable(O, {B, N, H, Infer}), Answer::Yes);
  EXPECT_EQ(viewable(O, {B, N, Infer}), Answer::No);
  EXPECT_EQ(viewable(contiguousResult(O, MemoryFormat::Contiguous, F),
                     {B * N, H * D}),
            Answer::Yes);
}

/// Of several groups that cannot be merged, the innermost is named: libtorch
/// walks from the back. A gap of a row counts like an exchange.
TEST_F(ViewTest, TheAxesThatBlockAreNeighbours) {
  Layout O = swapped(rowMajor({B, H, N, D}), 1, 2);
  auto Blocked = [&](const Layout &L, const std::vector<SizeArgument> &Sizes) {
    return viewAs(L, Sizes, F).Blocked.value_or(std::make_pair(9u, 9u));
  };
  EXPECT_EQ(Blocked(O, {B, N * H, D}), std::make_pair(1u, 2u));
  EXPECT_EQ(Blocked(O, {B * N, H, D}), std::make_pair(0u, 1u));
  EXPECT_EQ(Blocked(O, {Infer}), std::make_pair(2u, 3u));
  Layout Pitched = rowMajor({B, N, D});
  Pitched.Front[0].Stride = Pitched.Front[0].Stride * Monomial(2);
  EXPECT_EQ(Blocked(Pitched, {B * N, D}), std::make_pair(0u, 1u));
}

TEST_F(ViewTest, StridesOfAView) {
  ViewAnswer A = viewAs(rowMajor({B, N, D}), {B * N, Infer, 1}, F);
  EXPECT_EQ(A.Viewable, Answer::Yes);
  EXPECT_EQ(A.Sizes, (std::vector<Monomial>{B * N, D, 1}));
  EXPECT_EQ(A.Strides, (std::vector<Monomial>{D, 1, 1}));
}

TEST_F(ViewTest, ChannelsLastFlattensItsPixels) {
  Layout L = inFormat(rowMajor({B, C, H, N}), MemoryFormat::ChannelsLast, F);
  Layout V = viewed(L, {B, C, H * N});
  EXPECT_EQ(strides(V), "[H*N*C, 1, C]");
  EXPECT_EQ(isContiguous(V, F), Answer::No);
  EXPECT_EQ(viewable(L, {B, C * H * N}), Answer::No);
}

TEST_F(ViewTest, TheNumberOfElementsMustFit) {
  EXPECT_TRUE(viewAs(rowMajor({B, N}), {B * N * D}, F).ShapeMismatch);
  EXPECT_TRUE(viewAs(rowMajor({6, 2}), {5, Infer}, F).ShapeMismatch);
  EXPECT_FALSE(viewAs(rowMajor({B, N}), {D, Infer}, F).ShapeMismatch);
}

TEST_F(ViewTest, AFormallyDifferentNumberIsSupposedToFit) {
  // C may be H*D: a view that succeeds says so.
  Layout A = rowMajor({B, N, C});
  ViewAnswer V = viewAs(A, {B, N, H, D}, F);
  EXPECT_EQ(V.Viewable, Answer::Yes);
  Layout L = viewedLayout(A, V, F);
  EXPECT_EQ(F.canonical(C), H * D);
  EXPECT_EQ(text(L), "[B@H*N*D, N@H*D, H@D, D@1]");
  // Whatever it is, this one throws.
  EXPECT_EQ(viewable(swapped(rowMajor({B, N, D}), 0, 1), {H, D}), Answer::No);
}

TEST_F(ViewTest, PackedQkv) {
  Layout Qkv = viewed(rowMajor({B, N, Monomial(3) * C}),
                      {B, N, 3, H, SizeArgument(Infer)});
  EXPECT_EQ(F.canonical(C).factors().size(), 2u); // C := H * quotient
  Layout P = permuteAxes(Qkv, {2, 0, 3, 1, 4}, F).value();
  Layout Q = dropAxis(P, 0, F).value();
  EXPECT_EQ(mayOverlap(Q, F), Answer::No);
  EXPECT_EQ(isContiguous(Q, F), Answer::No);
}

TEST_F(ViewTest, UnguardedStridesAreLearntFromSuccess) {
  Layout X = unknownStrides("x", {B, N, D}, Symbols);
  ViewAnswer A = viewAs(X, {B * N, D}, F);
  EXPECT_EQ(A.Viewable, Answer::Unknown);
  ASSERT_EQ(A.Learned.size(), 1u);
  Layout V = viewedLayout(X, A, F);
  EXPECT_EQ(F.compare(Symbols.stride("st(x,0)"), N * Symbols.stride("st(x,1)")),
            Order::Equal);
  EXPECT_EQ(viewable(X, {B * N, D}), Answer::Yes);
  EXPECT_EQ(text(V), "[B*N@st(x,1), D@st(x,2)]");
}

TEST_F(ViewTest, CoincidencesTeachNothing) {
  // N may equal H, and then nothing need merge.
  Layout X = unknownStrides("x", {B, N}, Symbols);
  ViewAnswer A = viewAs(X, {B * N / H, H}, F);
  EXPECT_EQ(A.Viewable, Answer::Unknown);
  EXPECT_TRUE(A.Learned.empty() || A.Learned[0].first == B * N);
}

TEST_F(ViewTest, AnyAxisCanBeSplit) {
  Layout T = swapped(rowMajor({H * D, N}), 0, 1);
  EXPECT_EQ(viewable(T, {N, H, D}), Answer::Yes);
  EXPECT_EQ(strides(viewed(T, {N, H, D})), "[1, N*D, N]");
  EXPECT_EQ(strides(splitAxis(T, 1, {H, Infer}, F).value()), "[1, N*D, N]");
}

TEST_F(ViewTest, EmptyAndScalar) {
  EXPECT_EQ(viewable(rowMajor({0, N}), {N, 0}), Answer::Yes);
  EXPECT_EQ(strides(viewed(rowMajor({}), {1, 1})), "[1, 1]");
  EXPECT_EQ(viewable(rowMajor({1, 1}), {}), Answer::Yes);
}

TEST_F(ViewTest, StepsBlockMergingUnlessTheSizeIsOne) {
  // x[:, ::2] of an even number of columns: the flatten may be a view.
  Layout S = sliceAxis(rowMajor({B, N}), 1, Infer, Infer, 2, F).value();
  EXPECT_EQ(text(S), "[B@N, ceil(N/2)@2]");
  EXPECT_EQ(viewable(S, {Infer}), Answer::Unknown);
}

TEST_F(ViewTest, OpaqueViewsOfTheSameKindAreEqual) {
  Layout X = unknownLayout("x", Symbols);
  Layout V = viewed(X, {B, Infer}), W = viewed(X, {B, Infer});
  EXPECT_EQ(V, W);
  EXPECT_EQ(sameLayout(V, W, F), Answer::Yes);
}

} // namespace
} // namespace tensortidy
