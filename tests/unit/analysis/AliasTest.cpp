// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Analysed.h"

namespace tensortidy {
namespace {

TEST(Alias, InPlaceTransposeIsSeenByOtherHandles) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  B.check(contiguous(X));
  const PlaceId Y = B.local("y");
  B.assign(Y, X);
  B.apply(NoId, "aten::transpose_", {T(X), I(0), I(1)});
  B.ret({X, Y});
  Analysed R(B.take());
  EXPECT_EQ(R.value(X), "[N@1, B@N]");
  EXPECT_EQ(R.value(Y), "[N@1, B@N]");
}

TEST(Alias, AChoiceOfTheSameTensorsNeedNotBeTheSameTensor) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId A1 = B.empty("a", {size(X, 0), size(X, 1)});
  const PlaceId A2 = B.empty("b", {size(X, 0), size(X, 1)});
  const PlaceId Y = B.local("y"), Z = B.local("z"), W = B.local("w");
  B.add(Choose{Y, {A1, A2}});
  B.assign(W, Y);
  B.add(Choose{Z, {A1, A2}});
  B.apply(NoId, "aten::transpose_", {T(Y), I(0), I(1)});
  B.ret({Y, Z, W});
  Analysed R(B.take());
  EXPECT_EQ(R.value(Y), "[N@1, B@N]");
  EXPECT_EQ(R.value(W), "[N@1, B@N]");
  EXPECT_EQ(R.value(Z), "[B@N, N@1] | [N@1, B@N]");
}

TEST(Alias, AssignmentLeavesOtherHandlesAlone) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  B.check(contiguous(X));
  const PlaceId Y = B.local("y");
  B.assign(Y, X);
  B.assign(X, B.transpose("", X, 0, 1));
  B.ret({X, Y});
  Analysed R(B.take());
  EXPECT_EQ(R.value(X), "[N@1, B@N]");
  EXPECT_EQ(R.value(Y), "[B@N, N@1]");
}

TEST(Alias, ViewsShareStorageButAreObjectsOfTheirOwn) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId Y = B.transpose("y", X, 0, 1);
  B.ret({X, Y});
  Analysed R(B.take());
  const Alternative &A = R.End->value(X)[0], &V = R.End->value(Y)[0];
  EXPECT_TRUE(A.Storages == V.Storages);
  EXPECT_FALSE(A.Objects.intersects(V.Objects));
}

TEST(Alias, ContiguousMayBeItsArgument) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  const PlaceId Y = B.contiguousOf("y", X);
  B.ret({X, Y});
  Analysed R(B.take());
  EXPECT_TRUE(R.End->value(Y)[0].Storages.contains(X));
  EXPECT_EQ(R.End->value(Y)[0].Storages.size(), 2u);
}

TEST(Alias, FreshTensorsShareNothing) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  const PlaceId Y = B.empty("y", {size(X, 0)});
  B.ret({X, Y});
  Analysed R(B.take());
  EXPECT_FALSE(
      R.End->value(Y)[0].Storages.intersects(R.End->value(X)[0].Storages));
  EXPECT_TRUE(R.End->value(Y)[0].Roots.empty());
}

TEST(Alias, ResultsOfUnknownCallsAreVague) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x"), Y = B.local("y");
  B.check(contiguous(X));
  B.call("g", {X}, {Y});
  B.ret({X, Y});
  Analysed R(B.take());
  EXPECT_EQ(R.contiguous(X), Answer::Yes);
  EXPECT_EQ(R.contiguous(Y), Answer::Unknown);
  EXPECT_TRUE(R.End->value(Y)[0].Vague);
  EXPECT_TRUE(R.End->value(Y)[0].Storages.contains(X));
}

TEST(Alias, UnknownCallsMayChangeMembers) {
  TestFunction B("f");
  const PlaceId W = B.field("this->weight");
  B.check(contiguous(W));
  B.call("g", {});
  B.ret({W});
  EXPECT_EQ(Analysed(B.take()).contiguous(W), Answer::Unknown);
}

TEST(Alias, ForgottenIsUnknown) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.check(contiguous(X));
  B.add(Forget{X, "changed by 'g'"});
  B.ret({X});
  EXPECT_EQ(Analysed(B.take()).contiguous(X), Answer::Unknown);
}

TEST(Alias, AListHoldsAllThatWasPutIntoIt) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId C = B.contiguousOf("c", X);
  const PlaceId Xs = B.list("xs"), Y = B.local("y");
  B.assign(Xs, C);
  B.assign(Xs, B.transpose("", C, 0, 1));
  B.assign(Y, Xs);
  B.ret({Y});
  EXPECT_EQ(Analysed(B.take()).value(Y), "[B@N, N@1] | [N@1, B@N]");
}

/// What is checked of one element says nothing of the next.
TEST(Alias, ElementsOfAListParameterAreKeptApart) {
  TestFunction B("f");
  const PlaceId Xs = B.listParameter("xs");
  const PlaceId Y = B.local("y"), Z = B.local("z");
  B.assign(Y, Xs);
  B.check(contiguous(Y));
  B.assign(Z, Xs);
  B.ret({Y, Z});
  Analysed R(B.take());
  EXPECT_EQ(R.contiguous(Y), Answer::Yes);
  EXPECT_EQ(R.contiguous(Z), Answer::Unknown);
}

} // namespace
} // namespace tensortidy
