// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvaluateFixture.h"

using namespace tensortidy;

namespace {

class EinsumTest : public EvaluateTest {
protected:
  Outcome einsum(const std::string &Equation, std::vector<Layout> Tensors,
                 bool AllKnown = true) {
    ActualArgument Text, List;
    Text.TheKind = Kind::Text;
    Text.Text = Equation;
    List.TheKind = Kind::TensorList;
    List.Tensors = std::move(Tensors);
    List.ListLengthKnown = AllKnown;
    return run("aten::einsum", {Text, List});
  }
};

TEST_F(EinsumTest, OfOneTensorItIsAPermutation) {
  Outcome O = einsum("bnd->dbn", {rowMajor({B, N, D})});
  EXPECT_EQ(O.Results[0].TheRelation, Relation::View);
  EXPECT_EQ(O.Results[0].Source, 1);
  EXPECT_EQ(printed(O.Results[0].TheLayout), "[D@1, B@N*D, N@D]");
  EXPECT_TRUE(O.Copies.empty());
}

TEST_F(EinsumTest, AxesThatLackAreSummed) {
  Outcome O = einsum("bnd->db", {rowMajor({B, N, D})});
  EXPECT_EQ(O.Results[0].TheRelation, Relation::New);
  EXPECT_EQ(printed(O.Results[0].TheLayout), printed(rowMajor({D, B})));
}

TEST_F(EinsumTest, WithoutAnArrowTheResultIsInAlphabeticalOrder) {
  Outcome O = einsum("ba", {rowMajor({B, N})});
  EXPECT_EQ(printed(O.Results[0].TheLayout), "[N@1, B@N]");
}

TEST_F(EinsumTest, HeadsThatCannotBeMergedAreCopied) {
  Layout Keys = rowMajor({B, H, N, D});
  Outcome O = einsum("bhid,bhjd->bhij", {Keys, Keys});
  EXPECT_TRUE(O.Copies.empty());
  EXPECT_EQ(printed(O.Results[0].TheLayout), printed(rowMajor({B, H, N, N})));
  O = einsum("bhid,bhjd->bhij", {heads(), Keys});
  ASSERT_EQ(O.Copies.size(), 1u);
  EXPECT_EQ(O.Copies[0].UsableAsIs, Answer::No);
  const std::vector<Answer> Each = {Answer::No, Answer::Yes};
  EXPECT_EQ(O.Copies[0].EachUsable, Each);
}

/// The product is [b, h, i, d] in memory.
TEST_F(EinsumTest, TheResultIsAViewOfTheProduct) {
  Outcome O = einsum("bhij,bhjd->bihd",
                     {rowMajor({B, H, N, N}), rowMajor({B, H, N, D})});
  EXPECT_EQ(printed(O.Results[0].TheLayout), "[B@H*N*D, N@D, H@N*D, D@1]");
}

TEST_F(EinsumTest, NewerVersionsMayExchangeOperands) {
  auto Product = [&](const char *Equation) {
    return einsum(Equation, {rowMajor({B, D}), rowMajor({N, D})})
        .Results[0]
        .TheLayout;
  };
  EXPECT_EQ(printed(Product("ij,kj->ki")), "[N@1, B@N]");
  Torch = {2, 1};
  EXPECT_EQ(isContiguous(Product("ij,kj->ki"), F), Answer::Unknown);
  EXPECT_EQ(isDense(Product("ij,kj->ki"), F), Answer::Yes);
  EXPECT_EQ(printed(Product("ij,kj->ik")), printed(rowMajor({B, N})));
}

TEST_F(EinsumTest, TheEquationTeachesTheRank) {
  Layout X = unknownLayout("x", Symbols);
  Outcome O = einsum("ij->ji", {X});
  EXPECT_EQ(O.Results[0].TheRelation, Relation::View);
  EXPECT_EQ(normalized(X, F).rank(), 2u);
}

TEST_F(EinsumTest, WhatIsNotKnownIsNotGuessed) {
  Layout M = rowMajor({B, N});
  for (const char *Equation : {"...i->i...", "ii->i", "ij->k", "i,j->ij"})
    EXPECT_FALSE(einsum(Equation, {M}).Results[0].TheLayout.hasRank())
        << Equation;
  EXPECT_FALSE(einsum("ij->ji", {M}, false).Results[0].TheLayout.hasRank());
  Layout One = rowMajor({Monomial::symbol(Symbols.get("n", 1, true)), N});
  EXPECT_TRUE(einsum("ij->ji", {One}).Results[0].TheLayout.hasRank());
  EXPECT_FALSE(einsum("ij,ij->i", {One, M}).Results[0].TheLayout.hasRank());
}

} // namespace
