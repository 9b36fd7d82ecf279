// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestFunction.h"

#include <gtest/gtest.h>

namespace tensortidy {
namespace {

TEST(Condition, NegatingTwiceGivesTheConditionBack) {
  const Condition C = Condition::negated(Condition::negated(contiguous(3)));
  EXPECT_EQ(C.TheKind, Condition::Kind::Contiguous);
  EXPECT_EQ(C.Tensor, 3u);
}

TEST(Condition, TheOppositeOfUnknownIsUnknown) {
  EXPECT_EQ(Condition::negated(Condition::unknown()).TheKind,
            Condition::Kind::Unknown);
}

TEST(FileTable, SamePathSameFile) {
  FileTable Files;
  const uint32_t A = Files.add("a.cpp"), B = Files.add("b.cu");
  EXPECT_NE(A, B);
  EXPECT_EQ(Files.add("a.cpp"), A);
  EXPECT_EQ(Files.path(B), "b.cu");
  EXPECT_EQ(Files.size(), 2u);
}

TEST(Function, IdsCountPerKind) {
  Function F;
  EXPECT_EQ(F.addPlace(PlaceKind::Local, "x"), 0u);
  EXPECT_EQ(F.addPlace(PlaceKind::Local, "y"), 1u);
  EXPECT_EQ(F.addInteger("n"), 0u);
  EXPECT_EQ(F.addPointer("p"), 0u);
}

} // namespace
} // namespace tensortidy
