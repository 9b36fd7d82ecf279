// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random chains of operators: every answer that the algebra decides is
// compared with a concrete tensor's.

#include "RandomRun.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>

namespace tensortidy {
namespace {

unsigned fromEnvironment(const char *Name, unsigned Default) {
  const char *Value = std::getenv(Name);
  return Value ? unsigned(std::strtoul(Value, nullptr, 10)) : Default;
}

/// TENSOR_TIDY_LAYOUT_RUNS and _SEED look for more than the committed seeds.
unsigned runs() { return fromEnvironment("TENSOR_TIDY_LAYOUT_RUNS", 1500); }
unsigned seed(unsigned Mode) {
  return fromEnvironment("TENSOR_TIDY_LAYOUT_SEED", 0) + Mode * 10000000;
}

Tally runMany(Knowledge Mode, unsigned Runs, unsigned FirstSeed) {
  Tally Results;
  for (unsigned I = 0; I < Runs; ++I)
    RandomRun(std::mt19937(FirstSeed + I), Mode, Results).run();
  unsigned Decided = Results.total(&Tally::Count::Decided);
  unsigned Unknown = Results.total(&Tally::Count::Unknown);
  std::cout << Decided + Unknown << " answers, " << Decided << " decided, "
            << Results.total(&Tally::Count::Contradicted) << " contradicted\n"
            << Results.print();
  for (const std::string &Text : Results.Contradictions)
    ADD_FAILURE() << Text;
  EXPECT_EQ(Results.total(&Tally::Count::Contradicted), 0u);
  return Results;
}

TEST(RandomLayout, ExactSizesAndStrides) {
  Tally T = runMany(Knowledge::Exact, runs(), seed(1));
  EXPECT_GT(T.shareDecided("contiguous"), 0.85);
  EXPECT_GT(T.shareDecided("dense"), 0.85);
  EXPECT_GT(T.shareDecided("view"), 0.85);
}

TEST(RandomLayout, OpaqueStrides) {
  Tally T = runMany(Knowledge::OpaqueStrides, runs(), seed(2));
  EXPECT_GT(T.shareDecided("view"), 0.3);
  EXPECT_GT(T.shareDecided("contiguous"), 0.1);
}

TEST(RandomLayout, UnknownRank) {
  runMany(Knowledge::UnknownRank, runs(), seed(3));
}

TEST(RandomLayout, UnknownRankContiguous) {
  Tally T = runMany(Knowledge::UnknownRankContiguous, runs(), seed(4));
  EXPECT_GT(T.shareDecided("contiguous"), 0.5);
}

} // namespace
} // namespace tensortidy
