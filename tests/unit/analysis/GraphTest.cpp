// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Analysed.h"

#include "analysis/Graph.h"
#include "analysis/Uses.h"

namespace tensortidy {
namespace {

TEST(Graph, LoopBodiesComeBeforeWhatFollows) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.loop([&] { B.add(Write{X}); });
  B.ret({X});
  const Function F = B.take();
  const Graph G(F);
  // 0 -> 1 (head) -> 2 (body) -> 1, 1 -> 3 (after).
  EXPECT_EQ(G.Order, (std::vector<unsigned>{0, 1, 2, 3}));
  EXPECT_TRUE(G.isBackEdge({2, 0}, 1));
  EXPECT_FALSE(G.isBackEdge({0, 0}, 1));
}

TEST(Graph, UnreachableBlocksAreLeftOut) {
  TestFunction B("f");
  B.ret();
  const Function F = B.take();
  ASSERT_EQ(F.Blocks.size(), 2u);
  const Graph G(F);
  EXPECT_EQ(G.Order, std::vector<unsigned>{0});
  EXPECT_EQ(G.Position[1], Graph::Unreachable);
}

TEST(Liveness, EndsAtTheLastReadAndBeginsAtTheDefinition) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x"), Y = B.local("y");
  B.branch(
      Condition::unknown(), [&] { B.assign(Y, X); },
      [&] { B.assign(Y, NoId); });
  B.ret({Y});
  const Function F = B.take();
  const Liveness L(F);
  EXPECT_EQ(L.AtEntry[0].Places, std::vector<PlaceId>{X});
  EXPECT_EQ(L.AtEntry[1].Places, std::vector<PlaceId>{X});
  EXPECT_TRUE(L.AtEntry[2].Places.empty());
  EXPECT_EQ(L.AtEntry[3].Places, std::vector<PlaceId>{Y});
}

TEST(Liveness, GoesRoundLoops) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x"), Y = B.local("y");
  B.assign(Y, NoId);
  B.loop([&] {
    B.add(Write{Y});
    B.assign(Y, X);
  });
  B.ret({});
  const Function F = B.take();
  const Liveness L(F);
  EXPECT_EQ(L.AtEntry[1].Places, (std::vector<PlaceId>{X, Y}));
  EXPECT_TRUE(L.AtEntry[3].Places.empty());
}

} // namespace
} // namespace tensortidy
