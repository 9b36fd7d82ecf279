// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Found.h"

namespace tensortidy {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// x [B, H, N, D], contiguous, and out = x.transpose(1, 2).
struct Attention {
  TestFunction B{"attention"};
  PlaceId X = ranked(B, "x", {"B", "H", "N", "D"});
  PlaceId C = B.contiguousOf("c", X);
  PlaceId Out = B.transpose("out", C, 1, 2);
  std::vector<IntExpr> merged() {
    return {product({size(X, 0), size(X, 2)}),
            product({size(X, 1), size(X, 3)})};
  }
};

TEST(ViewAfterTranspose, ProvenWithItsPath) {
  Attention A;
  A.B.view("y", A.Out, A.merged());
  EXPECT_EQ(all({A.B.take()}),
            "7: proven: 'out' cannot be viewed as [B*N, H*D]: dimensions 1 and "
            "2 were exchanged and cannot be merged; this throws "
            "[tensor-view-after-transpose]\n"
            "  5: 'c' is row-major here, by contiguous()\n"
            "  6: 'out' gets strides [H*N*D, D, N*D, 1] here, by "
            "transpose(1, 2)\n"
            "  7: reshape() copies where a view is not possible; contiguous() "
            "copies once for everything that follows\n");
}

TEST(ViewAfterTranspose, FixIsReshape) {
  Attention A;
  A.B.view("y", A.Out, A.merged());
  const std::vector<Finding> Found = findingsOf({A.B.take()});
  ASSERT_EQ(Found.size(), 1u);
  ASSERT_EQ(Found[0].Edits.size(), 1u);
  EXPECT_EQ(Found[0].Edits[0].Text, "reshape");
  EXPECT_EQ(Found[0].Edits[0].Range.Begin, 710u);
  EXPECT_EQ(Found[0].Edits[0].Range.End, 714u);
  EXPECT_EQ(Found[0].Operator, "view");
  EXPECT_EQ(Found[0].Arguments, std::vector<std::string>{"out"});
  EXPECT_EQ(Found[0].Function, "attention");
  EXPECT_FALSE(Found[0].PredictsCopy);
}

TEST(ViewAfterTranspose, NoFixInAMacro) {
  Attention A;
  A.B.inMacro();
  A.B.view("y", A.Out, A.merged());
  const std::vector<Finding> Found = findingsOf({A.B.take()});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(Found[0].Edits, IsEmpty());
}

TEST(ViewAfterTranspose, SplittingIsAlwaysPossible) {
  Attention A;
  A.B.view("y", A.Out,
           {size(A.X, 0), size(A.X, 2), size(A.X, 1), lit(1), size(A.X, 3)});
  EXPECT_EQ(all({A.B.take()}), "");
}

TEST(ViewAfterTranspose, SilentAfterContiguous) {
  Attention A;
  A.B.view("y", A.B.contiguousOf("", A.Out), A.merged());
  EXPECT_EQ(all({A.B.take()}), "");
}

TEST(ViewAfterTranspose, SilentWhereTransposedBack) {
  Attention A;
  const PlaceId Back = A.B.transpose("back", A.Out, 1, 2);
  A.B.view("y", Back, {product({size(A.X, 0), size(A.X, 1)}), lit(-1)});
  EXPECT_EQ(all({A.B.take()}), "");
}

TEST(ViewAfterTranspose, ATemporaryIsCalledByItsCall) {
  Attention A;
  A.B.view("y", A.B.transpose("", A.C, 1, 2), A.merged());
  EXPECT_THAT(all({A.B.take()}),
              HasSubstr("'transpose(1, 2)' cannot be viewed as"));
}

TEST(ViewAfterTranspose, GapsAreSaid) {
  TestFunction B("f");
  const PlaceId X = B.empty("x", {lit(4), lit(8)});
  const PlaceId Y = B.apply("y", "aten::narrow", {T(X), I(1), I(0), I(3)});
  B.view("z", Y, {lit(12)});
  EXPECT_THAT(shown({B.take()}),
              HasSubstr("proven: 'y' cannot be viewed as [12]: dimensions 0 "
                        "and 1 have a gap between them in memory and cannot "
                        "be merged; this throws"));
}

TEST(ViewAfterTranspose, PermutationsAreSaid) {
  TestFunction B("f");
  const PlaceId X = B.empty("x", {lit(2), lit(3), lit(4), lit(5)});
  const PlaceId Y = B.apply("y", "aten::permute",
                            {T(X), Is({lit(0), lit(2), lit(3), lit(1)})});
  B.view("z", Y, {lit(2), lit(4), lit(15)});
  EXPECT_THAT(shown({B.take()}),
              HasSubstr("'y' cannot be viewed as [2, 4, 15]: dimensions 2 and "
                        "3 are not neighbours in memory and cannot be merged"));
}

TEST(ViewAfterTranspose, ExpandedIsSaid) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"N"});
  const PlaceId C = B.contiguousOf("c", X);
  const PlaceId E =
      B.apply("e", "aten::expand", {T(C), Is({lit(8), size(X, 0)})});
  B.view("w", E, {product({lit(8), size(X, 0)})});
  EXPECT_THAT(shown({B.take()}),
              HasSubstr("proven: 'e' cannot be viewed as [8*N]: dimension 0 is "
                        "expanded (its stride is 0), so dimensions 0 and 1 "
                        "cannot be merged; this throws"));
}

