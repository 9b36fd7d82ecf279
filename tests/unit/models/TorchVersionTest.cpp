// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvaluateFixture.h"

#include "models/Evaluator.h"

#include <fstream>

using namespace tensortidy;

namespace {

std::string range(const char *Text) {
  std::optional<VersionRange> R = parseVersionRange(Text);
  return R ? R->str() : "none";
}

TEST(TorchVersionTest, Ranges) {
  EXPECT_EQ(range(">=1.13"), ">=1.13");
  EXPECT_EQ(range(">=1.13 <2.4"), ">=1.13 <2.4");
  EXPECT_EQ(range("<2.4 >=1.13"), ">=1.13 <2.4");
  EXPECT_EQ(range(">2.3 <=2.5"), ">=2.4 <2.6");
  EXPECT_EQ(range(">=1.13 >=2.1 <3.0 <2.4"), ">=2.1 <2.4");
  EXPECT_EQ(range("<2.0"), "<2.0");
  for (const char *Wrong :
       {"", " ", "1.13", ">=1", ">=1.13.1", ">=1.13 ", " >=1.13", ">= 1.13",
        ">=1.13  <2.0", ">=.13", ">=1.", "=1.13", "<", ">=2.4 <2.0",
        ">=2.4 <2.4", ">=99999.1", ">=1.13,<2.0"})
    EXPECT_EQ(range(Wrong), "none") << Wrong;
}

TEST(TorchVersionTest, Membership) {
  VersionRange R = *parseVersionRange(">=1.13 <2.4");
  EXPECT_TRUE(R.contains({1, 13}));
  EXPECT_TRUE(R.contains({2, 3}));
  EXPECT_FALSE(R.contains({2, 4}));
  EXPECT_FALSE(R.contains({1, 12}));
  EXPECT_TRUE(parseVersionRange(">=1.13")->contains({2, 15}));
  auto Overlap = [&](const char *Other) {
    return R.overlaps(*parseVersionRange(Other));
  };
  EXPECT_TRUE(Overlap(">=2.3"));
  EXPECT_FALSE(Overlap(">=2.4"));
  EXPECT_TRUE(Overlap("<1.14"));
  EXPECT_FALSE(Overlap("<1.13"));
  EXPECT_TRUE(R.isWithin(*parseVersionRange(">=1.13")));
  EXPECT_TRUE(R.isWithin(R));
  EXPECT_FALSE(R.isWithin(*parseVersionRange(">=2.0")));
  EXPECT_FALSE(R.isWithin(*parseVersionRange(">=1.13 <2.0")));
  EXPECT_FALSE(parseVersionRange(">=1.13")->isWithin(R));
}

/// clone() of a transposed tensor under rules of the test's own.
class VersionedRules : public EvaluateTest {
protected:
  void load(const std::string &Rules) {
    ModelError Error;
    Models = ModelSet::loadText(Header + Rules, "r.yaml", Error);
    ASSERT_TRUE(Models) << Error.str();
  }
  std::string errorOf(const std::string &Rules) {
    ModelError Error;
    EXPECT_FALSE(ModelSet::loadText(Header + Rules, "r.yaml", Error));
    return Error.str();
  }
  /// The call's outcome with libtorch \p V.
  Outcome clone(TorchVersion V) {
    Torch = V;
    return run("aten::clone", {tensor(heads())});
  }
  Answer contiguous(TorchVersion V) {
    return isContiguous(clone(V).Results.at(0).TheLayout, F);
  }

