// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Found.h"

namespace tensortidy {
namespace {

using testing::HasSubstr;
using testing::Not;

/// `address of x % 16 != 0`
Condition misaligned(PointerId P) {
  IntExpr Rest = IntExpr::opaque(1);
  Rest.Pointer = P;
  return compare(Rest, Condition::Comparison::NotEqual, lit(0));
}

constexpr const char *DoesNotAlign = "contiguous does not align";

TEST(Realigned, ContiguousWhereTheAddressIsAskedFor) {
  TestFunction B("f");
  const PlaceId X = B.parameter("x"), Y = B.local("y");
  B.assign(Y, X);
  const PointerId P = B.take(Y);
  B.branch(either(misaligned(P), isNot(equal(stride(Y, 0), lit(4)))),
           [&] { B.apply(Y, "aten::contiguous", {T(Y)}); });
  B.ret({Y});
  EXPECT_THAT(shown({B.take()}), HasSubstr(DoesNotAlign));
}

TEST(Realigned, SilentWhereItIsAlignedOtherwiseOrAfterwards) {
  auto Said = [](bool OnOther, bool WhereAligned, bool Again) {
    TestFunction B("f");
    const PlaceId X = B.parameter("x"), Z = B.parameter("z");
    const PlaceId Y = B.local("y");
    B.assign(Y, X);
    Condition C = misaligned(B.take(OnOther ? Z : Y));
    B.branch(WhereAligned ? isNot(C) : C,
             [&] { B.apply(Y, "aten::contiguous", {T(Y)}); });
    if (Again)
      B.branch(misaligned(B.take(Y)),
               [&] { B.apply(Y, "aten::clone", {T(Y)}); });
    B.ret({Y});
    return shown({B.take()});
  };
  EXPECT_THAT(Said(false, false, false), HasSubstr(DoesNotAlign));
  EXPECT_THAT(Said(true, false, false), Not(HasSubstr(DoesNotAlign)));
  EXPECT_THAT(Said(false, true, false), Not(HasSubstr(DoesNotAlign)));
  EXPECT_THAT(Said(false, false, true), Not(HasSubstr(DoesNotAlign)));
}

TEST(Overwritten, ByWhatIsMadeOfTheSameTensor) {
  auto Said = [](bool OfAnother) {
    TestFunction B("f");
    const PlaceId X = B.parameter("x"), Z = B.parameter("z");
    const PlaceId Y = B.contiguousOf("y", X);
    B.branch(Condition::unknown(),
             [&] { B.apply(Y, "aten::clone", {T(OfAnother ? Z : X)}); });
    B.ret({Y});
    return shown({B.take()});
  };
  EXPECT_THAT(Said(false), HasSubstr("if it is strided, also where nothing "
                                     "reads the copy"));
  EXPECT_EQ(Said(true), "");
}

/// f(x, out) { out.copy_(x); out = out.t(); }
std::string rebound(Reach R, bool IsReference = true, bool IsWritten = true,
                    bool IsRead = false, bool IsTaken = false) {
  TestFunction B("f", R);
  const PlaceId X = B.parameter("x"), Out = B.parameter("out");
  B.F.Parameters.back().IsMutableReference = IsReference;
  B.F.IsAddressTaken = IsTaken;
  if (IsWritten)
    B.apply(Out, "aten::copy_", {T(Out), T(X)});
  B.apply(Out, "aten::contiguous", {T(B.transpose("", Out, 0, 1))});
  if (IsRead)
    B.ret({Out});
  return shown({B.take()});
}

TEST(Rebound, AnOutputThatBecomesAnotherTensor) {
  EXPECT_THAT(rebound(Reach::Entry),
              HasSubstr("what contiguous makes of 'out' is lost"));
  EXPECT_THAT(rebound(Reach::External, true, true, false, /*IsTaken=*/true),
              HasSubstr("what contiguous makes of 'out' is lost"));
}

TEST(Rebound, SilentWhereSomebodyMaySeeItOrItIsNoOutput) {
  EXPECT_EQ(rebound(Reach::External), "");
  EXPECT_EQ(rebound(Reach::Entry, /*IsReference=*/false), "");
  EXPECT_EQ(rebound(Reach::Entry, true, /*IsWritten=*/false), "");
  EXPECT_EQ(rebound(Reach::Entry, true, true, /*IsRead=*/true), "");
}

/// launch(x) { use the pointer of what is made of x }, with callers that pass
/// contiguous tensors.
std::string
passedContiguous(const std::function<PlaceId(TestFunction &, PlaceId)> &Make) {
  TestFunction B("launch", Reach::External);
  const PlaceId X = B.parameter("x");
  B.check(equal(rank(X), lit(2)));
  B.use(B.take(Make(B, X)), Sink::Index);
  TestFunction Top("top");
  const PlaceId Y = Top.parameter("y");
  Top.call("launch", {Top.contiguousOf("c", Y)});
  return shown({B.take(), Top.take()});
}

TEST(Strays, WhatIsMadeOfAParameterIsNotWhatCallersPass) {
  EXPECT_THAT(
      passedContiguous(
          [](TestFunction &B, PlaceId X) { return B.transpose("t", X, 0, 1); }),
      HasSubstr("'t' is accessed through a raw pointer as if contiguous"));
  EXPECT_EQ(passedContiguous([](TestFunction &, PlaceId X) { return X; }), "");
  EXPECT_EQ(passedContiguous([](TestFunction &B, PlaceId X) {
              return B.apply("row", "aten::select.int", {T(X), I(0), I(1)});
            }),
            "");
}

TEST(Documented, AreTheCallersBusiness) {
  auto Said = [](bool IsContiguous) {
    TestFunction B("launch", Reach::External);
    const PlaceId X = B.parameter("x");
    B.F.Parameters.back().IsDocumented = true;
    B.use(B.take(X), Sink::Index);
    TestFunction Top("top");
    const PlaceId Y = Top.parameter("y");
    Top.call("launch", {IsContiguous ? Top.contiguousOf("c", Y) : Y});
    return shown({B.take(), Top.take()});
  };
  EXPECT_THAT(Said(false),
              HasSubstr("'y' is passed to 'launch', which takes it to be "
                        "contiguous, but nothing in 'top' establishes it"));
  EXPECT_EQ(Said(true), "");
}

} // namespace
} // namespace tensortidy