TEST(ViewAfterTranspose, SomePathsAreLikely) {
  Attention A;
  const PlaceId Y = A.B.local("y");
  A.B.assign(Y, A.C);
  A.B.branch(Condition::unknown(), [&] { A.B.assign(Y, A.Out); });
  A.B.view("z", Y, A.merged());
  const std::string Text = all({A.B.take()});
  EXPECT_THAT(Text, HasSubstr("likely: 'y' cannot be viewed as"));
  EXPECT_THAT(Text, HasSubstr(" on some paths: "));
}

TEST(ViewAfterTranspose, DominatedByTheBranchIsProven) {
  Attention A;
  A.B.branch(Condition::unknown(), [&] { A.B.view("z", A.Out, A.merged()); });
  EXPECT_THAT(all({A.B.take()}), HasSubstr("proven: 'out' cannot"));
}

Function viewOfUnknownLayout(Reach R) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N", "C"});
  B.view("y", X, {product({size(X, 0), size(X, 1)}), size(X, 2)});
  Function F = B.take();
  F.TheReach = R;
  return F;
}

TEST(ViewAfterTranspose, AParameterOfUnknownLayoutIsPossibleOnly) {
  const std::string Text = all({viewOfUnknownLayout(Reach::External)});
  EXPECT_THAT(Text, HasSubstr("possible: 'x' may not be viewable as [B*N, C]: "
                              "nothing in 'f' establishes its strides"));
}

TEST(ViewAfterTranspose, OfAnEntryItIsLikely) {
  EXPECT_THAT(all({viewOfUnknownLayout(Reach::Entry)}),
              HasSubstr("likely: 'x' may not be viewable as [B*N, C]"));
}

/// The view teaches that it is possible: the second one is no news.
TEST(ViewAfterTranspose, ASuccessfulViewTeaches) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N", "C"});
  for (const char *Name : {"y", "z"})
    B.view(Name, X, {product({size(X, 0), size(X, 1)}), size(X, 2)});
  EXPECT_EQ(findingsOf({B.take()}).size(), 1u);
}

TEST(ViewAfterTranspose, WrongShapesAreNotOurs) {
  TestFunction B("f");
  const PlaceId C = B.empty("c", {lit(2), lit(3)});
  B.view("y", C, {lit(7)});
  EXPECT_EQ(all({B.take()}), "");
}

