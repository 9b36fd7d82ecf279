// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "program/Flags.h"

#include "TestFunction.h"

#include "gtest/gtest.h"

namespace tensortidy {
namespace {

std::vector<Condition> conditionsOf(const Function &F) {
  std::vector<Condition> Out;
  for (const Block &B : F.Blocks)
    for (const Edge &E : B.Successors)
      if (E.Assumes)
        Out.push_back(*E.Assumes);
  return Out;
}

TEST(Flags, OneThatIsAskedOnceIsItsMeaning) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.branch(flag(B.integer("dense"), contiguous(X)), [] {});
  Function F = B.take();
  dropSingleFlags(F);
  const std::vector<Condition> Left = conditionsOf(F);
  ASSERT_EQ(Left.size(), 2u);
  EXPECT_EQ(Left[0].TheKind, Condition::Kind::Contiguous);
  EXPECT_EQ(Left[1].Operands.front().TheKind, Condition::Kind::Contiguous);
}

TEST(Flags, OneWithoutAMeaningSaysNothing) {
  TestFunction B("f");
  B.branch(flag(B.integer("copy")), [] {});
  Function F = B.take();
  dropSingleFlags(F);
  EXPECT_EQ(conditionsOf(F).at(0).TheKind, Condition::Kind::Unknown);
}

TEST(Flags, OneThatIsAskedTwiceStays) {
  TestFunction B("f");
  const IntId Copy = B.integer("copy");
  B.branch(flag(Copy), [] {});
  B.branch(flag(Copy), [] {});
  Function F = B.take();
  dropSingleFlags(F);
  EXPECT_EQ(conditionsOf(F).at(0).TheKind, Condition::Kind::Flag);
}

} // namespace
} // namespace tensortidy
