// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Types, devices and gradients of what operators give.

#include "EvaluateFixture.h"

using namespace tensortidy;

namespace {

constexpr int8_t Half = 5, Float = 6;

class TraitsTest : public EvaluateTest {
protected:
  ActualArgument having(std::optional<int8_t> Type, std::optional<bool> OnCpu,
                        std::optional<bool> RequiresGrad) {
    ActualArgument A = tensor(rowMajor({B, N}));
    A.Has = {Type, OnCpu, RequiresGrad};
    return A;
  }
  static ActualArgument asked(Traits Asks) {
    ActualArgument A;
    A.TheKind = Kind::Unknown;
    A.Has = Asks;
    return A;
  }
  static ActualArgument nothing() {
    ActualArgument A;
    A.TheKind = Kind::Undefined;
    return A;
  }
  Traits of(const std::string &Name,
            const std::vector<ActualArgument> &Arguments) {
    return run(Name, Arguments).Results[0].Has;
  }
};

TEST_F(TraitsTest, ViewsAndCopiesHaveWhatTheirSourceHas) {
  ActualArgument X = having(Half, false, false);
  for (const char *Name : {"aten::t", "aten::contiguous", "aten::clone",
                           "aten::relu", "aten::zeros_like", "aten::detach"}) {
    EXPECT_EQ(of(Name, {X}).ScalarType, Half) << Name;
    EXPECT_EQ(of(Name, {X}).OnCpu, false) << Name;
    EXPECT_EQ(of(Name, {X}).RequiresGrad, false) << Name;
  }
  EXPECT_EQ(of("aten::view_as_real", {X}).ScalarType, std::nullopt);
}

TEST_F(TraitsTest, WhatIsAskedForComesFirst) {
  ActualArgument X = having(Half, true, false);
  EXPECT_EQ(of("aten::to.dtype", {X, asked({Float, {}, {}})}).ScalarType,
            Float);
  EXPECT_EQ(of("aten::to.dtype", {X, asked({})}).ScalarType, std::nullopt);
  EXPECT_EQ(of("aten::zeros_like", {X, asked({Float, {}, false})}).ScalarType,
            Float);
  Traits Moved = of("aten::to.device",
                    {X, asked({{}, false, {}}), asked({Float, {}, {}})});
  EXPECT_EQ(Moved.OnCpu, false);
  EXPECT_EQ(of("aten::to.other", {X, having(Float, false, {})}).OnCpu, false);
}

TEST_F(TraitsTest, OperandsMustAgree) {
  ActualArgument X = having(Half, true, false), Y = having(Float, {}, {});
  EXPECT_EQ(of("aten::add.Tensor", {X, X}).ScalarType, Half);
  EXPECT_EQ(of("aten::add.Tensor", {X, X}).OnCpu, true);
  Traits Mixed = of("aten::add.Tensor", {X, Y});
  EXPECT_EQ(Mixed.ScalarType, std::nullopt);
  EXPECT_EQ(Mixed.OnCpu, std::nullopt);
  EXPECT_EQ(Mixed.RequiresGrad, std::nullopt);
  EXPECT_EQ(of("aten::gt.Tensor", {X, Y}).ScalarType, BoolType);
}

/// The reverse depends on the grad mode.
TEST_F(TraitsTest, AGradientIsNotWantedIfNoArgumentsIs) {
  ActualArgument X = having({}, {}, false), W = having({}, {}, true);
  EXPECT_EQ(of("aten::mul.Tensor", {X, X}).RequiresGrad, false);
  EXPECT_EQ(of("aten::mul.Tensor", {X, W}).RequiresGrad, std::nullopt);
  EXPECT_EQ(of("aten::mul.Tensor", {W, W}).RequiresGrad, std::nullopt);
  // In place, the tensor itself may come to want one.
  EXPECT_EQ(of("aten::mul_.Tensor", {X, W}).RequiresGrad, std::nullopt);
  EXPECT_EQ(of("aten::requires_grad_", {X}).RequiresGrad, true);
}

TEST_F(TraitsTest, AllocatedOnTheCpuUnlessAskedOtherwise) {
  ActualArgument Sizes = ints({B, N});
  Traits Plain = of("aten::zeros", {Sizes});
  EXPECT_EQ(Plain.ScalarType, std::nullopt); // the default may be any
  EXPECT_EQ(Plain.OnCpu, true);
  EXPECT_EQ(Plain.RequiresGrad, false);
  // zeros(size, dtype, layout, device)
  Traits Asked = of("aten::zeros", {Sizes, asked({Half, {}, true}),
                                    ActualArgument(), asked({{}, false, {}})});
  EXPECT_EQ(Asked.ScalarType, Half);
  EXPECT_EQ(Asked.OnCpu, false);
  EXPECT_EQ(Asked.RequiresGrad, true);
  Traits Unknown = of("aten::zeros", {Sizes, asked({}), asked({}), asked({})});
  EXPECT_EQ(Unknown.OnCpu, std::nullopt);
  EXPECT_EQ(Unknown.RequiresGrad, std::nullopt);
  EXPECT_EQ(of("aten::zeros", {Sizes, nothing(), nothing(), nothing()}).OnCpu,
            true);
}

TEST_F(TraitsTest, KnownTypesSayHowLargeTheyAre) {
  EXPECT_EQ(elementSize(Half), 2);
  EXPECT_EQ(elementSize(LongType), 8);
  EXPECT_EQ(elementSize(100), std::nullopt);
  EXPECT_EQ(isComplexType(Float), false);
  EXPECT_EQ(isComplexType(9), true);
  EXPECT_TRUE(isMaskType(BoolType));
  EXPECT_FALSE(isMaskType(LongType));
}

TEST(TypeWidths, OfOneKindOnly) {
  constexpr int8_t Int = 3, Double = 7, Float32 = 6, Float16 = 5, BFloat16 = 15;
  EXPECT_TRUE(isWider(Double, Float32));
  EXPECT_TRUE(isWider(Float32, BFloat16));
  EXPECT_TRUE(isWider(LongType, Int));
  EXPECT_FALSE(isWider(Float32, Double));
  EXPECT_FALSE(isWider(Float16, BFloat16));
  EXPECT_FALSE(isWider(LongType, Float16));
  EXPECT_FALSE(isWider(Int, BoolType));
  EXPECT_FALSE(isWider(Int, 100));
}

} // namespace
