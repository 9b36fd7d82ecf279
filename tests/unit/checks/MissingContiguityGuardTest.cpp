// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Found.h"

namespace tensortidy {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(MissingGuard, OneFindingListsTheArguments) {
  TestFunction B("demo::scale_rows");
  const PlaceId X = B.parameter("x"), Scale = B.parameter("scale");
  const PlaceId Out = B.empty("out", {size(X, 0), size(X, 1)});
  const PointerId P = B.take(X), Q = B.take(Scale), R = B.take(Out);
  B.use(P, Sink::Index);
  B.use(Q, Sink::Index);
  B.use(R, Sink::Index);
  EXPECT_EQ(
      all({B.take()}),
      "2: likely: 'x' and 'scale' are accessed through raw pointers as if "
      "contiguous, but nothing in 'scale_rows' establishes it "
      "[tensor-missing-contiguity-guard]\n"
      "  5: 'x' is indexed here without its strides\n"
      "  3: the pointer of 'scale' is taken here\n"
      "  6: 'scale' is indexed here without its strides\n"
      "  2: check is_contiguous() of 'x' and 'scale' in 'scale_rows', "
      "read contiguous() of them, or pass the strides on\n");
}

/// f(x) { p = x.data_ptr(); use p } and what comes before it.
std::string
usedAfter(const std::function<void(TestFunction &, PlaceId)> &Before,
          Sink Where = Sink::Index, Reach R = Reach::Entry) {
  TestFunction B("f", R);
  const PlaceId X = B.parameter("x");
  Before(B, X);
  B.use(B.take(X), Where, "kernel");
  return shown({B.take()});
}

void nothing(TestFunction &, PlaceId) {}

TEST(MissingGuard, EachSinkThatAssumesALayout) {
  EXPECT_THAT(usedAfter(nothing, Sink::Index), HasSubstr("is indexed here"));
  EXPECT_THAT(usedAfter(nothing, Sink::Launch),
              HasSubstr("'x' is passed to 'kernel' here without its strides"));
  EXPECT_THAT(usedAfter(nothing, Sink::Call),
              HasSubstr("'x' is passed to 'kernel' here without its strides"));
  EXPECT_THAT(usedAfter(nothing, Sink::Memcpy),
              HasSubstr("'x' is copied by 'kernel' here as one block"));
  EXPECT_EQ(usedAfter(nothing, Sink::FirstElement), "");
}

TEST(MissingGuard, SilentWhenChecked) {
  EXPECT_EQ(
      usedAfter([](TestFunction &B, PlaceId X) { B.check(contiguous(X)); }),
      "");
  EXPECT_EQ(usedAfter([](TestFunction &B, PlaceId X) {
              B.returnIf(isNot(contiguous(X)));
            }),
            "");
  EXPECT_EQ(usedAfter([](TestFunction &B, PlaceId X) {
              B.branch(isNot(contiguous(X)),
                       [&] { B.assign(X, B.contiguousOf("", X)); });
            }),
            "");
  EXPECT_EQ(usedAfter([](TestFunction &B, PlaceId X) {
              B.check(contiguous(X, MemoryFormat::ChannelsLast));
            }),
            "");
}

TEST(MissingGuard, SilentWhenTheCheckComesAfterTheTaking) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  const PointerId P = B.take(X);
  B.check(contiguous(X));
  B.use(P, Sink::Launch, "kernel");
  EXPECT_EQ(shown({B.take()}), "");
}

TEST(MissingGuard, SilentWhenTheStridesTravel) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.use(B.take(X), Sink::Launch, "kernel", {X});
  EXPECT_EQ(all({B.take()}), "");
}

TEST(MissingGuard, SilentWhereStridesAreReadIntoVariables) {
  EXPECT_EQ(usedAfter([](TestFunction &B, PlaceId X) {
              B.define("s", stride(X, 0));
            }),
            "");
}

TEST(MissingGuard, SilentForFreshAndContiguousTensors) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.use(B.take(B.contiguousOf("c", X)), Sink::Index);
  B.use(B.take(B.empty("e", {size(X, 0), lit(3)})), Sink::Index);
  EXPECT_EQ(all({B.take()}), "");
}

