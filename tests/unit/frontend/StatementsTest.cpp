// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LowerSource.h"

#include <gmock/gmock.h>

#include <algorithm>

using namespace tensortidy;
using testing::HasSubstr;
using testing::Not;

namespace {

TEST(Statements, AChecksConditionStaysWhole) {
  std::string Text = lowerSource(R"(
    void f(at::Tensor x, at::Tensor y) {
      TORCH_CHECK(x.dim() == 4 && y.is_contiguous(), "message", x.sizes());
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("if (x.dim() == 4 && contiguous(y))"));
  EXPECT_THAT(Text, HasSubstr("if !(x.dim() == 4 && contiguous(y))"));
}

TEST(Statements, AFailingCheckLeadsNowhere) {
  Lowered L =
      lowerSource("void f(at::Tensor x) { TORCH_CHECK(x.is_contiguous()); }");
  const Function *F = L.function("f");
  ASSERT_TRUE(F);
  ASSERT_EQ(F->Blocks.size(), 3u);
  EXPECT_TRUE(F->Blocks[1].Successors.empty());
}

TEST(Statements, ThrowAndHelpersThatAlwaysThrow) {
  Lowered L = lowerSource(R"(
    void fail(const char *why) { throw why; }
    at::Tensor f(at::Tensor x) {
      if (!x.is_contiguous()) fail("x");
      if (x.dim() != 2) throw 1;
      return x;
    })");
  const Function *F = L.function("f");
  ASSERT_TRUE(F);
  // Two that fail and the one that returns.
  auto Ends =
      std::count_if(F->Blocks.begin(), F->Blocks.end(),
                    [](const Block &B) { return B.Successors.empty(); });
  EXPECT_EQ(Ends, 3);
  EXPECT_THAT(L.text("f"), Not(HasSubstr("call fail")));
}

// The way of glog's CHECK: the destructor of a temporary ends the program.
TEST(Statements, ATemporaryThatNeverReturns) {
  Lowered L = lowerSource(R"(
    struct Fatal { ~Fatal() __attribute__((noreturn)); int stream(); };
    struct Voidify { void operator&(int); };
    at::Tensor f(at::Tensor x) {
      x.is_contiguous() ? (void)0 : Voidify() & Fatal().stream();
      return x.view({-1});
    })");
  const Function *F = L.function("f");
  ASSERT_TRUE(F);
  auto Ends =
      std::count_if(F->Blocks.begin(), F->Blocks.end(),
                    [](const Block &B) { return B.Successors.empty(); });
  EXPECT_EQ(Ends, 2) << L.text("f");
}

TEST(Statements, BooleanVariables) {
  std::string Text = lowerSource(R"(
    void f(at::Tensor x, at::Tensor y) {
      const bool same = x.sizes() == y.sizes() && x.strides() == y.strides();
      if (same) y = x;
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("same"));
  EXPECT_THAT(Text, HasSubstr("y = x"));
}

TEST(Statements, LoopsAndSwitches) {
  std::string Text = lowerSource(R"(
    at::Tensor f(at::Tensor x) {
      for (int64_t i = 0; i < x.size(0); ++i) {
        if (i == 3) continue;
        x = x.t();
      }
      switch (x.dim()) {
      case 2: return x.t();
      case 3: x = x.contiguous(); break;
      default: throw 1;
      }
      return x;
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("i := (i + 1)"));
  EXPECT_THAT(Text, HasSubstr("if i < x.size(0)"));
  EXPECT_THAT(Text, HasSubstr("if x.dim() == 2"));
  EXPECT_THAT(Text, HasSubstr("if x.dim() == 3"));
}

TEST(Statements, DispatchedLambdasArePartOfTheFunction) {
  std::string Text = lowerSource(R"(
    void f(at::Tensor x) {
      TORCH_CHECK(x.is_contiguous());
      AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "f", [&] {
        auto *p = x.data_ptr<scalar_t>();
        at::parallel_for(0, x.size(0), 1, [&](int64_t b, int64_t e) {
          for (int64_t i = b; i < e; ++i) p[i] = 0;
        });
      });
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("p = "));
  EXPECT_THAT(Text, HasSubstr("use p: indexed"));
  // The copy for the second scalar type is left out.
  EXPECT_EQ(Text.find("pointer of x"), Text.rfind("pointer of x"));
}

TEST(Statements, LambdasKeptInVariables) {
  Lowered L = lowerSource(R"(
    struct Holder { template <class F> Holder(F); };
    void f(at::Tensor x) {
      auto g = [](const auto &t) { return t.contiguous(); };
      auto y = g(x);
    }
    auto h(at::Tensor x) { return [x] { return x.view({-1}); }; }
  )");
  EXPECT_THAT(L.text("f"), HasSubstr("aten::contiguous(x, -)"));
  EXPECT_THAT(L.text("h::(lambda)"), HasSubstr("aten::view(x, [-1])"));
}

TEST(Statements, CatchForgetsWhatTheTryChanged) {
  std::string Text = lowerSource(R"(
    at::Tensor f(at::Tensor x) {
      try { x = x.contiguous(); } catch (int) { return x; }
      return x;
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("forget x: after an exception"));
}

TEST(Statements, IfConstexprTakesOneBranch) {
  std::string Text = lowerSource(R"(
    template <bool B> at::Tensor f(at::Tensor x) {
      if constexpr (B) return x.t(); else return x.contiguous();
    }
    at::Tensor g(at::Tensor x) { return f<true>(x); }
  )")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("aten::t(x)"));
  EXPECT_THAT(Text, Not(HasSubstr("contiguous")));
}

} // namespace
