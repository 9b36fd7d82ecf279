// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LowerSource.h"

#include <gmock/gmock.h>

using namespace tensortidy;
using testing::HasSubstr;
using testing::Not;

namespace {

TEST(Pointers, ThroughALocalIntoALoop) {
  std::string Text = lowerSource(R"(
    float f(const at::Tensor &x) {
      const float *p = x.data_ptr<float>();
      float sum = *p + p[0];
      for (int i = 0; i < 8; ++i) sum += p[i];
      return sum + *(p + 3);
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("pointer of x"));
  EXPECT_THAT(Text, HasSubstr("use p: first element"));
  EXPECT_THAT(Text, HasSubstr("use p: indexed"));
}

TEST(Pointers, StridesGoAlong) {
  std::string Text = lowerSource(R"(
    void launch(float *p, int64_t stride);
    void f(at::Tensor x, at::Tensor y) {
      const int64_t s = x.stride(0);
      launch(x.data_ptr<float>(), s);
      launch(y.data_ptr<float>(), y.size(0));
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("call of launch, with the strides of x"));
  EXPECT_THAT(Text, HasSubstr("call of launch  @"));
}

TEST(Pointers, ThroughFieldsOfAStruct) {
  std::string Text = lowerSource(R"(
    struct Params { float *q; int64_t s; };
    void run(const Params &p);
    void f(at::Tensor x) {
      Params p;
      p.q = x.data_ptr<float>();
      p.s = x.stride(0);
      run(p);
    })")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("use p.q: call of run, with the strides of x"));
}

TEST(Pointers, StridesKeptInAnArray) {
  Lowered L = lowerSource(R"(
    struct Info { Info(float *, int64_t, int64_t *); };
    void f(at::Tensor x) {
      int64_t sizes[8], strides[8];
      for (int i = 0; i < x.dim(); ++i) {
        sizes[i] = x.size(i);
        strides[i] = x.stride(i);
      }
      Info info(x.data_ptr<float>(), x.dim(), strides);
    }
    void g(at::Tensor x) {
      std::vector<int64_t> s;
      s.push_back(x.stride(0));
      Info info(x.data_ptr<float>(), s[0], nullptr);
    })");
  for (const char *Name : {"f", "g"})
    EXPECT_THAT(L.text(Name), HasSubstr("call of Info, with the strides of x"));
}

TEST(Pointers, NullAndCastsAreNoUses) {
  std::string Text = lowerSource(R"(
    bool f(at::Tensor x) {
      float *p = x.data_ptr<float>();
      void *v = static_cast<void *>(p);
      return p != nullptr && reinterpret_cast<uintptr_t>(p) % 16 == 0 && v;
    })")
                         .text("f");
  EXPECT_THAT(Text, Not(HasSubstr("use ")));
}

TEST(Pointers, ReadOnlyPointers) {
  std::string Text = lowerSource(R"(
    void take(const float *);
    void f(at::Tensor x) { take(x.const_data_ptr<float>()); }
  )")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr("pointer of x to read"));
}

TEST(Pointers, MemoryCopies) {
  std::string Text = lowerSource(R"(
    #include <cstring>
    void f(at::Tensor x, void *to) { std::memcpy(to, x.data_ptr(), 4); }
  )")
                         .text("f");
  EXPECT_THAT(Text, HasSubstr(": memcpy of"));
}

TEST(Pointers, AnAccessorTellsTheRank) {
  Lowered L = lowerSource(R"(
    float f(at::Tensor x) { auto a = x.accessor<float, 2>(); return a[0][1]; }
    template <class T> void g(at::Tensor x) { auto a = x.accessor<T, 3>(); }
    void h(at::Tensor x) { auto a = x.packed_accessor32<float, 4>(); }
    void i(at::Tensor x, at::Tensor y) {
      auto a = x.packed_accessor64<float, 1>();
      auto b = y.accessor<long, 2>();
    }
  )");
  EXPECT_THAT(L.text("f"), HasSubstr("assume x.dim() == 2"));
  EXPECT_THAT(L.text("g"), HasSubstr("assume x.dim() == 3"));
  EXPECT_THAT(L.text("h"), HasSubstr("assume x.dim() == 4"));
  EXPECT_THAT(L.text("i"), HasSubstr("assume x.dim() == 1"));
  EXPECT_THAT(L.text("i"), HasSubstr("assume y.dim() == 2"));
}

} // namespace
