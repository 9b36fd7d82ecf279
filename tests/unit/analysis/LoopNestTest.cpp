// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Analysed.h"

#include "analysis/LoopChanges.h"
#include "analysis/LoopNest.h"

namespace tensortidy {
namespace {

/// The block of the fact that defines \p P, and its index there.
std::pair<unsigned, size_t> definition(const Function &F, PlaceId P) {
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    for (size_t I = 0; I < F.Blocks[B].Facts.size(); ++I) {
      Uses Defined;
      collectDefinitions(F.Blocks[B].Facts[I], F, Defined);
      for (PlaceId Each : Defined.Places)
        if (Each == P)
          return {B, I};
    }
  ADD_FAILURE() << "no definition";
  return {0, 0};
}

TEST(LoopNest, InnerLoopsAreInOuterOnes) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  PlaceId Outer = NoId, Inner = NoId, Early = NoId;
  B.loop([&] {
    Outer = B.contiguousOf("outer", X);
    B.branch(Condition::unknown(), [&] {
      Early = B.contiguousOf("early", X);
      B.ret({Early});
    });
    B.loop([&] { Inner = B.contiguousOf("inner", X); });
  });
  const PlaceId After = B.contiguousOf("after", X);
  const Function F = B.take();
  const LoopNest Nest(F);
  ASSERT_EQ(Nest.size(), 2u);
  const std::optional<unsigned> In = Nest.innermost(definition(F, Inner).first);
  const std::optional<unsigned> Out =
      Nest.innermost(definition(F, Outer).first);
  ASSERT_TRUE(In && Out);
  EXPECT_NE(*In, *Out);
  EXPECT_EQ(Nest[*In].Parent, Out);
  EXPECT_FALSE(Nest[*Out].Parent);
  EXPECT_FALSE(Nest.innermost(definition(F, After).first));
  EXPECT_EQ(Nest.depth(definition(F, Inner).first), 2u);
  EXPECT_EQ(Nest.depth(definition(F, Outer).first), 1u);
  EXPECT_EQ(Nest.depth(definition(F, After).first), 0u);
}

TEST(LoopNest, WhatLeavesTheLoopIsNotInIt) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  PlaceId Some = NoId, All = NoId;
  B.loop([&] {
    B.returnIf(Condition::unknown());
    B.branch(Condition::unknown(), [&] { Some = B.contiguousOf("some", X); });
    All = B.contiguousOf("all", X);
  });
  const Function F = B.take();
  const LoopNest Nest(F);
  ASSERT_EQ(Nest.size(), 1u);
  unsigned Inside = 0;
  for (unsigned Block = 0; Block < F.Blocks.size(); ++Block)
    for (const Fact &Each : F.Blocks[Block].Facts)
      if (std::get_if<Return>(&Each.What))
        EXPECT_FALSE(Nest[0].contains(Block));
      else
        Inside += Nest[0].contains(Block);
  EXPECT_EQ(Inside, 2u);
  EXPECT_TRUE(Nest.isInEveryIteration(0, definition(F, All).first));
  EXPECT_FALSE(Nest.isInEveryIteration(0, definition(F, Some).first));
}

TEST(LoopChanges, ValuesThatAreMadeOfTheSameAreTheSame) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x"), W = B.parameter("w");
  const IntId N = B.define("n", size(X, 0));
  const IntId J = B.define("j", lit(0));
  PlaceId Same = NoId, Slice = NoId, Sum = NoId, Random = NoId;
  B.loop([&] {
    B.define(J, sum({var(J), lit(1)}));
    PlaceId Flat = B.apply("", "aten::narrow", {T(W), I(0), I(0), I(var(N))});
    Same = B.contiguousOf("same", Flat);
    Slice = B.apply("slice", "aten::select.int", {T(W), I(0), I(var(J))});
    Sum = B.apply("sum", "aten::add.Tensor", {T(X), T(Same)});
    Random = B.apply("random", "aten::rand", {Is({lit(4)})});
    B.assign(X, Sum);
  });
  Function F = B.take();
  for (Block &Each : F.Blocks)
    for (Fact &In : Each.Facts)
      if (auto *A = std::get_if<Apply>(&In.What))
        A->RestIsConstant = true;
  const LoopNest Nest(F);
  LoopChanges Changes(F, Nest);
  EXPECT_FALSE(Changes.changes(W, 0));
  EXPECT_FALSE(Changes.changes(Same, 0));
  EXPECT_TRUE(Changes.changes(Slice, 0));
  EXPECT_TRUE(Changes.changes(Sum, 0));
  EXPECT_TRUE(Changes.changes(X, 0));
  EXPECT_TRUE(Changes.changes(Random, 0));
  EXPECT_FALSE(Changes.changes(var(N), 0));
  EXPECT_TRUE(Changes.changes(var(J), 0));
}

TEST(LoopChanges, WhatIsDefinedAnewIsNotCarried) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x"), Y = B.parameter("y");
  const PlaceId H = B.local("h");
  B.assign(H, X);
  PlaceId Long = NoId, Joined = NoId;
  B.loop([&] {
    Long = B.apply("long", "aten::cat", {List({X, Y}), I(0)});
    B.assign(X, Long);
    Joined = B.apply("joined", "aten::cat", {List({H, Y}), I(0)});
    B.assign(H, Joined);
    B.assign(H, Y);
  });
  const Function F = B.take();
  const LoopNest Nest(F);
  const LoopChanges Changes(F, Nest);
  auto [Block, Index] = definition(F, Long);
  EXPECT_TRUE(Changes.isCarriedTo(X, 0, Block, Index));
  EXPECT_TRUE(Changes.isCarriedFrom(X, 0, Block, Index + 1));
  std::tie(Block, Index) = definition(F, Joined);
  EXPECT_TRUE(Changes.isCarriedTo(H, 0, Block, Index));
  EXPECT_FALSE(Changes.isCarriedFrom(H, 0, Block, Index + 1));
}

} // namespace
} // namespace tensortidy
