// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Analysed.h"

namespace tensortidy {
namespace {

TEST(Integers, ASizeKeepsItsVariablesName) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  const IntId N = B.define("batch", size(X, 0));
  const PlaceId Y = B.empty("y", {var(N), product({lit(2), var(N)})});
  B.ret({Y});
  EXPECT_EQ(Analysed(B.take()).value(Y), "[batch@2*batch, 2*batch@1]");
}

TEST(Integers, ExactQuotientsCancel) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const IntId M = B.define("m", product({size(X, 0), size(X, 1)}));
  const PlaceId Y = B.empty("y", {quotient(var(M), size(X, 1)), lit(3)});
  B.ret({Y});
  EXPECT_EQ(Analysed(B.take()).value(Y), "[B@3, 3@1]");
}

TEST(Integers, OtherQuotientsAreOpaqueButEqualToThemselves) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"N", "C"});
  const IntId H = B.integer("H");
  const IntId D = B.define("D", quotient(size(X, 1), var(H)));
  const PlaceId Y = B.empty("y", {var(D), quotient(size(X, 1), var(H))});
  B.ret({Y});
  EXPECT_EQ(Analysed(B.take()).value(Y), "[D@D, D@1]");
}

TEST(Integers, LiteralsAreComputed) {
  TestFunction B("f");
  const PlaceId Y =
      B.empty("y", {sum({lit(3), lit(4)}), quotient(lit(9), lit(2))});
  B.ret({Y});
  EXPECT_EQ(Analysed(B.take()).value(Y), "[7@4, 4@1]");
}

TEST(Integers, EqualSizesAreOneSymbol) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId Y = ranked(B, "y", {"M", "K"});
  B.check(equal(size(X, 1), size(Y, 0)));
  const PlaceId Z = B.empty("z", {size(X, 1), size(Y, 0)});
  B.ret({Z});
  EXPECT_EQ(Analysed(B.take()).value(Z), "[N@N, N@1]");
}

TEST(Integers, EqualNumbersOfElements) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId Y = ranked(B, "y", {"M"});
  B.check(equal(numel(X), numel(Y)));
  const PlaceId Z = B.empty("z", {size(Y, 0), lit(2)});
  B.ret({Z});
  EXPECT_EQ(Analysed(B.take()).value(Z), "[B*N@2, 2@1]");
}

TEST(Integers, ANumberOfElementsThatIsAProduct) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"M"});
  const IntId H = B.integer("H"), D = B.integer("D");
  B.check(contiguous(X));
  B.check(equal(numel(X), product({var(H), var(D)})));
  const PlaceId Y = B.empty("y", {numel(X)});
  const PlaceId Z = B.empty("z", {size(X, 0), var(D)});
  B.ret({Y, Z});
  Analysed R(B.take());
  EXPECT_EQ(R.value(Y), "[H*D@1]");
  EXPECT_EQ(R.value(Z), "[H*D@D, D@1]");
}

TEST(Integers, ASizeKnownToBeOne) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  B.check(contiguous(X));
  B.check(equal(size(X, 0), lit(1)));
  const PlaceId Y = B.transpose("y", X, 0, 1);
  B.ret({Y});
  EXPECT_EQ(Analysed(B.take()).contiguous(Y), Answer::Yes);
}

/// The quotient of a head size is exact once a view with it has succeeded.
TEST(Integers, HeadsOfAttention) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N", "C"});
  const IntId H = B.integer("H");
  const IntId D = B.define("D", quotient(size(X, 2), var(H)));
  B.check(contiguous(X));
  const PlaceId V = B.view("v", X, {size(X, 0), size(X, 1), var(H), var(D)});
  const PlaceId T0 = B.transpose("t", V, 1, 2);
  B.ret({T0});
  Analysed R(B.take());
  EXPECT_EQ(R.value(T0), "[B@N*H*D, H@D, N@H*D, D@1]");
  EXPECT_EQ(R.contiguous(T0), Answer::No);
}

} // namespace
} // namespace tensortidy
