// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EvaluateFixture.h"

using namespace tensortidy;

namespace {

class EvaluateCopiesTest : public EvaluateTest {};

TEST_F(EvaluateCopiesTest, TransposeIsAViewWithExchangedStrides) {
  Outcome O = run("aten::transpose.int",
                  {tensor(rowMajor({B, H, N, D})), integer(1), integer(-2)});
  ASSERT_EQ(O.Results.size(), 1u);
  EXPECT_EQ(O.Results[0].TheRelation, Relation::View);
  EXPECT_EQ(O.Results[0].Source, 0);
  EXPECT_TRUE(O.Modelled);
  EXPECT_TRUE(O.Copies.empty());
  EXPECT_TRUE(O.Requirements.empty());
  EXPECT_EQ(printed(O.Results[0].TheLayout), printed(heads()));
  EXPECT_EQ(isContiguous(O.Results[0].TheLayout, F), Answer::No);
  EXPECT_EQ(isDense(O.Results[0].TheLayout, F), Answer::Yes);
}

TEST_F(EvaluateCopiesTest, ViewOfATransposedTensorSaysWhichDimensions) {
  Outcome O = run("aten::view", {tensor(heads()), ints({B * N, H * D})});
  ASSERT_EQ(O.Requirements.size(), 1u);
  const Requirement &R = O.Requirements[0];
  EXPECT_EQ(R.Met, Answer::No);
  EXPECT_TRUE(R.IsView);
  EXPECT_FALSE(R.ShapeMismatch);
  ASSERT_TRUE(R.Blocked);
  EXPECT_EQ(R.Why, "dimensions " + std::to_string(R.Blocked->first) + " and " +
                       std::to_string(R.Blocked->second) + " cannot be merged");
  EXPECT_EQ(R.Sizes, (std::vector<Monomial>{B * N, H * D}));
  EXPECT_FALSE(O.NeverReturns);
}

/// Of an operand without a unit stride bmm copies one matrix after the other,
/// unless the product is small; what is of unknown size generally is not.
TEST_F(EvaluateCopiesTest, BmmCopiesMatricesWithoutAUnitStride) {
  auto Usable = [&](Monomial Rows, Monomial Inner, int64_t Step) {
    Layout X = rowMajor({B, Rows, Inner * Monomial(Step)});
    X.Front[2] = {Inner, Monomial(Step)};
    Outcome O = run("aten::bmm",
                    {tensor(X), tensor(rowMajor({B, Inner, Monomial(8)}))});
    return O.Copies.empty() ? Answer::Yes : O.Copies[0].UsableAsIs;
  };
  EXPECT_EQ(Usable(10, 10, 2), Answer::No);
  EXPECT_EQ(Usable(10, 10, 1), Answer::Yes);
  EXPECT_EQ(Usable(4, 4, 2), Answer::Yes);
  EXPECT_EQ(Usable(N, D, 2), Answer::NoGeneric);
}

/// copy_ returns at once when both are one tensor; two views of one storage are
/// two tensors.
TEST_F(EvaluateCopiesTest, CopyIntoItselfIsAllowedWhereItIsOneTensor) {
  auto MayBeExpanded = [&](std::vector<uint32_t> Self,
                           std::vector<uint32_t> Source) {
    ActualArgument Into = tensor(*expandAxes(rowMajor({1, N}), {{3, N}}, F));
    ActualArgument From = Into;
    Into.Objects = std::move(Self);
    From.Objects = std::move(Source);
    Outcome O = run("aten::copy_", {Into, From});
    return O.Requirements.empty() ? Answer::Yes : O.Requirements[0].Met;
  };
  EXPECT_EQ(MayBeExpanded({1}, {1}), Answer::Yes);
  EXPECT_EQ(MayBeExpanded({1}, {2}), Answer::No);
  EXPECT_EQ(MayBeExpanded({1}, {1, 2}), Answer::Unknown);
  EXPECT_EQ(MayBeExpanded({1}, {}), Answer::Unknown);
}

/// A window that keeps the size keeps it for every size; others are counted
/// where all is known.
TEST_F(EvaluateCopiesTest, ConvolutionsHaveTheExtentsOfTheirWindows) {
  auto Extent = [&](Monomial Size, int64_t Kernel, int64_t Stride,
                    int64_t Padding, int64_t Dilation) {
    Layout L =
        resultOf("aten::conv2d", {tensor(rowMajor({B, 4, Size, Size})),
                                  tensor(rowMajor({8, 4, Kernel, Kernel})),
                                  {},
                                  ints({Stride}),
                                  ints({Padding}),
                                  ints({Dilation})});
    return L.Front.at(3).Size;
  };
  EXPECT_EQ(Extent(N, 3, 1, 1, 1), N);
  EXPECT_EQ(Extent(N, 1, 1, 0, 1), N);
  EXPECT_EQ(Extent(N, 5, 1, 4, 2), N);
  EXPECT_EQ(Extent(10, 3, 1, 0, 1), Monomial(8));
  EXPECT_EQ(Extent(10, 3, 2, 1, 1), Monomial(5));
  EXPECT_FALSE(Extent(N, 3, 1, 0, 1).asConstant());
  EXPECT_NE(Extent(N, 3, 1, 0, 1), N);
}

/// to() gives the operand back or a new tensor, which is dense: two layouts.
TEST_F(EvaluateCopiesTest, WhatMayBeItselfOrNewHasTwoKnownLayouts) {
  Layout Pitched = rowMajor({4, 6, 10});
  Pitched.Front[1].Stride = Monomial(20);
  Pitched.Front[0].Stride = Monomial(120);
  Outcome O = run("aten::to.dtype", {tensor(Pitched)});
  ASSERT_EQ(O.Results.size(), 1u);
  Layout New = rowMajor({4, 6, 10});
  New.Offset = StorageOffset{0};
  EXPECT_EQ(O.Results[0].Either, (std::vector<Layout>{Pitched, New}));
  EXPECT_TRUE(run("aten::to.dtype", {tensor(rowMajor({4, 6}))})
                  .Results[0]
                  .Either.empty());
}

/// Where both begin says nothing of their strides.
TEST_F(EvaluateCopiesTest, OffsetsAloneMakeNoTwoLayouts) {
  Layout Part = rowMajor({4, 6});
  Part.Offset = StorageOffset{3};
  const TensorResult R = run("aten::to.dtype", {tensor(Part)}).Results[0];
  EXPECT_TRUE(R.Either.empty());
  EXPECT_TRUE(R.TheLayout.hasAxesOf(Part));
  EXPECT_FALSE(R.TheLayout.Offset);
  Part.Offset = StorageOffset{0};
  EXPECT_EQ(run("aten::to.dtype", {tensor(Part)}).Results[0].TheLayout.Offset,
            StorageOffset{0});
}

/// Flattened axes are named as the tensor has them, from the back too.
TEST_F(EvaluateCopiesTest, FlattenSaysWhichDimensionsBlock) {
  auto Why = [&](const Layout &X, int64_t Start, int64_t End) {
    Outcome O = run("aten::flatten.using_ints",
                    {tensor(X), integer(Start), integer(End)});
    return O.Copies.empty() ? "" : O.Copies[0].Why;
  };
  EXPECT_EQ(Why(heads(), 0, 1), "dimensions 0 and 1 cannot be merged");
  EXPECT_EQ(Why(heads(), 1, 2), "dimensions 1 and 2 cannot be merged");
  EXPECT_EQ(Why(heads(), -2, -1), "dimensions 2 and 3 cannot be merged");
  EXPECT_EQ(Why(rowMajor({B, N, D}), 0, -1), "");
}

/// A no that holds unless sizes coincide names them, too. Where nothing is
/// known of the strides, any may block.
TEST_F(EvaluateCopiesTest, WhatBlocksUnlessSizesCoincideIsNamed) {
  Layout Pitched = rowMajor({B, N, D});
  Pitched.Front[0].Stride = Symbols.size("P");
  Outcome O = run("aten::view", {tensor(Pitched), ints({B * N, D})});
  ASSERT_EQ(O.Requirements.size(), 1u);
  EXPECT_EQ(O.Requirements[0].Met, Answer::NoGeneric);
  EXPECT_EQ(O.Requirements[0].Why, "dimensions 0 and 1 cannot be merged");
  Layout X = unknownStrides("x", {B, N, D}, Symbols);
  O = run("aten::flatten.using_ints", {tensor(X), integer(0), integer(1)});
  ASSERT_EQ(O.Copies.size(), 1u);
  EXPECT_EQ(O.Copies[0].UsableAsIs, Answer::Unknown);
  EXPECT_EQ(O.Copies[0].Why, "its dimensions may not be mergeable");
}

TEST_F(EvaluateCopiesTest, ReshapeCopiesWhereViewThrows) {
  Outcome O = run("aten::reshape", {tensor(heads()), ints({B * N, H * D})});
  EXPECT_TRUE(O.Requirements.empty());
  ASSERT_EQ(O.Copies.size(), 1u);
  EXPECT_EQ(O.Copies[0].UsableAsIs, Answer::No);
  EXPECT_FALSE(O.Copies[0].AskedFor);
  EXPECT_EQ(O.Copies[0].What, "the whole self, on every call");
  EXPECT_EQ(O.Copies[0].Elements, B * H * N * D);
  EXPECT_EQ(O.Results[0].TheRelation, Relation::New);
  EXPECT_EQ(isContiguous(O.Results[0].TheLayout, F), Answer::Yes);
}

TEST_F(EvaluateCopiesTest, ReshapeOfAContiguousTensorIsAView) {
  Outcome O =
      run("aten::reshape", {tensor(rowMajor({B, H, N})), ints({B * H, N})});
  EXPECT_TRUE(O.Copies.empty());
  EXPECT_EQ(O.Results[0].TheRelation, Relation::View);
}

TEST_F(EvaluateCopiesTest, AViewThatSucceedsTeaches) {
  Layout X = unknownStrides("x", {B, H, N}, Symbols);
  Outcome O = run("aten::view", {tensor(X), ints({B * H, N})});
  ASSERT_EQ(O.Requirements.size(), 1u);
  EXPECT_EQ(O.Requirements[0].Met, Answer::Unknown);
  Layout Now = normalized(X, F);
  EXPECT_EQ(F.compare(Now.Front[0].Stride, H * Now.Front[1].Stride),
            Order::Equal);
}

TEST_F(EvaluateCopiesTest, AReshapeThatMayCopyTeachesNothing) {
  Layout X = unknownStrides("x", {B, H, N}, Symbols);
  Outcome O = run("aten::reshape", {tensor(X), ints({B * H, N})});
  ASSERT_EQ(O.Copies.size(), 1u);
  EXPECT_EQ(O.Copies[0].UsableAsIs, Answer::Unknown);
  EXPECT_EQ(O.Results[0].TheRelation, Relation::ViewOrNew);
  EXPECT_EQ(F.compare(X.Front[0].Stride, H * X.Front[1].Stride),
            Order::Unknown);
}

TEST_F(EvaluateCopiesTest, ViewWithAWrongNumberOfElements) {
  Outcome O = run("aten::view", {tensor(rowMajor({B, H})), ints({B * H * H})});
  ASSERT_EQ(O.Requirements.size(), 1u);
  EXPECT_TRUE(O.Requirements[0].ShapeMismatch);
  EXPECT_TRUE(O.NeverReturns);
}

TEST_F(EvaluateCopiesTest, ContiguousReturnsItsArgument) {
  Outcome O = run("aten::contiguous", {tensor(rowMajor({B, N}))});
  EXPECT_EQ(O.Results[0].TheRelation, Relation::Self);
  EXPECT_TRUE(O.Copies.empty());
  O = run("aten::contiguous", {tensor(heads())});
  EXPECT_EQ(O.Results[0].TheRelation, Relation::New);
  ASSERT_EQ(O.Copies.size(), 1u);
  EXPECT_TRUE(O.Copies[0].AskedFor);
  EXPECT_EQ(O.Copies[0].Why,
            "it is not contiguous: its strides are [H*N*D, D, N*D, 1]");
}

TEST_F(EvaluateCopiesTest, ContiguousOfAnythingIsContiguous) {
  Layout X = unknownLayout("x", Symbols);
  Outcome O = run("aten::contiguous", {tensor(X)});
  EXPECT_EQ(O.Results[0].TheRelation, Relation::SelfOrNew);
  EXPECT_EQ(O.Results[0].Source, 0);
  Layout C = O.Results[0].TheLayout;
  EXPECT_EQ(isContiguous(C, F), Answer::Yes);
  EXPECT_EQ(O.Copies[0].UsableAsIs, Answer::Unknown);
  // Whatever its rank, transposing it makes it not contiguous.
  Layout T =
      resultOf("aten::transpose.int", {tensor(C), integer(1), integer(2)});
  EXPECT_EQ(isContiguous(T, F), Answer::No);
  EXPECT_EQ(isDense(T, F), Answer::Yes);
  Layout Back =
      resultOf("aten::transpose.int", {tensor(T), integer(1), integer(2)});
  EXPECT_EQ(isContiguous(Back, F), Answer::Yes);
}

TEST_F(EvaluateCopiesTest, UnknownRankAndFlatten) {
  Layout C = rowMajorLike(unknownLayout("x", Symbols));
  Layout Flat =
      resultOf("aten::flatten.using_ints", {tensor(C), integer(0), integer(1)});
  EXPECT_EQ(isContiguous(Flat, F), Answer::Yes);
  EXPECT_FALSE(Flat.hasRank());
  Outcome Whole = run("aten::flatten.using_ints", {tensor(C)});
  EXPECT_EQ(Whole.Results[0].TheRelation, Relation::View);
  EXPECT_EQ(normalized(Whole.Results[0].TheLayout, F).rank(), 1u);
}

TEST_F(EvaluateCopiesTest, CloneAndEmptyLikeKeepThePermutation) {
  for (const char *Name : {"aten::clone", "aten::empty_like"}) {
    Outcome O = run(Name, {tensor(heads())});
    EXPECT_EQ(printed(O.Results[0].TheLayout), printed(heads())) << Name;
    EXPECT_EQ(O.Results[0].TheRelation, Relation::New);
  }
  Outcome O =
      run("aten::clone", {tensor(heads()), format(MemoryFormat::Contiguous)});
  EXPECT_EQ(isContiguous(O.Results[0].TheLayout, F), Answer::Yes);
}

TEST_F(EvaluateCopiesTest, ToIsNoGuardOfContiguity) {
  ActualArgument Options;
  std::vector<ActualArgument> Arguments(8, Options);
  Arguments[0] = tensor(heads());
  Arguments[7] = format(MemoryFormat::Contiguous);
  Outcome O = run("aten::to.dtype_layout", Arguments);
  EXPECT_EQ(O.Results[0].TheRelation, Relation::SelfOrNew);
  EXPECT_NE(isContiguous(O.Results[0].TheLayout, F), Answer::Yes);
}

/// What a caller knows of types decides; a TensorOptions, in which they may be
/// hidden, leaves the arguments absent and cannot be told.
TEST_F(EvaluateCopiesTest, ToAsksForTheType) {
  ActualArgument X = tensor(heads()), Same, Other;
  X.Has.ScalarType = 6;
  Same.TheKind = Other.TheKind = Kind::Unknown;
  EXPECT_EQ(run("aten::to.dtype", {X, Same}).Results[0].TheRelation,
            Relation::SelfOrNew);
  Same.Has.ScalarType = 6;
  Other.Has.ScalarType = 7;
  EXPECT_EQ(run("aten::to.dtype", {X, Same}).Results[0].TheRelation,
            Relation::Self);
  EXPECT_EQ(run("aten::to.dtype", {X, Other}).Results[0].TheRelation,
            Relation::New);
  EXPECT_EQ(run("aten::to.dtype_layout", {X}).Results[0].TheRelation,
            Relation::SelfOrNew);
}

/// Whether a batch that cannot be merged is folded depends, since 2.0, on the
/// gradient of the matrix.
TEST_F(EvaluateCopiesTest, LinearFoldsForTheGradient) {
  Torch = {2, 15};
  ActualArgument X = tensor(*swapAxes(rowMajor({N, B, D}), 0, 1, F));
  ActualArgument W = tensor(rowMajor({H, D}));
  ASSERT_EQ(run("aten::linear", {X, W}).Copies.size(), 1u);
  EXPECT_EQ(run("aten::linear", {X, W}).Copies[0].UsableAsIs, Answer::Unknown);
  W.Has.RequiresGrad = true;
  ASSERT_EQ(run("aten::linear", {X, W}).Copies.size(), 1u);
  EXPECT_EQ(run("aten::linear", {X, W}).Copies[0].UsableAsIs, Answer::No);
  W.Has.RequiresGrad = false;
  EXPECT_TRUE(run("aten::linear", {X, W}).Copies.empty());
}

/// mm() gives gradients in the operands' own layouts, reshape() in its copy's.
TEST_F(EvaluateCopiesTest, GradientsAreLaidOutAsCopiesAre) {
  ActualArgument X = tensor(*swapAxes(rowMajor({N, B}), 0, 1, F));
  Outcome O = run("aten::reshape", {X, ints({N * B})});
  ASSERT_EQ(O.Copies.size(), 1u);
  EXPECT_TRUE(O.Copies[0].LaysOutGradient);
  ActualArgument Columns = tensor(*dropAxis(rowMajor({N, B, D}), 2, F));
  O = run("aten::mm", {Columns, tensor(rowMajor({B, D}))});
  ASSERT_EQ(O.Copies.size(), 1u);
  EXPECT_FALSE(O.Copies[0].LaysOutGradient);
}

TEST_F(EvaluateCopiesTest, InPlaceKeepsTheLayoutAndRejectsExpanded) {
  Layout X = heads();
  Outcome O = run("aten::add_.Tensor", {tensor(X), tensor(X)});
  EXPECT_EQ(O.Results[0].TheRelation, Relation::Self);
  EXPECT_EQ(O.Results[0].TheLayout, normalized(X, F));
  EXPECT_EQ(O.Writes, std::vector<unsigned>{0});
  EXPECT_TRUE(O.Requirements.empty());
  Layout E = *expandAxes(rowMajor({Monomial(1), D}),
                         {SizeArgument(N), SizeArgument()}, F);
  O = run("aten::add_.Tensor", {tensor(E), tensor(E)});
  ASSERT_EQ(O.Requirements.size(), 1u);
  EXPECT_EQ(O.Requirements[0].Met, Answer::No);
  EXPECT_FALSE(O.Requirements[0].IsView);
  EXPECT_EQ(O.Requirements[0].Why, "several of its elements share memory: its "
                                   "strides are [0, 1]");
  O = run("aten::zero_", {tensor(E)});
  EXPECT_TRUE(O.Requirements.empty());
}

TEST_F(EvaluateCopiesTest, TransposeInPlaceWritesNoElements) {
  Outcome O = run("aten::transpose_",
                  {tensor(rowMajor({B, N})), integer(0), integer(1)});
  EXPECT_EQ(O.Results[0].TheRelation, Relation::Self);
  EXPECT_TRUE(O.Writes.empty());
  EXPECT_EQ(isContiguous(O.Results[0].TheLayout, F), Answer::No);
}

TEST_F(EvaluateCopiesTest, OutKeepsItsLayoutWhenItHasTheSizes) {
  Layout Out = *swapAxes(rowMajor({D, B}), 0, 1, F);
  Outcome O = run("aten::mm.out", {tensor(rowMajor({B, N})),
                                   tensor(rowMajor({N, D})), tensor(Out)});
  EXPECT_EQ(O.Results[0].TheRelation, Relation::Self);
  EXPECT_EQ(O.Results[0].Source, 2);
  EXPECT_EQ(O.Results[0].TheLayout, normalized(Out, F));
  EXPECT_EQ(O.Writes, std::vector<unsigned>{2});
  O = run("aten::mm.out", {tensor(rowMajor({B, N})), tensor(rowMajor({N, D})),
                           tensor(rowMajor({Monomial(0)}))});
  EXPECT_EQ(printed(O.Results[0].TheLayout), printed(rowMajor({B, D})));
}

TEST_F(EvaluateCopiesTest, OutFormsCopyWhatTheFunctionCopies) {
  Layout Stepped = *resizeAxis(rowMajor({B, N * Monomial(2)}), 1, N, 2, F);
  for (const char *Name : {"aten::mm", "aten::mm.out"}) {
    Outcome O = run(Name, {tensor(Stepped), tensor(rowMajor({N, D})),
                           tensor(rowMajor({B, D}))});
    ASSERT_EQ(O.Copies.size(), 1u) << Name;
    EXPECT_EQ(O.Copies[0].Argument, 0u);
    EXPECT_EQ(O.Copies[0].What, "the whole first matrix, on every call");
  }
}

TEST_F(EvaluateCopiesTest, LinearFoldsItsBatch) {
  Layout Weight = rowMajor({H, D});
  Layout Sliced = *resizeAxis(rowMajor({B, Symbols.size("M"), D}), 1, N, 1, F);
  Outcome O = run("aten::linear", {tensor(Sliced), tensor(Weight)});
  ASSERT_EQ(O.Copies.size(), 1u);
  EXPECT_EQ(O.Copies[0].What, "the whole input, on every call");
  EXPECT_TRUE(run("aten::linear", {tensor(rowMajor({B, N, D})), tensor(Weight)})
                  .Copies.empty());
}

TEST_F(EvaluateCopiesTest, ConvolutionCopiesItsWeightOnEveryCall) {
  Layout Input =
      inFormat(rowMajor({B, H, N, D}), MemoryFormat::ChannelsLast, F);
  Layout Weight = rowMajor({Symbols.size("O"), H, 3, 3});
  Outcome O = run("aten::conv2d", {tensor(Input), tensor(Weight)});
  ASSERT_EQ(O.Copies.size(), 1u);
  EXPECT_EQ(O.Copies[0].Argument, 1u);
  EXPECT_EQ(O.Copies[0].UsableAsIs, Answer::No);
  EXPECT_EQ(O.Copies[0].What, "the whole weight, on every call");
  EXPECT_EQ(isContiguous(O.Results[0].TheLayout, MemoryFormat::ChannelsLast, F),
            Answer::Yes);
}

const Operator *indexOf(const ModelSet &Models) {
  for (const Operator *Ruled : Models.ruled())
    if (Ruled->TheSchema.Name == "at::Tensor::index")
      return Ruled;
  return nullptr;
}

/// Subscripts: a colon for each empty one.
ActualArgument subscripts(const std::vector<std::optional<Layout>> &Indices) {
  ActualArgument A;
  A.TheKind = Kind::Indices;
  for (const std::optional<Layout> &Index : Indices) {
    A.Items.emplace_back();
    A.Items.back().TheKind =
        Index ? IndexItem::Kind::Tensor : IndexItem::Kind::Slice;
    A.Items.back().Index = Index;
    A.Items.back().IsMask = false;
  }
  return A;
}

TEST_F(EvaluateCopiesTest, IndexingItemByItem) {
  const Operator *Op = indexOf(*Models);
  ASSERT_TRUE(Op);
  ActualArgument Items;
  Items.TheKind = Kind::Indices;
  Items.Items.resize(3);
  Items.Items[0].TheKind = IndexItem::Kind::Integer;
  Items.Items[1].TheKind = IndexItem::Kind::Ellipsis;
  Items.Items[2].TheKind = IndexItem::Kind::NewAxis;
  Outcome O =
      evaluate(*Op, {tensor(rowMajor({B, N, D})), Items}, "i", F, Torch);
  EXPECT_EQ(O.Results[0].TheRelation, Relation::View);
  EXPECT_EQ(printSizes(O.Results[0].TheLayout, Symbols), "[N, D, 1]");
  Items.Items[1].TheKind = IndexItem::Kind::Tensor;
  O = evaluate(*Op, {tensor(rowMajor({B, N, D})), Items}, "i", F, Torch);
  EXPECT_EQ(O.Results[0].TheRelation, Relation::New);
}

TEST_F(EvaluateCopiesTest, IndexingByTensors) {
  const Operator *Op = indexOf(*Models);
  ASSERT_TRUE(Op);
  auto Indexed = [&](const Layout &X,
                     const std::vector<std::optional<Layout>> &Indices) {
    return printed(
        evaluate(*Op, {tensor(X), subscripts(Indices)}, "i", F, Torch)
            .Results[0]
            .TheLayout);
  };
  Layout X = rowMajor({B, N, D}), Rows = rowMajor({H});
  Layout T = *swapAxes(rowMajor({B, D, N}), 1, 2, F); // [B, N, D]
  EXPECT_EQ(Indexed(X, {Rows}), printed(rowMajor({H, N, D})));
  EXPECT_EQ(Indexed(X, {std::nullopt, Rows}), printed(rowMajor({B, H, D})));
  // The order of the axes that are left is kept, the indexed one comes where
  // it was: B outside, then N inside of D.
  EXPECT_EQ(Indexed(T, {Rows}), "[H@N*D, N@1, D@N]");
  // With axes between the indices, these come first.
  EXPECT_EQ(Indexed(X, {Rows, std::nullopt, Rows}), printed(rowMajor({H, N})));
  EXPECT_EQ(Indexed(X, {Rows, Rows}), printed(rowMajor({H, D})));
  // Indices are broadcast against each other; their own order counts.
  Layout Grid = *swapAxes(rowMajor({H, B}), 0, 1, F); // [B, H]
  EXPECT_EQ(Indexed(X, {std::nullopt, Grid}), "[B@B*H*D, B@D, H@B*D, D@1]");
}

TEST_F(EvaluateCopiesTest, ATensorThatIsANumberOnlyViews) {
  const Operator *Op = indexOf(*Models);
  ASSERT_TRUE(Op);
  ActualArgument Number = subscripts({std::nullopt, rowMajor({})});
  auto Run = [&] {
    return evaluate(*Op, {tensor(rowMajor({B, N, D})), Number}, "i", F, Torch)
        .Results[0];
  };
  EXPECT_EQ(Run().TheRelation, Relation::View);
  EXPECT_EQ(printed(Run().TheLayout), "[B@N*D, D@1]");
  Number.Items[1].IsMask.reset(); // one that may be a mask
  EXPECT_EQ(Run().TheRelation, Relation::ViewOrNew);
}

TEST_F(EvaluateCopiesTest, AMaskTakesAsManyAxesAsItHas) {
  const Operator *Op = indexOf(*Models);
  ASSERT_TRUE(Op);
  ActualArgument Mask = subscripts({rowMajor({B, N})});
  Mask.Items[0].IsMask = true;
  Outcome O = evaluate(*Op, {tensor(rowMajor({B, N, D})), Mask}, "i", F, Torch);
  EXPECT_EQ(O.Results[0].TheLayout.rank(), 2u);
  EXPECT_EQ(isContiguous(O.Results[0].TheLayout, F), Answer::Yes);
  Mask.Items[0].IsMask.reset();
  O = evaluate(*Op, {tensor(rowMajor({B, N, D})), Mask}, "i", F, Torch);
  EXPECT_FALSE(O.Results[0].TheLayout.hasRank());
}

TEST_F(EvaluateCopiesTest, APieceIsSmallerThanTheWhole) {
  Outcome O = run("aten::split.Tensor",
                  {tensor(rowMajor({N, 14})), integer(4), integer(1)});
  EXPECT_EQ(isContiguous(O.Results[0].TheLayout, F), Answer::No);
  O = run("aten::split.Tensor",
          {tensor(rowMajor({N, 14})), integer(14), integer(1)});
  EXPECT_EQ(isContiguous(O.Results[0].TheLayout, F), Answer::Yes);
}

TEST_F(EvaluateCopiesTest, RavelHidesItsCopy) {
  Outcome O = run("aten::ravel", {tensor(heads())});
  ASSERT_EQ(O.Copies.size(), 1u);
  EXPECT_FALSE(O.Copies[0].AskedFor);
  EXPECT_EQ(O.Results[0].TheRelation, Relation::New);
  EXPECT_EQ(
      run("aten::ravel", {tensor(rowMajor({B, N}))}).Results[0].TheRelation,
      Relation::View);
}

TEST_F(EvaluateCopiesTest, ListResultsAreElements) {
  Outcome O = run("aten::unbind.int", {tensor(rowMajor({B, N})), integer(1)});
  ASSERT_EQ(O.Results.size(), 1u);
  EXPECT_TRUE(O.Results[0].IsElement);
  EXPECT_EQ(printed(O.Results[0].TheLayout), "[B@N]");
}

TEST_F(EvaluateCopiesTest, WithoutARuleTheSchemaSpeaks) {
  Outcome O = run("aten::cholesky_solve", {tensor(heads()), tensor(heads())});
  EXPECT_FALSE(O.Modelled);
  EXPECT_EQ(O.Results[0].TheRelation, Relation::Unknown);
  EXPECT_FALSE(O.Results[0].TheLayout.hasRank());
  O = run("aten::erfinv_", {tensor(heads())});
  EXPECT_EQ(O.Results[0].TheRelation, Relation::Self);
  O = run("aten::diagonal.Dimname", {tensor(heads())});
  EXPECT_EQ(O.Results[0].TheRelation, Relation::ViewOrNew);
  EXPECT_EQ(O.Results[0].Source, 0);
}

TEST_F(EvaluateCopiesTest, UnknownArgumentsAreNotGuessed) {
  ActualArgument Unknown;
  Unknown.TheKind = Kind::Unknown;
  Outcome O = run("aten::transpose.int",
                  {tensor(rowMajor({B, N})), Unknown, integer(1)});
  EXPECT_EQ(O.Results[0].TheRelation, Relation::View);
  EXPECT_EQ(isContiguous(O.Results[0].TheLayout, F), Answer::Unknown);
  O = run("aten::reshape", {tensor(rowMajor({B, N})), Unknown});
  EXPECT_EQ(O.Results[0].TheRelation, Relation::ViewOrNew);
  O = run("aten::add.Tensor", {tensor(rowMajor({B, N})), Unknown});
  EXPECT_EQ(O.Results[0].TheRelation, Relation::New);
  O = run("aten::cat", {Unknown});
  EXPECT_EQ(isDense(O.Results[0].TheLayout, F), Answer::Yes);
  // No arguments at all: everything is absent.
  O = run("aten::linear", {});
  EXPECT_EQ(O.Results.size(), 1u);
}

TEST_F(EvaluateCopiesTest, SizesOfTheTensorItself) {
  Layout X = unknownLayout("x", Symbols);
  Outcome O = run("aten::view", {tensor(X), sizesOf(X)});
  EXPECT_TRUE(O.Requirements.empty());
  EXPECT_EQ(O.Results[0].TheLayout, normalized(X, F));
}

TEST_F(EvaluateCopiesTest, AWrapperTaughtByRules) {
  ModelError Error;
  auto Taught = ModelSet::loadText(
      "version: 1\n"
      "torch: \">=1.13\"\n"
      "source: mylib/attention.h\n"
      "tensors: [at::Tensor]\n"
      "rules:\n"
      "  - op: aten::contiguous\n"
      "    self: self\n"
      "    if: contiguous(self, memory_format)\n"
      "    else: in_format(self, memory_format)\n"
      "    copies: self\n"
      "  - cpp: mylib::merge_heads(Tensor x, int heads) -> Tensor\n"
      "    new: row_major([size(x, 0), size(x, 2), size(x, 1) * size(x, 3)])\n"
      "    requires:\n"
      "      - {arg: x, that: rank(x) = 4, shape: true}\n"
      "    reads:\n"
      "      - arg: x\n"
      "        usable_if: contiguous(x)\n"
      "        what: the whole activation, once per layer\n"
      "  - cpp: mylib::dense(Tensor(a) x) -> Tensor(a)\n"
      "    does: aten::contiguous(x)\n",
      "mylib.yaml", Error);
  ASSERT_TRUE(Taught) << Error.str();
  auto R = Taught->resolve({"mylib::merge_heads", false, {"x", "heads"}, {}});
  ASSERT_TRUE(R);
  Outcome O = evaluate(*R->Op, {tensor(heads()), integer(8)}, "call", F, Torch);
  EXPECT_EQ(printed(O.Results[0].TheLayout), printed(rowMajor({B, H, N * D})));
  ASSERT_EQ(O.Copies.size(), 1u);
  EXPECT_EQ(O.Copies[0].What, "the whole activation, once per layer");
  R = Taught->resolve({"mylib::dense", false, {"x"}, {}});
  ASSERT_TRUE(R);
  O = evaluate(*R->Op, {tensor(rowMajor({B, N}))}, "call", F, Torch);
  EXPECT_EQ(O.Results[0].TheRelation, Relation::Self);
  EXPECT_EQ(O.Results[0].Source, 0);
}

} // namespace
