// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestFunction.h"

#include <gtest/gtest.h>

namespace tensortidy {
namespace {

TEST(Dump, ShowsOneFactALine) {
  TestFunction B("scale");
  const PlaceId X = B.parameter("x");
  B.check(
      both(equal(rank(X), lit(2)), either(contiguous(X), isNot(defined(X)))));
  const IntId N = B.define("n", product({size(X, 0), lit(2)}));
  const PlaceId Y = B.transpose("", X, 0, 1);
  B.view("z", Y, {var(N), lit(-1)});
  const PointerId P = B.take(X);
  B.use(P, Sink::Launch, "kernel", {X});
  B.call("f", {X}, {NoId});
  B.ret({X});
  FileTable Files;
  Files.add("f.cpp");
  EXPECT_EQ(dump(B.take(), Files),
            R"(function scale [entry]
  parameter x
  block 0 (entry):
    -> 1 if (x.dim() == 2 && (contiguous(x) || !defined(x)))
    -> 2 if !(x.dim() == 2 && (contiguous(x) || !defined(x)))
  block 1:
    n := (x.size(0) * 2)  @1:1
    %1 = aten::transpose.int(x, 0, 1)  @2:1
    z = aten::view(%1, [n, -1])  @3:1
    p = pointer of x to write  @4:1
    use p: launch of kernel, with the strides of x  @5:1
    _ = call f(x)  @6:1
    return x  @7:1
  block 2:
  block 3:
)");
}

TEST(Dump, ShowsListsAndUndefinedTensors) {
  TestFunction B("gather", Reach::Internal);
  const PlaceId Xs = B.listParameter("xs");
  const PlaceId O = B.optionalParameter("o");
  const PlaceId Y = B.local("y");
  B.assign(Y, NoId);
  B.add(Choose{Y, {O, NoId}});
  B.add(Forget{Y, "returned by 'f'"});
  B.apply("all", "aten::cat", {List({Xs, Y}), I(0)});
  B.add(Write{Y});
  const PointerId P = B.pointer("");
  B.add(AssignPointer{P, {NoId}});
  FileTable Files;
  EXPECT_EQ(dump(B.take(), Files),
            R"(function gather [internal]
  parameter xs (list)
  parameter o (optional)
  block 0 (entry):
    y = undefined  @1:1
    y = one of {o, undefined}  @2:1
    forget y: returned by 'f'  @3:1
    all = aten::cat({xs, y}, 0)  @4:1
    write y  @5:1
    *0 = unknown  @6:1
)");
}

} // namespace
} // namespace tensortidy
