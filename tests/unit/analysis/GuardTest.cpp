// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Analysed.h"

namespace tensortidy {
namespace {

using Cmp = Condition::Comparison;

TEST(Guard, NothingIsKnownOfAParameter) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.ret({X});
  EXPECT_EQ(Analysed(B.take()).contiguous(X), Answer::Unknown);
}

TEST(Guard, CheckThatDoesNotReturn) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.check(contiguous(X));
  B.ret({X});
  EXPECT_EQ(Analysed(B.take()).contiguous(X), Answer::Yes);
}

TEST(Guard, CheckInAConjunction) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x"), Y = B.parameter("y");
  B.check(both(contiguous(X), both(Condition::unknown(), contiguous(Y))));
  B.ret({X, Y});
  Analysed R(B.take());
  EXPECT_EQ(R.contiguous(X), Answer::Yes);
  EXPECT_EQ(R.contiguous(Y), Answer::Yes);
}

TEST(Guard, DisjunctionGuardsNeither) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x"), Y = B.parameter("y");
  B.check(either(contiguous(X), contiguous(Y)));
  B.ret({X, Y});
  Analysed R(B.take());
  EXPECT_EQ(R.contiguous(X), Answer::Unknown);
  EXPECT_EQ(R.contiguous(Y), Answer::Unknown);
}

TEST(Guard, NegatedDisjunctionIsAConjunction) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x"), Y = B.parameter("y");
  B.returnIf(either(isNot(contiguous(X)), isNot(contiguous(Y))));
  B.ret({X, Y});
  Analysed R(B.take());
  EXPECT_EQ(R.contiguous(X), Answer::Yes);
  EXPECT_EQ(R.contiguous(Y), Answer::Yes);
}

TEST(Guard, EarlyReturn) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.returnIf(isNot(contiguous(X)));
  B.ret({X});
  EXPECT_EQ(Analysed(B.take()).contiguous(X), Answer::Yes);
}

TEST(Guard, EarlyReturnOfTheContiguous) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.returnIf(contiguous(X));
  B.ret({X});
  EXPECT_EQ(Analysed(B.take()).contiguous(X), Answer::No);
}

TEST(Guard, NormalisingBranch) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  B.branch(isNot(contiguous(X)), [&] {
    const PlaceId T0 = B.contiguousOf("", X);
    B.assign(X, T0);
  });
  B.ret({X});
  Analysed R(B.take());
  EXPECT_EQ(R.contiguous(X), Answer::Yes);
  EXPECT_EQ(R.alternatives(X), 1u);
}

TEST(Guard, NormalisingBranchOfUnknownRank) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.branch(isNot(contiguous(X)), [&] { B.assign(X, B.contiguousOf("", X)); });
  B.ret({X});
  EXPECT_EQ(Analysed(B.take()).contiguous(X), Answer::Yes);
}

TEST(Guard, TernaryWithoutItsCondition) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  const PlaceId C = B.contiguousOf("", X);
  const PlaceId Y = B.local("y");
  B.add(Choose{Y, {X, C}});
  B.ret({Y});
  Analysed R(B.take());
  EXPECT_EQ(R.alternatives(Y), 2u);
  EXPECT_EQ(R.contiguous(Y), Answer::Unknown);
}

TEST(Guard, TernaryAsBranches) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x"), Y = B.local("y");
  B.branch(
      contiguous(X), [&] { B.assign(Y, X); },
      [&] { B.assign(Y, B.contiguousOf("", X)); });
  B.ret({Y});
  EXPECT_EQ(Analysed(B.take()).contiguous(Y), Answer::Yes);
}

TEST(Guard, GuardInOneBranchOnlyIsNone) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.branch(Condition::unknown(), [&] { B.check(contiguous(X)); });
  B.ret({X});
  EXPECT_EQ(Analysed(B.take()).contiguous(X), Answer::Unknown);
}

TEST(Guard, GuardInBothBranches) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.branch(
      Condition::unknown(), [&] { B.check(contiguous(X)); },
      [&] { B.check(contiguous(X)); });
  B.ret({X});
  EXPECT_EQ(Analysed(B.take()).contiguous(X), Answer::Yes);
}

TEST(Guard, OnAViewImprovesItsSource) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId Y = B.transpose("y", X, 0, 1);
  B.check(contiguous(Y));
  B.ret({X, Y});
  Analysed R(B.take());
  EXPECT_EQ(R.value(X), "[B@1, N@B]");
  EXPECT_EQ(R.contiguous(X), Answer::No);
}

TEST(Guard, OnTheSourceImprovesItsView) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId Y = B.transpose("y", X, 0, 1);
  B.check(contiguous(X));
  B.ret({X, Y});
  EXPECT_EQ(Analysed(B.take()).value(Y), "[N@1, B@N]");
}

