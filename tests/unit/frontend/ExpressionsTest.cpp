// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LowerSource.h"

#include <gmock/gmock.h>

using namespace tensortidy;
using testing::HasSubstr;
using testing::Not;

namespace {

TEST(Expressions, MethodsBecomeOperators) {
  std::string Text = lowerSource(R"(
    at::Tensor f(const at::Tensor &x) {
      auto y = x.transpose(1, 2).contiguous();
      return at::matmul(y, x);
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("aten::transpose.int(x, 1, 2)"));
  EXPECT_THAT(Text, HasSubstr("y = aten::contiguous("));
  EXPECT_THAT(Text, HasSubstr("aten::matmul(y, x)"));
}

TEST(Expressions, IntegersKeepTheirOrigin) {
  std::string Text = lowerSource(R"(
    at::Tensor f(const at::Tensor &x) {
      const auto B = x.size(0);
      int64_t C = x.size(-1), D = B * C / 2;
      constexpr int K = 3;
      return x.view({B, D, K, -1});
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("B := x.size(0)"));
  EXPECT_THAT(Text, HasSubstr("C := x.size(-1)"));
  EXPECT_THAT(Text, HasSubstr("D := ((B * C) / 2)"));
  EXPECT_THAT(Text, HasSubstr("aten::view(x, [B, D, K, -1])"));
}

TEST(Expressions, SizesOfAnotherTensor) {
  std::string Text = lowerSource(R"(
    at::Tensor f(at::Tensor x, at::Tensor y) {
      auto s = x.sizes();
      auto a = y.view(s);
      return a.view({s[1], s.back()});
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("a = aten::view(y, x.sizes())"));
  EXPECT_THAT(Text, HasSubstr("aten::view(a, [x.size(1), x.size(-1)])"));
}

// sizes() refers to the tensor that x was, not to what x is later.
TEST(Expressions, SizesAreOfTheTensorAtThatTime) {
  std::string Text = lowerSource(R"(
    at::Tensor f(at::Tensor x) {
      auto s = x.sizes();
      x = x.transpose(0, 1);
      return x.view(s);
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("x = x  @"));
  EXPECT_THAT(Text, HasSubstr("x = aten::transpose.int(x, 0, 1)"));
}

TEST(Expressions, IndexLists) {
  std::string Text = lowerSource(R"(
    using namespace at::indexing;
    at::Tensor f(at::Tensor x, at::Tensor mask, int64_t n) {
      return x.index({Slice(0, n), None, "...", Ellipsis, 0, mask, Slice()});
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("{0:n, None, ..., ..., int, mask, :}"));
}

TEST(Expressions, AbsentArgumentsAreAbsent) {
  std::string Text = lowerSource(R"(
    at::Tensor f(at::Tensor x) {
      return x.contiguous(at::MemoryFormat::ChannelsLast).flatten(1);
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("aten::contiguous(x, channels-last)"));
  EXPECT_THAT(Text, HasSubstr(", 1, -)"));
}

TEST(Expressions, AssigningToATemporaryWritesElements) {
  std::string Text =
      lowerSource("void f(at::Tensor x, at::Tensor y) { x[0] = y; }").text("f");
  EXPECT_THAT(Text, HasSubstr("at::Tensor::operator[](x, 0)"));
  EXPECT_THAT(Text, HasSubstr("aten::copy_("));
}

TEST(Expressions, InPlaceFormsGiveTheirArgument) {
  std::string Text = lowerSource(R"(
    void f(at::Tensor x, at::Tensor y, at::Tensor out) {
      x.transpose_(0, 1);
      at::add_out(out, x, y);
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("x = aten::transpose_(x, 0, 1)"));
  EXPECT_THAT(Text, HasSubstr("out = aten::add.out("));
}

TEST(Expressions, ArmsOfAConditionalAreBlocks) {
  std::string Text = lowerSource(R"(
    at::Tensor f(at::Tensor x) {
      return x.is_contiguous() ? x : x.contiguous();
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("if contiguous(x)"));
  EXPECT_THAT(Text, HasSubstr("if !contiguous(x)"));
  EXPECT_THAT(Text, HasSubstr("aten::contiguous(x, -)"));
  EXPECT_THAT(Text, Not(HasSubstr("forget")));
}

TEST(Expressions, OptionalsListsAndTuples) {
  std::string Text = lowerSource(R"(
    std::tuple<at::Tensor, at::Tensor> two(at::Tensor x);
    at::Tensor f(const c10::optional<at::Tensor> &o, at::Tensor x) {
      at::Tensor y = o.value_or(x);
      auto parts = x.unbind(0);
      std::vector<at::Tensor> v;
      v.push_back(parts[0]);
      auto [a, b] = two(y);
      std::tie(a, b) = two(x);
      auto m = std::get<1>(at::max(x, 0));
      return at::stack(v, 0);
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("= one of {o, x}"));
  EXPECT_THAT(Text, HasSubstr("parts = aten::unbind.int(x, 0)"));
  EXPECT_THAT(Text, HasSubstr("v = one of {v, parts}"));
  EXPECT_THAT(Text, HasSubstr("= call two(y)"));
  EXPECT_THAT(Text, HasSubstr("= call two(x)"));
  EXPECT_THAT(Text, HasSubstr("aten::stack(v..., 0)"));
}

TEST(Expressions, MaybeOwnedIsItsTensor) {
  std::string Text = lowerSource(R"(
    void use(const float *);
    void f(at::Tensor x) {
      auto c = x.expect_contiguous();
      use(c->data_ptr<float>());
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("c = at::Tensor::expect_contiguous(x, -)"));
  EXPECT_THAT(Text, HasSubstr("pointer of c"));
}

TEST(Expressions, WhatIsNotFollowedIsForgotten) {
  std::string Text = lowerSource(R"(
    void reseat(at::Tensor &x);
    at::Tensor f(at::Tensor x, at::Tensor *p) {
      reseat(x);
      at::Tensor y = *p;
      return y;
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("forget x: changed by 'reseat'"));
  EXPECT_THAT(Text, HasSubstr("forget y"));
}

// A parameter that its function only writes through stays what it was.
TEST(Expressions, ASeenCalleeThatDoesNotReseatChangesNothing) {
  std::string Text = lowerSource(R"(
    static void fill(at::Tensor &x) { float *p = x.data_ptr<float>(); *p = 1; }
    void f(at::Tensor x) { fill(x); }
  )")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("call fill(x)"));
  EXPECT_THAT(Text, Not(HasSubstr("forget")));
}

} // namespace