  const std::string Header = "version: 1\nsource: here\nrules:\n";
  const std::string Two = "  - op: aten::clone\n"
                          "    torch: \">=1.13 <2.0\"\n"
                          "    new: keep(self)\n"
                          "  - op: aten::clone\n"
                          "    torch: \">=2.0\"\n"
                          "    new: row_major(self)\n"
                          "    requires:\n"
                          "      - {arg: self, that: contiguous(self)}\n"
                          "    reads:\n"
                          "      - {arg: self, usable_if: contiguous(self)}\n";
};

TEST_F(VersionedRules, TheVersionSelects) {
  load(Two);
  EXPECT_EQ(contiguous({1, 13}), Answer::No);
  EXPECT_EQ(contiguous({1, 99}), Answer::No);
  EXPECT_EQ(contiguous({2, 0}), Answer::Yes);
  EXPECT_EQ(contiguous({2, 15}), Answer::Yes);
  EXPECT_TRUE(clone({1, 13}).Copies.empty());
  ASSERT_EQ(clone({2, 0}).Copies.size(), 1u);
  EXPECT_EQ(clone({2, 0}).Copies[0].UsableAsIs, Answer::No);
  EXPECT_EQ(clone({2, 0}).Requirements.at(0).Met, Answer::No);
}

TEST_F(VersionedRules, WithoutAVersionOnlyWhatAllHaveInCommon) {
  load(Two);
  for (TorchVersion V : {TorchVersion(), TorchVersion{1, 12}}) {
    Outcome O = clone(V);
    ASSERT_EQ(O.Results.size(), 1u);
    EXPECT_EQ(O.Results[0].TheRelation, Relation::New);
    EXPECT_EQ(isContiguous(O.Results[0].TheLayout, F), Answer::Unknown);
    EXPECT_EQ(isDense(O.Results[0].TheLayout, F), Answer::Yes);
    EXPECT_EQ(printSizes(O.Results[0].TheLayout, Symbols),
              printSizes(heads(), Symbols));
    ASSERT_EQ(O.Copies.size(), 1u);
    EXPECT_EQ(O.Copies[0].UsableAsIs, Answer::Unknown);
    ASSERT_EQ(O.Requirements.size(), 1u);
    EXPECT_EQ(O.Requirements[0].Met, Answer::Unknown);
    EXPECT_TRUE(O.Modelled);
  }
}

TEST_F(VersionedRules, WhatVersionsSayDifferentlyIsNotSaid) {
  std::string Copy = "      - {arg: self, usable_if: contiguous(self), ";
  load("  - op: aten::clone\n    torch: \">=1.13 <2.0\"\n"
       "    new: keep(self)\n    reads:\n" +
       Copy + "what: one part, why: it is old}\n" +
       "  - op: aten::clone\n    torch: \">=2.0\"\n"
       "    new: keep(self)\n    reads:\n" +
       Copy + "what: one part, why: it is new}\n");
  EXPECT_EQ(clone({1, 13}).Copies.at(0).Why, "it is old");
  EXPECT_EQ(clone({2, 0}).Copies.at(0).Why, "it is new");
  Outcome O = clone({});
  ASSERT_EQ(O.Copies.size(), 1u);
  EXPECT_EQ(O.Copies[0].UsableAsIs, Answer::No);
  EXPECT_EQ(O.Copies[0].What, "one part");
  EXPECT_EQ(O.Copies[0].Why, "");
  EXPECT_EQ(O.Copies[0].Elements, heads().numel());
  Outcome Other = O;
  Other.Copies[0].What = "another part";
  Other.Copies[0].Elements = Monomial(7);
  Outcome Common = commonOutcome(O, Other, "at", F);
  EXPECT_EQ(Common.Copies.at(0).What, "");
  EXPECT_NE(Common.Copies[0].Elements, O.Copies[0].Elements);
  EXPECT_NE(Common.Copies[0].Elements, Monomial(7));
}

TEST_F(VersionedRules, AVersionWithoutARuleIsNotModelled) {
  load("  - op: aten::clone\n    torch: \">=2.0 <2.2\"\n"
       "    new: row_major(self)\n");
  EXPECT_TRUE(clone({2, 1}).Modelled);
  EXPECT_EQ(contiguous({2, 1}), Answer::Yes);
  for (TorchVersion V : {TorchVersion{1, 13}, TorchVersion{2, 2}, {}}) {
    EXPECT_FALSE(clone(V).Modelled);
    EXPECT_EQ(contiguous(V), Answer::Unknown);
  }
}

TEST_F(VersionedRules, CalledOperatorsAreOfTheSameVersion) {
  load(Two + "  - cpp: my::copy(Tensor x) -> Tensor\n"
             "    torch: \">=1.13\"\n"
             "    does: aten::clone(x)\n");
  auto Contiguous = [&](TorchVersion V) {
    Torch = V;
    Outcome O = run("my::copy", {tensor(heads())});
    return isContiguous(O.Results.at(0).TheLayout, F);
  };
  EXPECT_EQ(Contiguous({1, 13}), Answer::No);
  EXPECT_EQ(Contiguous({2, 0}), Answer::Yes);
  EXPECT_EQ(Contiguous({}), Answer::Unknown);
}

TEST_F(VersionedRules, OnlyWhatAllVersionsTeachIsLearnt) {
  load("  - op: aten::alias\n    torch: \">=1.13 <2.0\"\n    view: self\n"
       "    axes: permute([0, 1])\n"
       "  - op: aten::alias\n    torch: \">=2.0\"\n    view: self\n"
       "    axes: same\n");
  Layout X = unknownLayout("x", Symbols);
  Torch = {};
  run("aten::alias", {tensor(X)});
  EXPECT_FALSE(normalized(X, F).hasRank());
  Torch = {1, 13};
  run("aten::alias", {tensor(X)});
  EXPECT_EQ(normalized(X, F).rank(), 2u);
}

TEST_F(VersionedRules, RulesForOneVersionAreAnError) {
  EXPECT_EQ(errorOf("  - op: aten::clone\n    torch: \"<2.1\"\n"
                    "    new: keep(self)\n"
                    "  - op: aten::clone\n    torch: \">=2.0\"\n"
                    "    new: row_major(self)\n"),
            "r.yaml:7:9: error: 'aten::clone' has a rule at r.yaml:4; keep "
            "one");
}

TEST_F(VersionedRules, AnOverrideReplacesItsVersionsOnly) {
  std::string Name = testing::TempDir() + "models-versions.yaml";
  std::ofstream(Name) << Header
                      << "  - op: aten::clone\n    torch: \">=2.1\"\n"
                         "    override: true\n    new: row_major(self)\n";
  ModelError Error;
  Models = ModelSet::load({Name}, Error);
  std::remove(Name.c_str());
  ASSERT_TRUE(Models) << Error.str();
  EXPECT_EQ(contiguous({2, 0}), Answer::No);
  EXPECT_EQ(contiguous({2, 1}), Answer::Yes);
  EXPECT_EQ(contiguous({}), Answer::Unknown);
}

TEST_F(VersionedRules, ARuleIsForEverySchemaAnOperatorHasHad) {
  auto All = ModelSet::builtIn()->findAll("aten::std.correction");
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(All[0], ModelSet::builtIn()->find("aten::std.correction"));
  load("  - op: aten::std.correction\n    torch: \">=1.13\"\n"
       "    new: row_major(any_shape)\n");
  for (const Operator *Op : Models->findAll("aten::std.correction"))
    EXPECT_TRUE(Op->hasRule());
}

} // namespace