TEST(Guard, OnAHandleHoldsForTheOther) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x"), Y = B.local("y");
  B.assign(Y, X);
  B.check(contiguous(Y));
  B.ret({X, Y});
  EXPECT_EQ(Analysed(B.take()).contiguous(X), Answer::Yes);
}

TEST(Guard, OptionalPayloadCopiedIntoADefaultTensor) {
  TestFunction B("f");
  const PlaceId O = B.optionalParameter("o"), Cp = B.local("c");
  B.assign(Cp, NoId);
  B.branch(defined(O), [&] {
    B.assign(Cp, O);
    B.check(contiguous(Cp));
  });
  B.ret({Cp});
  EXPECT_EQ(Analysed(B.take()).contiguous(Cp), Answer::Yes);
}

TEST(Guard, AnUndefinedTensorIsNoAlternative) {
  TestFunction B("f");
  const PlaceId O = B.optionalParameter("o");
  B.returnIf(defined(O));
  B.ret({O});
  EXPECT_EQ(Analysed(B.take()).value(O), "bottom");
}

TEST(Guard, DefinedOfTheUndefinedIsDead) {
  TestFunction B("f");
  const PlaceId X = B.local("x");
  B.assign(X, NoId);
  B.check(defined(X));
  B.ret({X});
  EXPECT_FALSE(Analysed(B.take()).isReached());
}

TEST(Guard, ChannelsLastIsAnotherOrder) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"N", "C", "H", "W"});
  B.check(contiguous(X, MemoryFormat::ChannelsLast));
  B.ret({X});
  EXPECT_EQ(Analysed(B.take()).value(X), "[N@C*H*W, C@1, H@C*W, W@C]");
}

TEST(Guard, LastStrideOnlyIsNotEnough) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  B.check(equal(stride(X, -1), lit(1)));
  B.ret({X});
  Analysed R(B.take());
  EXPECT_EQ(R.contiguous(X), Answer::Unknown);
  EXPECT_EQ(R.value(X), "[B@st(x,0), N@1]");
}

TEST(Guard, AllStridesAreEnough) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  B.check(both(equal(stride(X, 1), lit(1)), equal(stride(X, 0), size(X, 1))));
  B.ret({X});
  EXPECT_EQ(Analysed(B.take()).contiguous(X), Answer::Yes);
}

TEST(Guard, SameLayoutAsAGuardedTensor) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x"), Y = B.parameter("y");
  B.check(equal(rank(X), lit(3)));
  B.check(equal(rank(Y), lit(3)));
  B.check(both(sameSizes(X, Y), sameStrides(X, Y)));
  B.check(contiguous(X));
  B.ret({X, Y});
  EXPECT_EQ(Analysed(B.take()).contiguous(Y), Answer::Yes);
}

TEST(Guard, RankIsLearntByEveryHandle) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  const PlaceId Y = B.transpose("y", X, 0, 1);
  B.check(equal(rank(X), lit(2)));
  B.ret({X, Y});
  EXPECT_EQ(Analysed(B.take()).value(Y),
            "[size(x,1)@st(x), size(x,0)@st(x,0)]");
}

TEST(Guard, OtherRanksAreOtherPaths) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.check(isNot(compare(rank(X), Cmp::NotEqual, lit(4))));
  B.check(compare(rank(X), Cmp::LessEqual, lit(3)));
  B.ret({X});
  EXPECT_FALSE(Analysed(B.take()).isReached());
}

TEST(Guard, ContradictionIsDead) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId C = B.contiguousOf("c", X);
  const PlaceId Y = B.transpose("y", C, 0, 1);
  B.check(contiguous(Y));
  B.ret({Y});
  EXPECT_FALSE(Analysed(B.take()).isReached());
}

TEST(Guard, FiltersAlternatives) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId Y = B.local("y");
  B.assign(Y, B.contiguousOf("", X));
  B.branch(Condition::unknown(),
           [&] { B.assign(Y, B.transpose("", Y, 0, 1)); });
  B.check(contiguous(Y));
  B.ret({Y});
  EXPECT_EQ(Analysed(B.take()).value(Y), "[B@N, N@1]");
}

TEST(Guard, DenseIsRemembered) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.check(dense(X));
  B.ret({X});
  Analysed R(B.take());
  EXPECT_EQ(isDense(R.End->layout(R.End->value(X)[0]), R.End->TheFacts),
            Answer::Yes);
  EXPECT_EQ(R.contiguous(X), Answer::Unknown);
}

} // namespace
} // namespace tensortidy
