// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LayoutTest.h"

namespace tensortidy {
namespace {

class FactsTest : public LayoutTest {
protected:
  SymbolId id(const Monomial &M) const { return M.asSymbol().value(); }
  Monomial opaque(const char *Name, int64_t Bound = 2) {
    return Monomial::symbol(Symbols.get(Name, Bound, true));
  }
};

TEST_F(FactsTest, ComparesForAllSizes) {
  EXPECT_EQ(F.compare(N * D, D * N), Order::Equal);
  EXPECT_EQ(F.compare(N * D, D), Order::Greater);
  EXPECT_EQ(F.compare(D, Monomial(2) * D), Order::Less);
  EXPECT_EQ(F.compare(N, 1), Order::Greater);
  EXPECT_EQ(F.compare(0, N), Order::Less);
  EXPECT_EQ(F.compare(3, 5), Order::Less);
}

TEST_F(FactsTest, ComparesNegativeNumbers) {
  EXPECT_EQ(F.compare(0, -1), Order::Greater);
  EXPECT_EQ(F.compare(2, -1), Order::Greater);
  EXPECT_EQ(F.compare(-2, -1), Order::Less);
  EXPECT_EQ(F.compare(-1, -1), Order::Equal);
}

TEST_F(FactsTest, DiffersOnlyForIndependentSizes) {
  EXPECT_EQ(F.compare(N, D), Order::Differ);
  EXPECT_EQ(F.compare(N, 2), Order::Differ); // 2 is the least, not excluded
  EXPECT_EQ(F.compare(N, opaque("ceil")), Order::Unknown);
  EXPECT_EQ(F.compare(N, Monomial::symbol(Symbols.get("rest", 1, false))),
            Order::Unknown);
  EXPECT_EQ(F.compare(N, Monomial::invalid()), Order::Unknown);
}

TEST_F(FactsTest, DoesNotCancelWhatMayBeZero) {
  Monomial Stride = Symbols.stride("st");
  EXPECT_EQ(F.compare(N * Stride, Stride), Order::Unknown);
  EXPECT_EQ(F.compare(Stride, 0), Order::Unknown);
  F.raiseLowerBound(id(Stride), 1);
  EXPECT_EQ(F.compare(N * Stride, Stride), Order::Greater);
}

TEST_F(FactsTest, UsesOrderFacts) {
  Monomial Part = opaque("part", 1);
  EXPECT_EQ(F.compare(N, Part), Order::Unknown);
  F.addLess(id(Part), id(N));
  EXPECT_EQ(F.compare(N * D, Part * D), Order::Greater);
  EXPECT_EQ(F.compare(Part, N), Order::Less);
  Monomial Half = opaque("half", 1);
  F.addLess(id(Half), N * D);
  EXPECT_EQ(F.compare(Half, N * D * H), Order::Less);
}

TEST_F(FactsTest, AComparisonFollowsPartsOfParts) {
  Monomial Part = opaque("part", 1), Smaller = opaque("smaller", 1);
  F.addLess(id(Part), id(N));
  F.addLess(id(Smaller), id(Part));
  EXPECT_EQ(F.compare(N * D, Smaller * D), Order::Greater);
  EXPECT_EQ(F.compare(Smaller, N), Order::Less);
  EXPECT_EQ(F.compare(Smaller, D), Order::Unknown);
}

// What is asked of one part teaches nothing about the others.
TEST_F(FactsTest, ASizeOfSeveralTensorsIsSupposedButNotLearnt) {
  Monomial Part = opaque("part", 1);
  Symbols.setSeveral(id(Part));
  Facts Supposed = F;
  EXPECT_TRUE(Supposed.suppose(Part * 6, 24));
  EXPECT_EQ(Supposed.canonical(Part), Monomial(4));
  EXPECT_TRUE(F.equate(Part * 6, 24));
  EXPECT_EQ(F.canonical(Part), Part);
}

TEST_F(FactsTest, ReadsProductsAsTheSourceNamesThem) {
  const Monomial C = Symbols.size("size(x,2)"), H = Symbols.size("H");
  ASSERT_TRUE(F.equate(C, H * D));
  EXPECT_EQ(F.asNamed(N * H * D), N * H * D); // nobody calls it C
  Symbols.setDisplay(id(C), "C");
  EXPECT_EQ(F.asNamed(N * H * D), N * C);
  EXPECT_EQ(F.asNamed(H * D), C);
  EXPECT_EQ(F.asNamed(N * H), N * H);
  EXPECT_EQ(F.asNamed(C), C);
}

TEST_F(FactsTest, AnExactQuotientRewritesTheDividend) {
  EXPECT_TRUE(F.equate(C, H * D));
  EXPECT_EQ(F.canonical(C), H * D);
  EXPECT_EQ(F.canonical(C / H), D);
  EXPECT_EQ(F.compare(C, D), Order::Greater);
}

TEST_F(FactsTest, BindsOpaqueAndYoungerFirst) {
  Monomial Stride = Symbols.stride("st");
  EXPECT_TRUE(F.equate(N, Stride));
  EXPECT_EQ(F.canonical(Stride), N);
  EXPECT_TRUE(F.equate(B, C));
  EXPECT_EQ(F.canonical(C), B);
  EXPECT_TRUE(F.equate(Monomial(3) * H, D)); // D := 3*H, not H := D/3
  EXPECT_EQ(F.canonical(D), Monomial(3) * H);
}

TEST_F(FactsTest, DropsWhatHasNoSolution) {
  EXPECT_TRUE(F.equate(B * H, N * D));
  EXPECT_EQ(F.canonical(B), B);
  EXPECT_EQ(F.print(), "");
}

TEST_F(FactsTest, FindsContradictions) {
  EXPECT_FALSE(F.equate(3, 4));
  EXPECT_FALSE(F.equate(N * D, D));
  EXPECT_FALSE(F.equate(N, -1));
  EXPECT_TRUE(F.equate(N, 5));
  EXPECT_FALSE(F.equate(N, 6));
  EXPECT_TRUE(F.equate(N, 5));
}

TEST_F(FactsTest, ASizeMayTurnOutToBeOne) {
  EXPECT_TRUE(F.equate(N, 1));
  EXPECT_EQ(F.canonical(N * D), D);
  F.raiseLowerBound(id(D), 2);
  EXPECT_EQ(F.lowerBound(D), 2);
  F.raiseLowerBound(id(H), 3);
  EXPECT_FALSE(F.equate(H, 1)); // known to be 3 or more
}

TEST_F(FactsTest, EqualitiesReachEarlierOnes) {
  Monomial Stride = Symbols.stride("st");
  EXPECT_TRUE(F.equate(Stride, C * N));
  EXPECT_TRUE(F.equate(C, H * D));
  EXPECT_EQ(F.canonical(Stride), H * D * N);
  EXPECT_EQ(F.lowerBound(Stride), 8);
}

TEST_F(FactsTest, CopiesAreIndependent) {
  Facts Before = F;
  EXPECT_TRUE(F.equate(N, D));
  EXPECT_NE(Before, F);
  EXPECT_EQ(Before.canonical(D), D);
  Before = F;
  EXPECT_EQ(Before, F);
}

TEST_F(FactsTest, JoinKeepsWhatBothKnow) {
  Facts Left = F, Right = F;
  Left.equate(C, H * D);
  Right.equate(C, H * D);
  Left.equate(B, N); // only here
  Left.equate(Symbols.stride("s0"), 4);
  Right.equate(Symbols.stride("s0"), 5);
  Left.equate(Symbols.stride("s1"), 4);
  Right.equate(Symbols.stride("s1"), 5);
  Left.raiseLowerBound(id(H), 8);
  Right.raiseLowerBound(id(H), 4);
  Facts Both = Facts::join(Left, Right);
  EXPECT_EQ(Both.canonical(C), H * D);
  EXPECT_EQ(Both.canonical(N), N);
  EXPECT_EQ(Both.lowerBound(H), 4);
  // Different values on each side, yet equal to each other on both.
  EXPECT_EQ(Both.compare(Symbols.stride("s0"), Symbols.stride("s1")),
            Order::Equal);
  EXPECT_EQ(Facts::join(Both, Left), Both);
  EXPECT_EQ(Facts::join(Both, Both), Both);
}

TEST_F(FactsTest, JoinKeepsImpliedOrder) {
  Monomial Part = opaque("part", 1);
  Facts Left = F, Right = F;
  Left.addLess(id(Part), id(N));
  Right.equate(Part, 1);
  EXPECT_EQ(Facts::join(Left, Right).compare(Part, N), Order::Less);
  EXPECT_EQ(Facts::join(Left, F).compare(Part, N), Order::Unknown);
}

TEST_F(FactsTest, PrintsOneFactALine) {
  F.equate(C, H * D);
  F.addLess(id(B), id(N));
  F.raiseLowerBound(id(N), 4);
  EXPECT_EQ(F.print(), "C = H*D\nB < N\nN >= 4\n");
}

} // namespace
} // namespace tensortidy
