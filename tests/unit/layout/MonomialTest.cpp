// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Answer.h"
#include "layout/SymbolTable.h"

#include <gtest/gtest.h>

#include <limits>

namespace tensortidy {
namespace {

const Monomial A = Monomial::symbol(0), B = Monomial::symbol(1);

TEST(Monomial, IsCanonical) {
  EXPECT_EQ(A * B, B * A);
  EXPECT_EQ(A * B / A, B);
  EXPECT_EQ(Monomial(6) * A / Monomial(4), Monomial(3) * A / Monomial(2));
  EXPECT_EQ((Monomial(6) / Monomial(4)).denominator(), 2);
  EXPECT_TRUE((A / A).isOne());
  EXPECT_TRUE((Monomial(0) * A).isZero());
  EXPECT_TRUE((Monomial(0) * A).factors().empty());
}

TEST(Monomial, TellsConstantsAndSymbols) {
  EXPECT_EQ(Monomial(7).asConstant(), 7);
  EXPECT_EQ((Monomial(1) / Monomial(2)).asConstant(), std::nullopt);
  EXPECT_EQ(A.asConstant(), std::nullopt);
  EXPECT_EQ(A.asSymbol(), SymbolId(0));
  EXPECT_EQ((A * A).asSymbol(), std::nullopt);
  EXPECT_EQ((Monomial(2) * A).asSymbol(), std::nullopt);
  EXPECT_EQ((A * A / B).powerOf(0), 2);
  EXPECT_EQ((A * A / B).powerOf(1), -1);
  EXPECT_FALSE((A / B).isIntegral());
  EXPECT_TRUE((Monomial(3) * A).isIntegral());
}

TEST(Monomial, Substitutes) {
  EXPECT_EQ((A * A * B).substituted(0, Monomial(3) * B),
            Monomial(9) * B * B * B);
  EXPECT_EQ((B / A).substituted(0, B), Monomial(1));
  EXPECT_EQ(B.substituted(0, 5), B);
}

TEST(Monomial, OverflowAndTooManyFactorsAreInvalid) {
  Monomial Huge(std::numeric_limits<int64_t>::max());
  EXPECT_FALSE((Huge * Monomial(2)).isValid());
  EXPECT_TRUE((Huge / Huge).isOne());
  EXPECT_FALSE((A / Monomial(0)).isValid());
  Monomial Product;
  for (SymbolId I = 0; I < 8; ++I)
    Product = Product * Monomial::symbol(I);
  EXPECT_TRUE(Product.isValid());
  Product = Product * Monomial::symbol(8);
  EXPECT_FALSE(Product.isValid());
  EXPECT_FALSE((Product / Product).isValid());
  EXPECT_FALSE(Monomial::invalid().isZero());
}

TEST(SymbolTable, InternsByNameAndPrints) {
  SymbolTable S;
  Monomial X = S.size("x"), Y = S.size("y");
  EXPECT_EQ(S.size("x"), X);
  EXPECT_NE(S.fresh("x", 1, true), S.fresh("x", 1, true));
  S.setDisplay(*X.asSymbol(), "B");
  S.setDisplay(*X.asSymbol(), "ignored");
  EXPECT_EQ(S.print(Monomial(2) * X * Y), "2*B*y");
  EXPECT_EQ(S.print(X / Y), "B/y");
  EXPECT_EQ(S.print(Monomial(1) / (Monomial(2) * Y)), "1/(2*y)");
  EXPECT_EQ(S.print(X * X), "B^2");
  EXPECT_EQ(S.print(1), "1");
  EXPECT_EQ(S.print(Monomial::invalid()), "?");
}

TEST(Answer, CombinesByStrength) {
  EXPECT_EQ(conjunction(Answer::No, Answer::Unknown), Answer::No);
  EXPECT_EQ(conjunction(Answer::NoGeneric, Answer::No), Answer::No);
  EXPECT_EQ(conjunction(Answer::NoGeneric, Answer::Unknown), Answer::NoGeneric);
  EXPECT_EQ(conjunction(Answer::Yes, Answer::Yes), Answer::Yes);
  EXPECT_EQ(disjunction(Answer::No, Answer::NoGeneric), Answer::NoGeneric);
  EXPECT_EQ(disjunction(Answer::Unknown, Answer::Yes), Answer::Yes);
  EXPECT_EQ(negation(Answer::NoGeneric), Answer::Unknown);
  EXPECT_EQ(negation(Answer::No), Answer::Yes);
}

} // namespace
} // namespace tensortidy
