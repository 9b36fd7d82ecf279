// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvaluateFixture.h"

using namespace tensortidy;

namespace {

TEST_F(EvaluateTest, AnInferredSizeIsResolved) {
  Layout L = resultOf("aten::view", {tensor(rowMajor({B, H, N, D})),
                                     ints({B, Monomial(-1), D})});
  EXPECT_EQ(printed(L), printed(rowMajor({B, H * N, D})));
}

TEST_F(EvaluateTest, PermuteTeachesTheRank) {
  Layout X = unknownLayout("x", Symbols);
  run("aten::permute", {tensor(X), ints({0, 2, 1})});
  EXPECT_EQ(normalized(X, F).rank(), 3u);
}

TEST_F(EvaluateTest, MatrixProductTeachesTheRank) {
  Layout X = unknownLayout("x", Symbols), Y = unknownLayout("y", Symbols);
  Layout P = resultOf("aten::mm", {tensor(X), tensor(Y)});
  EXPECT_EQ(normalized(X, F).rank(), 2u);
  EXPECT_EQ(isContiguous(P, F), Answer::Yes);
}

TEST_F(EvaluateTest, BinaryOperatorsFollowTheFirstOperand) {
  Layout Plain = rowMajor({B, N, H, D});
  EXPECT_EQ(
      printed(resultOf("aten::add.Tensor", {tensor(heads()), tensor(Plain)})),
      printed(heads()));
  EXPECT_EQ(
      printed(resultOf("aten::add.Tensor", {tensor(Plain), tensor(heads())})),
      printed(Plain));
}

TEST_F(EvaluateTest, EqualCallsGiveEqualSymbols) {
  Layout X = unknownLayout("x", Symbols);
  ActualArgument Unknown;
  Unknown.TheKind = Kind::Unknown;
  auto Once = [&](const char *At) {
    return run("aten::reshape", {tensor(X), Unknown}, At).Results[0].TheLayout;
  };
  Layout First = Once("3:4");
  size_t Count = Symbols.size();
  EXPECT_EQ(Once("3:4"), First);
  EXPECT_EQ(Symbols.size(), Count);
  EXPECT_NE(Once("5:6"), First);
}

} // namespace