TEST(MissingGuard, APointerCopiedToAnotherVariable) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  const PointerId P = B.take(X), Q = B.pointer("q");
  B.add(AssignPointer{Q, {P}});
  B.use(Q, Sink::Index);
  EXPECT_THAT(shown({B.take()}), HasSubstr("'x' is accessed through"));
}

TEST(MissingGuard, ViewsAndSameLayoutTensorsBlameTheParameter) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  const PlaceId Row = B.apply("row", "aten::select.int", {T(X), I(0), I(0)});
  B.check(compare(rank(X), Condition::Comparison::GreaterEqual, lit(3)));
  B.use(B.take(Row), Sink::Index);
  EXPECT_THAT(shown({B.take()}),
              HasSubstr("likely: 'x' is accessed through a raw "
                        "pointer"));
}

TEST(MissingGuard, OffsetsOfOneDimensionArePossibleOnly) {
  for (const char *Name :
       {"offsets", "cu_seqlens", "row_ptr", "rowPtr", "indptr", "Workspace"}) {
    TestFunction B("f");
    const PlaceId X = ranked(B, Name, {"N"});
    B.use(B.take(X), Sink::Index);
    EXPECT_THAT(all({B.take()}), HasSubstr("possible: '" + std::string(Name)));
  }
}

TEST(MissingGuard, LengthsOfOneDimensionAreLikely) {
  for (const char *Name :
       {"lengths", "indices", "grad_offsets", "discounts", "unpacked"}) {
    TestFunction B("f");
    const PlaceId X = ranked(B, Name, {"N"});
    B.use(B.take(X), Sink::Index);
    EXPECT_THAT(all({B.take()}), HasSubstr("likely: '" + std::string(Name)));
  }
}

TEST(MissingGuard, OffsetsOfTwoDimensionsAreLikely) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "offsets", {"B", "N"});
  B.use(B.take(X), Sink::Index);
  EXPECT_THAT(all({B.take()}), HasSubstr("likely: 'offsets'"));
}

TEST(MissingGuard, DenseByAGuardIsPossibleOnly) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x");
  B.check(dense(X));
  B.use(B.take(X), Sink::Index);
  EXPECT_THAT(all({B.take()}), HasSubstr("possible: 'x'"));
}

TEST(MissingGuard, LikelyWhenTheLayoutIsKnownToBeAnother) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId C = B.contiguousOf("c", X);
  const PlaceId Y = B.transpose("y", C, 0, 1);
  B.use(B.take(Y), Sink::Index);
  EXPECT_EQ(
      all({B.take()}),
      "5: likely: 'y' is accessed through a raw pointer as if contiguous, "
      "but its strides are [1, N] [tensor-missing-contiguity-guard]\n"
      "  3: 'c' is row-major here, by contiguous()\n"
      "  4: 'y' gets strides [1, N] here, by transpose(0, 1)\n"
      "  6: 'y' is indexed here without its strides\n"
      "  5: contiguous() gives a row-major copy to take the pointer of; "
      "it must outlive the pointer\n");
}

TEST(MissingGuard, LikelyWhenItGoesToACallee) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"B", "N"});
  const PlaceId Y = B.transpose("y", B.contiguousOf("c", X), 0, 1);
  B.use(B.take(Y), Sink::Call, "gemm");
  EXPECT_THAT(all({B.take()}), HasSubstr("likely: 'y' is accessed through"));
}

TEST(MissingGuard, ChannelsLastOutputIsOnPurpose) {
  TestFunction B("f");
  const PlaceId X = ranked(B, "x", {"N", "C", "H", "W"});
  const PlaceId Y =
      B.apply("y", "aten::contiguous", {T(X), Fmt(MemoryFormat::ChannelsLast)});
  B.use(B.take(Y), Sink::Launch, "nhwc_kernel");
  EXPECT_EQ(all({B.take()}), "");
}

TEST(MissingGuard, ExternalFunctionsAreUndecided) {
  TestFunction B("f", Reach::External);
  B.use(B.take(B.parameter("x")), Sink::Launch, "kernel");
  EXPECT_THAT(all({B.take()}), HasSubstr("possible: 'x'"));
}

Function launcher(Reach R = Reach::Internal) {
  TestFunction B("launch", R);
  B.use(B.take(B.parameter("x")), Sink::Launch, "kernel");
  return B.take();
}

