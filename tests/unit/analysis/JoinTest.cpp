// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Analysed.h"

namespace tensortidy {
namespace {

TEST(Join, DifferentLayoutsStayApart) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId Y = B.local("y");
  B.branch(
      Condition::unknown(), [&] { B.assign(Y, B.contiguousOf("", X)); },
      [&] { B.assign(Y, B.transpose("", B.contiguousOf("", X), 0, 1)); });
  B.ret({Y});
  EXPECT_EQ(Analysed(B.take()).value(Y), "[B@N, N@1] | [N@1, B@N]");
}

TEST(Join, StoragesOfEqualLayoutsAreUnited) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.branch(isNot(contiguous(X)), [&] { B.assign(X, B.contiguousOf("", X)); });
  B.ret({X});
  Analysed R(B.take());
  ASSERT_EQ(R.alternatives(X), 1u);
  const Alternative &Only = R.End->value(X)[0];
  EXPECT_TRUE(Only.Storages.contains(X));
  EXPECT_EQ(Only.Storages.size(), 2u);
}

TEST(Join, AnUndefinedTensorLosesNothing) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId G = B.local("g");
  B.assign(G, NoId);
  B.branch(Condition::unknown(), [&] { B.assign(G, B.contiguousOf("", X)); });
  B.ret({G});
  EXPECT_EQ(Analysed(B.take()).value(G), "[B@N, N@1]");
}

/// Five permutations of one contiguous tensor.
PlaceId fivePermutations(TestFunction &B, PlaceId X) {
  const PlaceId C = B.contiguousOf("c", X), Y = B.local("y");
  B.assign(Y, C);
  for (auto [A, D] : {std::pair(0, 1), {0, 2}, {0, 3}, {1, 2}})
    B.branch(Condition::unknown(),
             [&, A = A, D = D] { B.assign(Y, B.transpose("", C, A, D)); });
  return Y;
}

TEST(Join, MoreThanFourLayoutsBecomeOne) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"A", "B", "C", "D"});
  const PlaceId Y = fivePermutations(B, X);
  B.ret({Y});
  Analysed R(B.take());
  ASSERT_EQ(R.alternatives(Y), 1u);
  const Alternative &Only = R.End->value(Y)[0];
  EXPECT_TRUE(Only.Vague);
  EXPECT_EQ(isDense(R.End->layout(Only), R.End->TheFacts), Answer::Yes);
  EXPECT_EQ(R.contiguous(Y), Answer::Unknown);
}

TEST(Join, ContiguityOfManySizesSurvives) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"N", "C"});
  const PlaceId Y = B.local("y");
  B.assign(Y, B.empty("", {size(X, 0), size(X, 1)}));
  for (int64_t K : {2, 3, 5, 7})
    B.branch(Condition::unknown(), [&] {
      B.assign(Y, B.empty("", {product({lit(K), size(X, 0)}), size(X, 1)}));
    });
  B.ret({Y});
  Analysed R(B.take());
  ASSERT_EQ(R.alternatives(Y), 1u);
  EXPECT_EQ(R.contiguous(Y), Answer::Yes);
}

TEST(Join, OperatorsAreAppliedToEachAlternative) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId Y = B.local("y");
  const PlaceId C = B.contiguousOf("c", X);
  B.assign(Y, C);
  B.branch(Condition::unknown(),
           [&] { B.assign(Y, B.transpose("", C, 0, 1)); });
  const PlaceId Z = B.transpose("z", Y, 0, 1);
  B.ret({Z});
  EXPECT_EQ(Analysed(B.take()).value(Z), "[B@N, N@1] | [N@1, B@N]");
}

TEST(Join, SizesThatDifferBecomeOneSymbol) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const IntId M = B.define("m", size(X, 0));
  B.branch(Condition::unknown(), [&] { B.define(M, size(X, 1)); });
  const PlaceId Y = B.empty("y", {var(M), lit(4)});
  B.ret({Y});
  EXPECT_EQ(Analysed(B.take()).value(Y), "[m@4, 4@1]");
}

/// Rows that end early can be viewed as one axis only where they do not. What
/// is taken for them and for the result then is certain of nothing.
TEST(Join, AViewThatOnlyCoincidingSizesAllowTaintsOperandAndResult) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId C = B.contiguousOf("", X);
  const PlaceId Rows = B.apply("rows", "aten::narrow",
                               {T(C), I(1), I(0), I(var(B.integer("k")))});
  const PlaceId Flat = B.view("flat", Rows, {IntExpr::literal(-1)});
  const PlaceId Whole = B.view("whole", C, {IntExpr::literal(-1)});
  B.ret({Rows, Flat, C, Whole});
  Analysed R(B.take());
  EXPECT_TRUE(R.End->value(Rows)[0].Tainted);
  EXPECT_TRUE(R.End->value(Flat)[0].Tainted);
  EXPECT_FALSE(R.End->value(C)[0].Tainted);
  EXPECT_FALSE(R.End->value(Whole)[0].Tainted);
}

} // namespace
} // namespace tensortidy
