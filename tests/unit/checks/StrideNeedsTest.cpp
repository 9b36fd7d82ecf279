// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/StrideNeeds.h"

#include <gtest/gtest.h>

namespace tensortidy {
namespace {

class StrideNeedsTest : public testing::Test {
protected:
  StridesKnown known(std::set<int64_t> Dimensions) {
    return {false, std::move(Dimensions)};
  }
  bool areCovered(const Layout &L, std::set<int64_t> Dimensions) {
    return covers(known(std::move(Dimensions)), strideNeeds(L, F));
  }

  SymbolTable Symbols;
  Facts F{Symbols};
};

TEST_F(StrideNeedsTest, EveryDimensionOfAKnownRank) {
  const Layout L = unknownLayoutOfRank("x", 2, Symbols);
  EXPECT_FALSE(areCovered(L, {}));
  EXPECT_FALSE(areCovered(L, {0}));
  EXPECT_TRUE(areCovered(L, {0, 1}));
  EXPECT_TRUE(areCovered(L, {0, -1}));
  EXPECT_TRUE(areCovered(L, {-2, -1}));
}

TEST_F(StrideNeedsTest, NotTheOneThatIsANumber) {
  const Layout L = unknownLayoutOfRank("x", 2, Symbols);
  ASSERT_TRUE(F.equate(L.Front[1].Stride, Monomial(1)));
  EXPECT_TRUE(areCovered(normalized(L, F), {0}));
  EXPECT_FALSE(areCovered(normalized(L, F), {1}));
}

TEST_F(StrideNeedsTest, NotTheOneThatTheInnerAxisGives) {
  const Layout L = unknownLayoutOfRank("x", 3, Symbols);
  ASSERT_TRUE(F.equate(L.Front[0].Stride, L.Front[1].Size * L.Front[1].Stride));
  EXPECT_TRUE(areCovered(normalized(L, F), {1, 2}));
}

TEST_F(StrideNeedsTest, OneOfAnUnknownRank) {
  const Layout L = unknownLayout("x", Symbols);
  EXPECT_FALSE(areCovered(L, {}));
  EXPECT_TRUE(areCovered(L, {0}));
}

TEST_F(StrideNeedsTest, AsManyAsTheRankIsAtLeast) {
  const Layout L = unknownLayoutOfMinRank("x", 2, Symbols);
  EXPECT_FALSE(areCovered(L, {0}));
  EXPECT_TRUE(areCovered(L, {0, 1}));
}

TEST_F(StrideNeedsTest, AllAtOnce) {
  const Layout L = unknownLayoutOfRank("x", 3, Symbols);
  EXPECT_TRUE(covers({true, {}}, strideNeeds(L, F)));
}

} // namespace
} // namespace tensortidy
