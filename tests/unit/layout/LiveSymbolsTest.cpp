// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LayoutTest.h"

#include "layout/LiveSymbols.h"
#include "layout/Naming.h"

namespace tensortidy {
namespace {

class LiveSymbolsTest : public LayoutTest {
protected:
  template <typename... T> void keep(const T &...What) {
    LiveSymbols Live(Symbols);
    (Live.add(What), ...);
    F.keepOnly(std::move(Live));
  }
  Monomial opaque(const std::string &Name) {
    return Monomial::symbol(Symbols.get(Name, 1, true));
  }
};

TEST_F(LiveSymbolsTest, NamesSayWhatTheyAreMadeFrom) {
  const SymbolId Id = N.asSymbol().value();
  EXPECT_EQ(operandsIn("(" + keyOf(N * D) + "/2)"),
            (std::vector<SymbolId>{Id, D.asSymbol().value()}));
  EXPECT_EQ(operandsIn(keyOf(unknownLayout("x", Symbols))).size(), 2u);
  EXPECT_TRUE(operandsIn("int(n#3)").empty());
  EXPECT_TRUE(operandsIn("phi(4,#3)").empty());
}

TEST_F(LiveSymbolsTest, WhatNobodyMentionsIsForgotten) {
  ASSERT_TRUE(F.equate(C, H * D));
  F.raiseLowerBound(B.asSymbol().value(), 5);
  F.addLess(N.asSymbol().value(), B.asSymbol().value());
  EXPECT_EQ(F.size(), 3u);
  keep(N, D);
  EXPECT_EQ(F.size(), 0u);
  EXPECT_EQ(F.compare(C, H * D), Order::Differ);
}

TEST_F(LiveSymbolsTest, ValuesOfLiveSymbolsAreLive) {
  ASSERT_TRUE(F.equate(opaque("n"), B));
  F.raiseLowerBound(B.asSymbol().value(), 5);
  keep(opaque("n"));
  EXPECT_EQ(F.compare(opaque("n"), B), Order::Equal);
  EXPECT_EQ(F.lowerBound(opaque("n")), 5);
}

TEST_F(LiveSymbolsTest, WhatCanBeAskedForAgainIsLive) {
  const Monomial Quotient = opaque("(" + keyOf(C) + "/" + keyOf(H) + ")");
  ASSERT_TRUE(F.equate(Quotient, D));
  keep(C, H, D);
  EXPECT_EQ(F.compare(Quotient, D), Order::Equal);
  keep(C, D);
  EXPECT_NE(F.compare(Quotient, D), Order::Equal);
}

TEST_F(LiveSymbolsTest, PinnedSymbolsAreLive) {
  const Monomial Parameter = opaque("int(n#3)");
  Symbols.pin(Parameter.asSymbol().value());
  ASSERT_TRUE(F.equate(Parameter, D));
  keep();
  EXPECT_EQ(F.compare(Parameter, D), Order::Equal);
}

TEST_F(LiveSymbolsTest, AxesOfALiveGroupAreLive) {
  const Layout X = unknownLayout("x", Symbols), Y = unknownLayout("y", Symbols);
  const Monomial First = sizeOf(X, 0), Other = sizeOf(Y, 0);
  ASSERT_TRUE(F.equate(First, 3));
  ASSERT_TRUE(F.equate(Other, 4));
  keep(X);
  EXPECT_EQ(F.compare(sizeOf(X, 0), 3), Order::Equal);
  EXPECT_GE(F.minAxes(X.Middle->Group), 1u);
  EXPECT_NE(F.compare(Other, 4), Order::Equal);
  EXPECT_EQ(F.minAxes(Y.Middle->Group), 0u);
}

} // namespace
} // namespace tensortidy
