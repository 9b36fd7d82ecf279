// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/DenseLayout.h"

#include "layout/Queries.h"
#include "layout/Transforms.h"

#include "gtest/gtest.h"

namespace tensortidy {
namespace {

class DenseLayoutTest : public testing::Test {
protected:
  SymbolTable Symbols;
  Facts F{Symbols};
  /// [x.size(0), 3, x.size(2)]
  Layout X = rowMajor({unknownLayoutOfRank("x", 3, Symbols).Front[0].Size, 3,
                       unknownLayoutOfRank("x", 3, Symbols).Front[2].Size});
};

TEST_F(DenseLayoutTest, OrderIsOutermostFirst) {
  const std::optional<DenseLayout> D = denseLayout(*swapAxes(X, 0, 2, F));
  ASSERT_TRUE(D);
  EXPECT_EQ(D->Order, (std::vector<unsigned>{2, 1, 0}));
  EXPECT_EQ(D->Sizes, (std::vector<std::optional<int64_t>>{std::nullopt, 3,
                                                           std::nullopt}));
  EXPECT_EQ(denseLayout(X)->Order, (std::vector<unsigned>{0, 1, 2}));
}

TEST_F(DenseLayoutTest, GapsAndUnknownRanksAreNone) {
  EXPECT_FALSE(denseLayout(*resizeAxis(X, 1, 2, 1, F)));
  EXPECT_FALSE(denseLayout(*dropAxis(X, 2, F)));
  EXPECT_FALSE(denseLayout(unknownLayout("y", Symbols)));
  EXPECT_FALSE(denseLayout(unknownLayoutOfRank("y", 2, Symbols)));
}

TEST_F(DenseLayoutTest, NamesMakeTheSameLayoutElsewhere) {
  const DenseLayout D = *denseLayout(*swapAxes(X, 0, 1, F));
  SymbolTable Other;
  const Facts None(Other);
  const Layout L = D.withNames("w", Other);
  EXPECT_EQ(print(L, Other),
            "[3@size(w,2), size(w,1)@3*size(w,2), size(w,2)@1] dense");
  EXPECT_TRUE(isNo(isContiguous(L, None)));
  EXPECT_TRUE(isYes(isDense(L, None)));
  EXPECT_EQ(*denseLayout(L), D);
  EXPECT_TRUE(isYes(isContiguous(D.rowMajor().withNames("w", Other), None)));
}

} // namespace
} // namespace tensortidy