TEST(ViewAfterTranspose, WhatFollowsIsFolded) {
  Attention A;
  const PlaceId Y = A.B.view("y", A.Out, A.merged());
  A.B.view("z", A.Out, A.merged());
  A.B.view("w", A.B.transpose("", Y, 0, 1), {size(A.X, 1), lit(-1)});
  const std::string Text = shown({A.B.take()});
  EXPECT_THAT(Text, HasSubstr("7: proven"));
  EXPECT_THAT(Text, Not(HasSubstr("8: proven")));
}

TEST(ViewAfterTranspose, BothBranchesAreReported) {
  Attention A;
  A.B.branch(
      Condition::unknown(), [&] { A.B.view("y", A.Out, A.merged()); },
      [&] { A.B.view("z", A.Out, A.merged()); });
  EXPECT_EQ(findingsOf({A.B.take()}).size(), 2u);
}

TEST(ViewAfterTranspose, UncertainFunctionsProveNothing) {
  Attention A;
  A.B.view("y", A.Out, A.merged());
  A.B.F.Uncertain = true;
  EXPECT_THAT(all({A.B.take()}), HasSubstr("likely: 'out' cannot"));
}

TEST(ViewAfterTranspose, UnknownRankIsDecidedWhereItCanBe) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  const PlaceId C = B.contiguousOf("c", X);
  const PlaceId Y = B.transpose("y", C, 0, 1);
  B.view("z", Y, {lit(-1)});
  EXPECT_EQ(shown({B.take()}),
            "3: proven: 'y' cannot be viewed as {-1}: dimensions 0 and 1 were "
            "exchanged and cannot be merged; this throws "
            "[tensor-view-after-transpose]\n"
            "  1: 'c' is row-major here, by contiguous()\n"
            "  2: 'y' gets its strides here, by transpose(0, 1)\n"
            "  3: reshape() copies where a view is not possible; contiguous() "
            "copies once for everything that follows\n");
}

/// `n > 0` and `n - n + 1` are what n is not 2 for.
TEST(ViewAfterTranspose, ACountIsNotTakenToBeTwo) {
  TestFunction B("f");
  const IntId N = B.integer("n");
  const PlaceId X = ranked(B, "x", {"A", "B"});
  const PlaceId C = B.contiguousOf("c", X);
  B.branch(compare(var(N), Condition::Comparison::Greater, lit(0)),
           [&] { B.apply(C, "aten::transpose.int", {T(C), I(0), I(1)}); });
  B.view("y", C, {lit(-1)});
  const std::vector<Finding> Found = findingsOf({B.take()});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Sure, Confidence::Likely);
}

TEST(ViewAfterTranspose, CodeAfterACountedLoopIsReached) {
  TestFunction B("f");
  const IntId N = B.integer("n");
  const PlaceId X = ranked(B, "x", {"A", "B"});
  const PlaceId C = B.contiguousOf("c", X);
  const PlaceId Y = B.transpose("y", C, 0, 1);
  B.returnIf(compare(var(N), Condition::Comparison::Greater, lit(0)));
  B.view("z", Y, {lit(-1)});
  const std::vector<Finding> Found = findingsOf({B.take()});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Sure, Confidence::Proven);
}

TEST(ViewAfterTranspose, NoFixWhereItIsWrittenThrough) {
  for (bool Writes : {false, true}) {
    TestFunction B("f");
    const PlaceId X = ranked(B, "x", {"A", "B"});
    const PlaceId C = B.contiguousOf("c", X);
    const PlaceId Y = B.transpose("y", C, 0, 1);
    const PlaceId Z = B.view("z", Y, {lit(-1)});
    const PlaceId First =
        B.apply("first", "aten::select.int", {T(Z), I(0), I(0)});
    if (Writes)
      B.apply(First, "aten::zero_", {T(First)});
    B.ret({First});
    const std::vector<Finding> Found = findingsOf({B.take()});
    ASSERT_EQ(Found.size(), 1u);
    EXPECT_EQ(Found[0].Edits.empty(), Writes);
  }
}

} // namespace
} // namespace tensortidy
