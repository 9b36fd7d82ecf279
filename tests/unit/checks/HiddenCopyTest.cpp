// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Found.h"

namespace tensortidy {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Attention {
  TestFunction B{"attention"};
  PlaceId X = ranked(B, "x", {"B", "H", "N", "D"});
  PlaceId C = B.contiguousOf("c", X);
  PlaceId Out = B.transpose("out", C, 1, 2);
  std::vector<IntExpr> merged() {
    return {size(X, 0), size(X, 2), product({size(X, 1), size(X, 3)})};
  }
};

TEST(HiddenCopy, ReshapeAfterTranspose) {
  Attention A;
  A.B.reshape("y", A.Out, A.merged());
  EXPECT_EQ(all({A.B.take()}),
            "7: proven: reshape copies 'out' (about B*H*N*D elements): "
            "dimensions 1 and 2 were exchanged and cannot be merged "
            "[tensor-hidden-copy]\n"
            "  5: 'c' is row-major here, by contiguous()\n"
            "  6: 'out' gets strides [H*N*D, D, N*D, 1] here, by "
            "transpose(1, 2)\n"
            "  7: contiguous() before it copies as much; another order of "
            "axes where 'out' is made saves the copy\n");
}

TEST(HiddenCopy, PredictsForTheProbe) {
  Attention A;
  A.B.reshape("y", A.Out, A.merged());
  const std::vector<Finding> Found = findingsOf({A.B.take()});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(Found[0].PredictsCopy);
  EXPECT_EQ(Found[0].Operator, "reshape");
  EXPECT_EQ(Found[0].Arguments, std::vector<std::string>{"out"});
  EXPECT_THAT(Found[0].Edits, IsEmpty());
}

TEST(HiddenCopy, AViewIsNoCopy) {
  Attention A;
  A.B.reshape("y", A.C, {size(A.X, 0), lit(-1)});
  EXPECT_EQ(all({A.B.take()}), "");
}

TEST(HiddenCopy, AskedForCopiesAreSilent) {
  Attention A;
  A.B.contiguousOf("y", A.Out);
  EXPECT_EQ(all({A.B.take()}), "");
}

TEST(HiddenCopy, FlattenOfAPermutation) {
  Attention A;
  A.B.apply("y", "aten::flatten.using_ints", {T(A.Out), I(2), I(3)});
  EXPECT_THAT(shown({A.B.take()}), HasSubstr("proven: flatten copies 'out'"));
}

TEST(HiddenCopy, SomePathsAreLikely) {
  Attention A;
  const PlaceId Y = A.B.local("y");
  A.B.assign(Y, A.C);
  A.B.branch(Condition::unknown(), [&] { A.B.assign(Y, A.Out); });
  A.B.reshape("z", Y, {size(A.X, 0), lit(-1)});
  const std::string Text = all({A.B.take()});
  EXPECT_THAT(Text, HasSubstr("likely: reshape copies 'y' on some paths"));
}

TEST(HiddenCopy, AParameterOfUnknownLayoutIsPossibleOnly) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  B.reshape("y", X, {lit(-1)});
  EXPECT_THAT(all({B.take()}),
              HasSubstr("possible: reshape may copy 'x' (about B*N elements): "
                        "nothing in 'f' establishes its strides"));
}

TEST(HiddenCopy, ResultsOfUnknownCallsNeedAnExplanation) {
  TestFunction B("f");
  const PlaceId Y = B.local("y");
  B.call("g", {}, {Y});
  B.reshape("z", Y, {lit(-1)});
  const std::string Text = all({B.take()});
  EXPECT_THAT(Text, HasSubstr("possible: reshape may copy 'y'"));
  EXPECT_THAT(Text, HasSubstr("nothing is known of 'y' from here: returned by "
                              "'g'"));
}

TEST(HiddenCopy, BackEndsMakeItLikelyAtMost) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"N", "C", "H", "W"});
  const PlaceId W = ranked(B, "w", {"O", "I", "K", "L"});
  const PlaceId Cx = B.contiguousOf("cx", X), Cw = B.contiguousOf("cw", W);
  const PlaceId Px = B.transpose("px", Cx, 2, 3);
  B.apply("y", "aten::conv2d", {T(Px), T(Cw)});
  const std::string Text = all({B.take()});
  EXPECT_THAT(Text, HasSubstr("likely: conv2d copies 'px'"));
  EXPECT_THAT(Text, Not(HasSubstr("proven")));
}

} // namespace
} // namespace tensortidy