Function caller(const std::string &Name, bool Guarded, Reach R = Reach::Entry) {
  TestFunction B(Name, R);
  const PlaceId X = B.parameter("x");
  if (Guarded)
    B.check(contiguous(X));
  B.call("launch", {X});
  return B.take();
}

TEST(MissingGuard, SilentWhenAllCallersGuard) {
  EXPECT_EQ(all({launcher(), caller("a", true), caller("b", true)}), "");
  EXPECT_EQ(all({caller("a", true), launcher(Reach::External)}), "");
}

TEST(MissingGuard, LikelyWhenAnEntryPassesItUnchecked) {
  EXPECT_EQ(
      all({launcher(), caller("a", true), caller("b", false)}),
      "1: likely: 'x' is accessed through a raw pointer as if contiguous, "
      "but nothing in 'launch' establishes it "
      "[tensor-missing-contiguity-guard]\n"
      "  2: 'x' is passed to 'kernel' here without its strides\n"
      "  1: called here by 'b', which passes 'x' as it is\n"
      "  1: check is_contiguous() of 'x' in 'launch', read contiguous() "
      "of it, or pass the strides on\n");
}

TEST(MissingGuard, CallersOfCallersAreAsked) {
  TestFunction Middle("middle", Reach::Internal);
  Middle.call("launch", {Middle.parameter("y")});
  TestFunction Top("top", Reach::Entry);
  const PlaceId X = Top.parameter("x");
  Top.check(contiguous(X));
  Top.call("middle", {X});
  EXPECT_EQ(all({launcher(), Middle.take(), Top.take()}), "");
}

TEST(MissingGuard, CallersInOtherFilesLeaveItUndecided) {
  EXPECT_THAT(all({launcher(), caller("a", false, Reach::External)}),
              HasSubstr("possible: 'x'"));
}

TEST(MissingGuard, RecursionEnds) {
  TestFunction B("launch", Reach::Internal);
  const PlaceId X = B.parameter("x");
  B.use(B.take(X), Sink::Launch, "kernel");
  B.call("launch", {X});
  EXPECT_EQ(shown({B.take(), caller("a", true)}), "");
}

std::vector<Edit> editsFor(const std::string &Name,
                           PointerAccess Access = PointerAccess::Write) {
  TestFunction B("f");
  B.use(B.take(B.parameter(Name), Access), Sink::Launch, "kernel");
  return findingsOf({B.take()}).at(0).Edits;
}

TEST(MissingGuard, FixIsACheckAtTheStartOfTheBody) {
  const std::vector<Edit> Edits = editsFor("x");
  ASSERT_EQ(Edits.size(), 1u);
  EXPECT_EQ(Edits[0].Range.Begin, 21u);
  EXPECT_EQ(Edits[0].Range.End, 21u);
  EXPECT_EQ(Edits[0].Text,
            "\n  TORCH_CHECK(x.is_contiguous(), \"x must be contiguous\");");
}

/// Expanded gradients are legal, and a copy serves a reader.
TEST(MissingGuard, NoFixWhereACheckMightRejectValidCalls) {
  EXPECT_THAT(editsFor("grad_output"), IsEmpty());
  EXPECT_THAT(editsFor("x", PointerAccess::Read), IsEmpty());
}

TEST(MissingGuard, APointerOfOnePathIsPossibleAtMost) {
  for (bool OnOnePath : {false, true}) {
    TestFunction B("f");
    const PlaceId E = B.empty("e", {lit(4), lit(6)});
    const PlaceId Y = B.transpose("y", E, 0, 1);
    const PointerId P = B.pointer("p");
    TakePointer Taken;
    Taken.Pointer = P;
    Taken.Tensor = Y;
    Taken.Access = PointerAccess::Read;
    auto Take = [&] { B.add(Taken); };
    if (OnOnePath)
      B.branch(Condition::unknown(), Take);
    else
      Take();
    B.use(P, Sink::Index);
    const std::vector<Finding> Found = findingsOf({B.take()});
    ASSERT_EQ(Found.size(), 1u);
    EXPECT_EQ(Found[0].Sure,
              OnOnePath ? Confidence::Possible : Confidence::Likely);
  }
}

} // namespace
} // namespace tensortidy
