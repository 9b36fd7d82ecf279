// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LowerSource.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace tensortidy;

namespace {

unsigned nodes(const Condition &C) {
  unsigned N = 1;
  for (const Condition &Operand : C.Operands)
    N += nodes(Operand);
  return N;
}

// Each flag contains the one before it twice.
TEST(Limits, ConditionsDoNotMultiply) {
  std::string Code = "at::Tensor f(at::Tensor x, at::Tensor y) {\n"
                     "  bool b0 = x.is_contiguous();\n";
  for (int I = 1; I <= 12; ++I) {
    std::string N = std::to_string(I), Last = std::to_string(I - 1);
    Code += "  bool b" + N + " = b" + Last + " ? y.dim() == " + N +
            " : x.dim() == " + N + ";\n";
  }
  Lowered L = lowerSource(Code + "  if (b12) x = x.contiguous();\n"
                                 "  return x;\n}\n");
  const Function *F = L.function("f");
  ASSERT_TRUE(F);
  unsigned Most = 0;
  for (const Block &B : F->Blocks)
    for (const Edge &E : B.Successors)
      if (E.Assumes)
        Most = std::max(Most, nodes(*E.Assumes));
  EXPECT_GT(Most, 1u);
  EXPECT_LE(Most, 33u); // with the negation around it
}

TEST(Limits, DeepExpressionsAreLeftOut) {
  std::string Sum = "x.size(0)";
  for (int I = 0; I < 6000; ++I)
    Sum += "+x.size(0)";
  Lowered L = lowerSource("int64_t f(at::Tensor x) { return " + Sum + "; }");
  EXPECT_FALSE(L.function("f"));
  ASSERT_EQ(L.Stats.Skipped.size(), 1u);
  EXPECT_EQ(L.Stats.Skipped.front().str(),
            "f: too large: more than 600 expressions in one another");
}

TEST(Limits, ALongSumIsLowered) {
  std::string Sum = "x.size(0)";
  for (int I = 0; I < 200; ++I)
    Sum += "+x.size(0)";
  Lowered L = lowerSource("int64_t f(at::Tensor x) { return " + Sum + "; }");
  EXPECT_TRUE(L.function("f"));
}

TEST(Limits, EachLambdaIsLoweredInPlaceOnce) {
  std::string Code = "void launch(const float *p);\nvoid f(at::Tensor x) {\n";
  for (int I = 0; I < 300; ++I)
    Code += "  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), \"f\", [&] {\n"
            "    launch(x.data_ptr<float>());\n  });\n";
  Lowered L = lowerSource(Code + "}\n");
  ASSERT_TRUE(L.function("f"));
  const std::string Text = L.text("f");
  size_t Launches = 0;
  for (size_t At = Text.find("launch"); At != std::string::npos;
       At = Text.find("launch", At + 1))
    ++Launches;
  EXPECT_GE(Launches, 300u);
  EXPECT_EQ(Text.find("changed by a lambda"), std::string::npos);
}

// Five calls of five calls of ...: 15625 in all.
TEST(Limits, LambdasInsideLambdas) {
  std::string Code = "at::Tensor f(at::Tensor x) {\n"
                     "  auto l0 = [&] { x = x.transpose(0, 1); };\n";
  for (int I = 1; I <= 6; ++I) {
    std::string Call = "l" + std::to_string(I - 1) + "(); ";
    Code += "  auto l" + std::to_string(I) + " = [&] { " + Call + Call + Call +
            Call + Call + "};\n";
  }
  Lowered L = lowerSource(Code + "  l6();\n  return x;\n}\n");
  const Function *F = L.function("f");
  ASSERT_TRUE(F);
  EXPECT_LT(F->Blocks.size(), 1000u);
  // What is not lowered in place is forgotten: also after the last call.
  std::string Text = L.text("f");
  size_t Lost = Text.rfind("changed by a lambda");
  ASSERT_NE(Lost, std::string::npos);
  EXPECT_EQ(Text.find("transpose", Lost), std::string::npos);
}

} // namespace
