// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sources and rules may hold any number, also one that no tensor has.

#include "LayoutTest.h"

#include "layout/Assume.h"
#include "layout/Saturating.h"

namespace tensortidy {
namespace {

constexpr std::nullopt_t None = std::nullopt;
constexpr int64_t Lowest = INT64_MIN, Highest = INT64_MAX;

TEST(Saturating, StopsAtTheLimits) {
  EXPECT_EQ((Saturating(Highest) + 1).value(), Highest);
  EXPECT_EQ((Saturating(Lowest) + -1).value(), Lowest);
  EXPECT_EQ((Saturating(0) - Lowest).value(), Highest);
  EXPECT_EQ((Saturating(Lowest) - 1).value(), Lowest);
  EXPECT_EQ((Saturating(Highest) * -2).value(), Lowest);
  EXPECT_EQ((Saturating(Lowest) * -1).value(), Highest);
  EXPECT_EQ((Saturating(Lowest) * 0).value(), 0);
  EXPECT_EQ((Saturating(6) - 2 * 2 + 1).value(), 3);
}

class ExtremesTest : public LayoutTest {
protected:
  /// The size and the offset of a slice of an axis.
  std::string slice(const Monomial &Whole, std::optional<Monomial> Start,
                    std::optional<Monomial> End, int64_t Step = 1) {
    Layout L = rowMajor({Whole});
    L.Offset = StorageOffset{0};
    const std::optional<Layout> S = sliceAxis(L, 0, Start, End, Step, F);
    if (!S)
      return "none";
    return Symbols.print(S->Front[0].Size) + " at " +
           (S->Offset ? Symbols.print(S->Offset->Elements) : "?");
  }
};

TEST_F(ExtremesTest, SlicesOfAnAxisOfKnownSize) {
  EXPECT_EQ(slice(5, 1, Highest), "4 at 1");
  EXPECT_EQ(slice(5, Lowest, Highest), "5 at 0");
  EXPECT_EQ(slice(5, Lowest, None), "5 at 0");
  EXPECT_EQ(slice(5, Highest, None), "0 at 5");
  EXPECT_EQ(slice(5, Highest, Lowest), "0 at 5");
  EXPECT_EQ(slice(5, 0, None, Highest), "1 at 0");
}

TEST_F(ExtremesTest, SlicesOfAnAxisOfAnySize) {
  EXPECT_EQ(slice(N, Lowest, None), "min(9223372036854775807,N) at ?");
  EXPECT_EQ(slice(N, Lowest, Highest), "N[" + std::to_string(Lowest) + ":" +
                                           std::to_string(Highest) + "] at ?");
  EXPECT_EQ(slice(N, Lowest, -1), "N[" + std::to_string(Lowest) + ":-1] at ?");
  EXPECT_EQ(slice(N, Highest, Lowest),
            "N-" + std::to_string(Highest) + " at ?");
}

TEST_F(ExtremesTest, SizesThatNoTensorHas) {
  EXPECT_EQ(slice(Lowest, -1, None), std::to_string(Lowest) + " at 0");
  EXPECT_EQ(slice(Highest, -1, None), "1 at " + std::to_string(Highest - 1));
}

TEST_F(ExtremesTest, WindowsAndParts) {
  EXPECT_EQ(text(*unfoldAxis(rowMajor({8}), 0, Lowest, 1, F)).front(), '[');
  EXPECT_FALSE(unfoldAxis(rowMajor({8}), 0, Highest, 1, F));
}

TEST_F(ExtremesTest, Dimensions) {
  const Layout A = rowMajor({B, N}), X = unknownLayout("x", Symbols);
  const int64_t Wraps = int64_t(1) << 32;
  for (int64_t Dim : {Wraps, Wraps + 1, -Wraps, Lowest, Highest}) {
    EXPECT_EQ(outOfRange(A, Dim), Answer::Yes) << Dim;
    EXPECT_EQ(outOfRange(X, Dim), Answer::Unknown) << Dim;
    EXPECT_FALSE(dropAxis(A, Dim, F)) << Dim;
    EXPECT_FALSE(insertUnitAxis(A, Dim, F)) << Dim;
    EXPECT_FALSE(moveAxis(A, 0, Dim, F)) << Dim;
  }
}

TEST_F(ExtremesTest, Ranks) {
  const Layout X = unknownLayout("x", Symbols);
  const int64_t Wraps = (int64_t(1) << 32) + 2;
  for (int64_t Rank : {int64_t(-1), MaxRank + 1, Wraps, Lowest, Highest}) {
    EXPECT_FALSE(withRank(X, Rank, F)) << Rank;
    EXPECT_EQ(withMinRank(X, Rank, F).has_value(), Rank < 0) << Rank;
  }
  EXPECT_EQ(normalized(X, F).rank(), std::nullopt);
  EXPECT_EQ(withRank(X, MaxRank, F)->rank(), 64u);
}

TEST(MonomialExtremes, TheLowestNumberHasNoNegative) {
  const Monomial Half = Monomial(1) / Monomial(2);
  EXPECT_FALSE((Monomial(Lowest) * Half).isValid());
  EXPECT_FALSE((Half / Monomial(Lowest)).isValid());
  EXPECT_FALSE((Monomial(1) / Monomial(Lowest)).isValid());
  EXPECT_EQ((Monomial(Highest) / Monomial(-1)).asConstant(), -Highest);
}

} // namespace
} // namespace tensortidy
