// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LayoutTest.h"

#include "layout/Assume.h"
#include "layout/Join.h"

#include <algorithm>
#include <functional>

namespace tensortidy {
namespace {

class JoinTest : public LayoutTest {
protected:
  /// The head of a loop over \p Body, as an analysis that keeps \p Kept
  /// alternatives iterates it: unites for two rounds, then joins.
  std::vector<Layout> loop(const Layout &Entry,
                           const std::function<Layout(const Layout &)> &Body,
                           unsigned &Rounds, size_t Kept = 4) {
    std::vector<Layout> Head{Entry};
    for (Rounds = 1; Rounds < 20; ++Rounds) {
      std::vector<Layout> Next = Rounds > 2 ? Head : std::vector{Entry};
      for (const Layout &L : Head)
        if (std::find(Next.begin(), Next.end(), Body(L)) == Next.end())
          Next.push_back(Body(L));
      if (Next.size() > Kept || (Rounds > 2 && Next.size() > 1))
        Next = {joinLayouts(Next, "head,x", F)};
      if (std::is_permutation(Next.begin(), Next.end(), Head.begin(),
                              Head.end()))
        return Head;
      Head = Next;
    }
    ADD_FAILURE() << "the loop does not end";
    return Head;
  }
};

TEST_F(JoinTest, AxesThatAgreeStay) {
  Layout J = joinLayouts({rowMajor({B, D}), rowMajor({N, D})}, "1,x", F);
  EXPECT_EQ(text(J), "[phi(1,x,n0)@D, D@1]");
  EXPECT_EQ(isContiguous(J, F), Answer::Yes);
  EXPECT_EQ(F.lowerBound(J.Front[0].Size), 2);
  EXPECT_TRUE(F.isOpaque(J.Front[0].Size));
}

TEST_F(JoinTest, EqualLayoutsAreThemselves) {
  Layout X = unknownLayout("x", Symbols);
  EXPECT_EQ(joinLayouts({X, X}, "1,x", F), X);
}

TEST_F(JoinTest, JoiningAgainGivesTheSameSymbols) {
  Layout A = rowMajor({B, D}), T = swapped(rowMajor({B, D}), 0, 1);
  Layout J = joinLayouts({A, T}, "1,x", F);
  EXPECT_EQ(J, joinLayouts({A, T}, "1,x", F));
  EXPECT_EQ(J, joinLayouts({J, T}, "1,x", F));
  EXPECT_EQ(isDense(J, F), Answer::Yes);
  EXPECT_EQ(isContiguous(J, F), Answer::Unknown);
}

TEST_F(JoinTest, StridePatternsSurvive) {
  Layout A = swapped(rowMajor({B, N, D}), 1, 2);
  Layout Z = swapped(rowMajor({C, H, Monomial(4)}), 1, 2);
  Layout J = joinLayouts({A, Z}, "1,x", F);
  EXPECT_EQ(isContiguous(J, F), Answer::No);
  EXPECT_EQ(isContiguous(swapped(J, 1, 2), F), Answer::Yes);
  Layout Cl = inFormat(rowMajor({B, C, H, N}), MemoryFormat::ChannelsLast, F);
  Layout Cl2 = inFormat(rowMajor({B, D, H, H}), MemoryFormat::ChannelsLast, F);
  EXPECT_EQ(isContiguous(joinLayouts({Cl, Cl2}, "2,x", F),
                         MemoryFormat::ChannelsLast, F),
            Answer::Yes);
  // Pitched rows: every second column.
  auto Stepped = [&](const Monomial &Columns) {
    return *sliceAxis(rowMajor({B, Monomial(2) * Columns}), 1, std::nullopt,
                      std::nullopt, 2, F);
  };
  EXPECT_EQ(text(joinLayouts({Stepped(N), Stepped(D)}, "3,x", F)),
            "[B@2*phi(3,x,n1), phi(3,x,n1)@2]");
}

TEST_F(JoinTest, CommonAnswersSurvive) {
  Layout X = unknownStrides("x", {B, N}, Symbols);
  Layout Y = unknownStrides("y", {B, N}, Symbols);
  ASSERT_TRUE(assumeNotContiguous(X, MemoryFormat::Contiguous, F));
  ASSERT_TRUE(assumeNotContiguous(Y, MemoryFormat::Contiguous, F));
  ASSERT_TRUE(assumeDense(X, F));
  Layout J = joinLayouts({X, Y}, "1,x", F);
  EXPECT_EQ(isContiguous(J, F), Answer::No);
  EXPECT_EQ(isDense(J, F), Answer::Unknown);
}

TEST_F(JoinTest, BoundsBelongToTheSymbol) {
  Layout J = joinLayouts({rowMajor({B, D}), rowMajor({1, D})}, "1,x", F);
  EXPECT_EQ(F.lowerBound(J.Front[0].Size), 1);
  EXPECT_NE(J.Front[0].Size,
            joinLayouts({rowMajor({B, D}), rowMajor({N, D})}, "1,x", F)
                .Front[0]
                .Size);
}

TEST_F(JoinTest, DifferentRanks) {
  Layout J = joinLayouts({rowMajor({B, N, D}), rowMajor({B, N})}, "1,x", F);
  EXPECT_FALSE(J.hasRank());
  EXPECT_EQ(J.minRank(), 2u);
  EXPECT_EQ(isContiguous(J, F), Answer::Yes);
  Layout Mixed = joinLayouts(
      {swapped(rowMajor({B, N, D}), 0, 1), rowMajor({B, N})}, "2,x", F);
  EXPECT_EQ(isContiguous(Mixed, F), Answer::Unknown);
}

TEST_F(JoinTest, CopyUnlessContiguous) {
  // if (!x.is_contiguous()) x = x.contiguous();
  Layout X = unknownLayoutOfRank("x", 3, Symbols), Kept = X, Copied = X;
  Facts Then = F, Else = F;
  ASSERT_TRUE(assumeNotContiguous(Copied, MemoryFormat::Contiguous, Then));
  ASSERT_TRUE(assumeContiguous(Kept, MemoryFormat::Contiguous, Else));
  Copied = contiguousResult(Copied, MemoryFormat::Contiguous, Then);
  EXPECT_EQ(normalized(Copied, Then), normalized(Kept, Else));
  F = Facts::join(Then, Else);
  EXPECT_EQ(isContiguous(joinLayouts({Copied, Kept}, "3,x", F), F),
            Answer::Yes);
  EXPECT_EQ(isContiguous(X, F), Answer::Unknown);
}

TEST_F(JoinTest, CopyUnlessContiguousOfUnknownRank) {
  Layout X = unknownLayout("x", Symbols), Kept = X;
  Facts Then = F;
  ASSERT_TRUE(assumeContiguous(Kept, MemoryFormat::Contiguous, Then));
  Layout J = joinLayouts({normalized(Kept, Then), rowMajorLike(X)}, "3,x", F);
  EXPECT_EQ(J, rowMajorLike(X));
}

TEST_F(JoinTest, LoopOfTransposes) {
  unsigned Rounds = 0;
  auto Head = loop(
      rowMajor({B, N}), [&](const Layout &L) { return swapped(L, 0, 1); },
      Rounds);
  EXPECT_EQ(Rounds, 2u);
  EXPECT_EQ(Head.size(), 2u);
}

TEST_F(JoinTest, LoopOfRotations) {
  unsigned Rounds = 0;
  auto Rotate = [&](const Layout &L) { return *permuteAxes(L, {1, 2, 0}, F); };
  auto Head = loop(rowMajor({B, N, D}), Rotate, Rounds, 2);
  ASSERT_EQ(Head.size(), 1u);
  EXPECT_LE(Rounds, 4u);
  EXPECT_EQ(isDense(Head[0], F), Answer::Yes);
  EXPECT_EQ(isContiguous(Head[0], F), Answer::Unknown);
}

TEST_F(JoinTest, LoopOfConcatenations) {
  unsigned Rounds = 0;
  auto Grow = [&](const Layout &L) {
    std::string Name = "sum(" + Symbols.print(L.Front[0].Size) + ")";
    SymbolId Sum = Symbols.get(Name, 2, true);
    return rowMajor({Monomial::symbol(Sum), L.Front[1].Size});
  };
  auto Head = loop(rowMajor({B, N}), Grow, Rounds);
  ASSERT_EQ(Head.size(), 1u);
  EXPECT_LE(Rounds, 5u);
  EXPECT_EQ(isContiguous(Head[0], F), Answer::Yes);
}

TEST_F(JoinTest, LoopOfGrowingRank) {
  unsigned Rounds = 0;
  auto Grow = [&](const Layout &L) { return *insertUnitAxis(L, 0, F); };
  auto Head = loop(rowMajor({B, N}), Grow, Rounds);
  ASSERT_EQ(Head.size(), 1u);
  EXPECT_LE(Rounds, 6u);
  EXPECT_EQ(Head[0].minRank(), 2u);
  EXPECT_EQ(isContiguous(Head[0], F), Answer::Yes);
}

TEST_F(JoinTest, LoopOfSlices) {
  unsigned Rounds = 0;
  auto Cut = [&](const Layout &L) {
    return *sliceAxis(L, 0, 1, std::nullopt, 1, F);
  };
  auto Head = loop(rowMajor({B, N}), Cut, Rounds);
  ASSERT_EQ(Head.size(), 1u);
  EXPECT_EQ(isContiguous(Head[0], F), Answer::Yes);
}

TEST_F(JoinTest, LoopOfSelections) {
  unsigned Rounds = 0;
  auto First = [&](const Layout &L) { return *dropAxis(L, 0, F); };
  auto Head = loop(rowMajorLike(unknownLayout("x", Symbols)), First, Rounds);
  ASSERT_EQ(Head.size(), 1u);
  EXPECT_EQ(isContiguous(Head[0], F), Answer::Yes);
}

TEST_F(JoinTest, LoopThatCopies) {
  // x unguarded first, then always fresh.
  unsigned Rounds = 0;
  auto Linear = [&](const Layout &L) { return rowMajor({sizeOf(L, 0), C}); };
  auto Head = loop(unknownLayoutOfRank("w", 2, Symbols), Linear, Rounds);
  EXPECT_EQ(Head.size(), 2u);
  EXPECT_EQ(Rounds, 2u);
}

} // namespace
} // namespace tensortidy
