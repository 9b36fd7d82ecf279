// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Analysed.h"

namespace tensortidy {
namespace {

TEST(Flag, DropsWhatTheOtherSideMade) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"}), Y = B.local("y");
  const IntId Copy = B.integer("copy");
  B.assign(Y, X);
  B.branch(flag(Copy), [&] { B.assign(Y, B.contiguousOf("", X)); });
  B.check(flag(Copy));
  B.ret({Y});
  EXPECT_EQ(Analysed(B.take()).value(Y), "[B@N, N@1]");
}

TEST(Flag, OfTheOtherSideKeepsTheOther) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"}), Y = B.local("y");
  const IntId Copy = B.integer("copy");
  B.assign(Y, B.contiguousOf("", X));
  B.branch(flag(Copy),
           [&] { B.assign(Y, B.transpose("", B.contiguousOf("", X), 0, 1)); });
  B.check(isNot(flag(Copy)));
  B.ret({Y});
  EXPECT_EQ(Analysed(B.take()).value(Y), "[B@N, N@1]");
}

TEST(Flag, AnotherOneDropsNothing) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"}), Y = B.local("y");
  const IntId Copy = B.integer("copy"), Other = B.integer("other");
  B.assign(Y, X);
  B.branch(flag(Copy), [&] { B.assign(Y, B.contiguousOf("", X)); });
  B.branch(flag(Other), [] {});
  B.check(flag(Other));
  B.ret({Y});
  EXPECT_EQ(Analysed(B.take()).alternatives(Y), 2u);
}

TEST(Flag, DefinedAnewIsAnother) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"}), Y = B.local("y");
  const IntId Copy = B.integer("copy");
  B.assign(Y, X);
  B.branch(flag(Copy), [&] { B.assign(Y, B.contiguousOf("", X)); });
  B.define(Copy, IntExpr::opaque(7));
  B.check(flag(Copy));
  B.ret({Y});
  EXPECT_EQ(Analysed(B.take()).alternatives(Y), 2u);
}

TEST(Flag, IsPrinted) {
  TestFunction B("f");
  const PlaceId Y = B.local("y");
  const IntId Copy = B.integer("copy"), Other = B.integer("other");
  const Function F = B.take();
  SymbolTable Symbols;
  State S(Symbols);
  Alternative A;
  A.TheLayout = unknownLayout("y", Symbols);
  A.When.set(Copy, false);
  A.When.set(Other, true);
  S.setValue(Y, TensorValue(A));
  EXPECT_NE(print(S, F).find(" when not copy, other\n"), std::string::npos)
      << print(S, F);
  EXPECT_EQ(print(S, F).find("decided"), std::string::npos);
  S.decide(Copy, false);
  EXPECT_NE(print(S, F).find("decided: not copy\n"), std::string::npos)
      << print(S, F);
}

TEST(Flag, ItsMeaningHoldsWhereItIsSet) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  B.check(flag(B.integer("dense"), contiguous(X)));
  B.ret({X});
  EXPECT_EQ(Analysed(B.take()).value(X), "[B@N, N@1]");
}

TEST(Flag, BothWaysOnOnePathIsNone) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const IntId Copy = B.integer("copy");
  B.check(flag(Copy));
  B.check(isNot(flag(Copy)));
  B.ret({X});
  EXPECT_FALSE(Analysed(B.take()).isReached());
}

} // namespace
} // namespace tensortidy
