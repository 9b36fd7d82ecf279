// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LowerSource.h"

#include <gmock/gmock.h>

#include <set>
#include <string>

using namespace tensortidy;
using testing::HasSubstr;

namespace {

TEST(Functions, WhoMayCallThem) {
  Lowered L = lowerSource(R"(
    static at::Tensor internal(at::Tensor x) { return x; }
    namespace { at::Tensor hidden(at::Tensor x) { return x; } }
    at::Tensor open(at::Tensor x) { return hidden(internal(x)); }
    static at::Tensor bound(at::Tensor x) { return x; }
    at::Tensor implemented(at::Tensor x) { return x; }
    at::Tensor named(at::Tensor x) { return x; }
    PYBIND11_MODULE(ext, m) { m.def("bound", &bound, "doc"); }
    TORCH_LIBRARY(my, m) {
      m.impl("implemented", TORCH_FN(implemented));
      m.def("named", named);
      m.def("lambda", [](at::Tensor x) { return x.view({-1}); });
    })");
  auto ReachOf = [&](const char *Name) {
    const Function *F = L.function(Name);
    EXPECT_TRUE(F) << Name;
    return F ? F->TheReach : Reach::External;
  };
  EXPECT_EQ(ReachOf("internal"), Reach::Internal);
  EXPECT_EQ(ReachOf("(anonymous namespace)::hidden"), Reach::Internal);
  EXPECT_EQ(ReachOf("open"), Reach::External);
  EXPECT_EQ(ReachOf("bound"), Reach::Entry);
  EXPECT_EQ(ReachOf("implemented"), Reach::Entry);
  EXPECT_EQ(ReachOf("named"), Reach::Entry);
  EXPECT_EQ(ReachOf("TORCH_LIBRARY_init_my::(lambda)"), Reach::Entry);
}

TEST(Functions, OnlyThoseThatTouchTensors) {
  Lowered L = lowerSource(R"(
    int plain(int x) { return x; }
    at::Tensor f(at::Tensor x) { return x; }
  )");
  EXPECT_EQ(L.Stats.Seen, 2u);
  EXPECT_EQ(L.Stats.TouchTensors, 1u);
  EXPECT_EQ(L.Stats.Lowered, 1u);
  ASSERT_EQ(L.P->Functions.size(), 1u);
}

TEST(Functions, WhoseAddressIsTakenWithAndWithoutTensors) {
  const std::string Code = R"(
    using Launch = void (*)(float *);
    struct Table { Launch First; };
    template <Launch L> void through(float *p) { L(p); }
    void called(float *), listed(float *), given(float *), chosen(float *),
        defaulted(float *), initial(float *), captured(float *),
        inLocalClass(float *), inTemplate(float *), asArgument(float *);
    static Table Of = {&listed};
    void take(Launch, Launch = defaulted);
    struct Holder {
      Holder() : By(initial) {}
      Launch By;
    };
    template <class T> void use(T *p) { take(inTemplate); }
    void f(float *p, bool b) {
      called(p);
      (called)(p);
      take(b ? given : &chosen);
      auto later = [g = &captured] { take(g); };
      struct Local {
        void now() { take(inLocalClass); }
      };
      through<&asArgument>(p);
      use(p);
    })";
  auto Taken = [](const Lowered &L) {
    EXPECT_FALSE(L.HasErrors);
    std::set<std::string> Names;
    for (const std::string &Key : L.P->AddressTaken)
      Names.insert(Key);
    return Names;
  };
  const std::set<std::string> Plain = Taken(lowerPlainSource(Code));
  EXPECT_EQ(Plain.size(), 9u);
  EXPECT_FALSE(Plain.count("_Z6calledPf"));
  EXPECT_EQ(Plain, Taken(lowerSource(Code)));
}

TEST(Functions, TemplatesThatNobodyInstantiates) {
  Lowered L = lowerSource(R"(
    template <class T> at::Tensor f(at::Tensor x) {
      T *p = x.data_ptr<T>();
      for (int i = 0; i < 3; ++i) p[i] = T(0);
      return x.view({x.size(0), -1});
    })");
  const Function *F = L.function("f");
  ASSERT_TRUE(F);
  EXPECT_TRUE(F->Uncertain);
  EXPECT_THAT(L.text("f"), HasSubstr("use p: indexed"));
  EXPECT_THAT(L.text("f"), HasSubstr("aten::view(x, [x.size(0), -1])"));
}

TEST(Functions, MembersAreFields) {
  Lowered L = lowerSource(R"(
    struct Layer {
      at::Tensor Weight;
      void touch();
      at::Tensor forward(at::Tensor x) {
        Weight = Weight.contiguous();
        touch();
        return Weight.view({-1});
      }
    };)");
  std::string Text = L.text("Layer::forward");
  EXPECT_THAT(Text, HasSubstr("Weight = aten::contiguous(Weight, -)"));
  EXPECT_THAT(Text, HasSubstr("forget Weight: changed by 'Layer::touch'"));
}

TEST(Functions, BrokenCodeIsUncertain) {
  Lowered L = lowerSource(R"(
    at::Tensor f(at::Tensor x) {
      auto y = undeclared(x);
      missing::type z = x.nothing();
      for (auto &t : unknown) x = x.t();
      return x.view({-1}) + y;
    })");
  EXPECT_TRUE(L.HasErrors);
  const Function *F = L.function("f");
  ASSERT_TRUE(F);
  EXPECT_TRUE(F->Uncertain);
}

TEST(Functions, PlacesInTheSource) {
  Lowered L = lowerSource("#define VIEW(t) t.view({-1})\n"
                          "at::Tensor f(at::Tensor x) {\n"
                          "  auto y = x.t();\n"
                          "  return VIEW(y);\n"
                          "}\n");
  const Function *F = L.function("f");
  ASSERT_TRUE(F);
  const std::vector<Fact> &Facts = F->Blocks[F->Entry].Facts;
  ASSERT_EQ(Facts.size(), 3u);
  // One line more than the text above: the #include before it.
  EXPECT_EQ(Facts[0].From.Range.Line, 4u);
  EXPECT_EQ(Facts[0].From.Range.Column, 14u);
  EXPECT_FALSE(Facts[0].From.InMacro);
  EXPECT_EQ(Facts[0].From.Statement.End - Facts[0].From.Statement.Begin, 15u);
  EXPECT_EQ(Facts[1].From.Range.Line, 5u);
  EXPECT_TRUE(Facts[1].From.InMacro);
  const auto *A = std::get_if<Apply>(&Facts[0].What);
  ASSERT_TRUE(A);
  EXPECT_EQ(A->Call, "t()");
  EXPECT_EQ(A->Object.End - A->Object.Begin, 1u);
  EXPECT_EQ(A->Callee.End - A->Callee.Begin, 1u);
}

} // namespace
