// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Analysed.h"

#include <algorithm>

namespace tensortidy {
namespace {

/// N guarded steps, each of which makes and reads tensors of its own.
Function chain(int N) {
  TestFunction B("chain");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  PlaceId Last = X;
  for (int J = 0; J < N; ++J) {
    const PlaceId Y = B.transpose("y" + std::to_string(J), Last, 0, 1);
    B.check(Condition::unknown());
    B.branch(Condition::unknown(), [&] { B.add(Write{Y}); });
    Last = Y;
  }
  B.ret({Last});
  return B.take();
}

/// The cost counted in facts, not in seconds.
unsigned cost(const Function &F) {
  FunctionAnalysis A(F);
  EXPECT_TRUE(A.run()) << A.whyNot();
  return A.factsVisited();
}

TEST(Cost, StraightCodeIsReadOnce) { EXPECT_EQ(cost(chain(40)), 40u * 2 + 3); }

TEST(Cost, GrowsWithTheLength) {
  EXPECT_LE(cost(chain(160)), 2.2 * cost(chain(80)));
}

TEST(Cost, LoopsAreReadAFewTimes) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"A", "B", "C"});
  for (int J = 0; J < 10; ++J)
    B.loop([&] { B.assign(X, B.transpose("", X, 0, 1)); });
  B.ret({X});
  const Function F = B.take();
  unsigned Facts = 0;
  for (const Block &K : F.Blocks)
    Facts += static_cast<unsigned>(K.Facts.size());
  EXPECT_LE(cost(F), 5 * Facts);
}

/// States hold what is read later and nothing else.
TEST(Cost, DeadValuesAreDropped) {
  const Function F = chain(50);
  FunctionAnalysis A(F);
  ASSERT_TRUE(A.run());
  for (unsigned Block = 0; Block < F.Blocks.size(); ++Block)
    if (const State *S = A.at(Block)) {
      EXPECT_LE(S->Places.size(), 2u);
      EXPECT_TRUE(S->Integers.empty());
    }
}

/// N new tensors, of which much is learnt, each dead after a few lines; a guard
/// on x is asked for at the end.
Function guards(int N) {
  TestFunction B("guards");
  const PlaceId X = ranked(B, "x", {"B", "C"});
  B.check(contiguous(X));
  for (int J = 0; J < N; ++J) {
    const PlaceId Y = B.local("y" + std::to_string(J));
    B.call("load", {}, {Y});
    B.check(both(equal(rank(Y), lit(3)), equal(size(Y, 0), size(X, 0))));
    B.check(contiguous(Y));
    B.apply("", "aten::reshape", {T(Y), Is({size(X, 0), lit(-1)})});
  }
  B.ret({X});
  return B.take();
}

/// Neither do facts about values that are gone pile up.
TEST(Cost, FactsOfDeadValuesAreDropped) {
  const Function F = guards(100);
  FunctionAnalysis A(F);
  ASSERT_TRUE(A.run());
  size_t Most = 0;
  for (unsigned Block = 0; Block < F.Blocks.size(); ++Block)
    if (const State *S = A.at(Block))
      Most = std::max(Most, S->TheFacts.size());
  EXPECT_GT(Most, 0u);
  EXPECT_LE(Most, 200u);
}

TEST(Cost, FactsOfLiveValuesAreKept) {
  AnalysisLimits Limits;
  for (unsigned Dead : {0u, Limits.DeadFacts}) {
    Limits.DeadFacts = Dead;
    Analysed R(guards(20), Limits);
    ASSERT_TRUE(R.Converged);
    EXPECT_EQ(R.contiguous(R.F.Parameters[0].Tensor), Answer::Yes);
    EXPECT_EQ(R.value(R.F.Parameters[0].Tensor), "[B@C, C@1]");
  }
}

} // namespace
} // namespace tensortidy
