// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LayoutTest.h"

#include "layout/ElementSize.h"
#include "layout/Join.h"

namespace tensortidy {
namespace {

constexpr std::nullopt_t None = std::nullopt;

class OffsetTest : public LayoutTest {
protected:
  Layout at(Layout L, const Monomial &Elements) const {
    L.Offset = StorageOffset{Elements};
    return L;
  }
  /// As print() does, "?" where it is not known.
  std::string offset(const std::optional<Layout> &L) const {
    return L && L->Offset ? Symbols.print(L->Offset->Elements) : "?";
  }
};

TEST_F(OffsetTest, SumsOfLikeTerms) {
  EXPECT_EQ(sum(B * N, Monomial(2) * N * B), Monomial(3) * B * N);
  EXPECT_EQ(sum(0, N), N);
  EXPECT_EQ(sum(N, 0), N);
  EXPECT_EQ(sum(2, 3), Monomial(5));
  EXPECT_EQ(sum(N, B), None);
  EXPECT_EQ(sum(N, 1), None);
  EXPECT_EQ(sum(Monomial::invalid(), 1), None);
  EXPECT_EQ(sum(INT64_MAX, 1), None);
}

TEST_F(OffsetTest, PartsBeginFurtherOn) {
  const Layout A = at(rowMajor({B, N, D}), 0);
  EXPECT_EQ(offset(dropAxis(A, 0, F, Monomial(2))), "2*N*D");
  EXPECT_EQ(offset(dropAxis(A, 1, F, C)), "D*C");
  EXPECT_EQ(offset(dropAxis(A, 1, F)), "?");
  EXPECT_EQ(offset(dropAxis(A, 1, F, Monomial(-1))), "?"); // (N-1)*D
  EXPECT_EQ(offset(dropAxis(at(rowMajor({4, 3}), 1), 0, F, Monomial(-1))),
            "10");
  EXPECT_EQ(offset(resizeAxis(A, 2, 1, 1, F, Monomial(3))), "3");
  EXPECT_EQ(offset(resizeAxis(A, 2, 1, 1, F)), "?");
  EXPECT_EQ(offset(sliceAxis(A, 1, 1, None, 2, F)), "D");
  EXPECT_EQ(offset(sliceAxis(A, 1, None, 2, None, F)), "0");
  // Which element is the third of an axis that may have two?
  EXPECT_EQ(offset(sliceAxis(A, 1, 3, None, None, F)), "?");
  EXPECT_EQ(offset(sliceAxis(at(rowMajor({4, 3}), 0), 0, 9, None, None, F)),
            "12");
  EXPECT_EQ(offset(partOfAxis(A, 0, "p", F, 2)), "?");
}

TEST_F(OffsetTest, StepsAddUp) {
  const Layout A = at(rowMajor({B, N, D}), 0);
  const Layout Row = *dropAxis(A, 1, F, Monomial(1));
  EXPECT_EQ(offset(dropAxis(Row, 0, F, Monomial(0))), "D");
  EXPECT_EQ(offset(dropAxis(Row, 0, F, Monomial(1))), "?"); // D + N*D
}

TEST_F(OffsetTest, ViewsBeginWhereTheirSourceDoes) {
  const Layout A = at(rowMajor({B, N, D}), H);
  EXPECT_EQ(offset(swapAxes(A, 0, 2, F)), "H");
  EXPECT_EQ(offset(insertUnitAxis(A, 1, F)), "H");
  EXPECT_EQ(offset(unfoldAxis(A, 2, 2, 1, F)), "H");
  EXPECT_EQ(offset(viewed(A, {B * N, D})), "H");
  EXPECT_EQ(offset(resizeAxis(A, 1, N, 1, F)), "H"); // nothing cut
  EXPECT_EQ(text(A), "[B@N*D, N@D, D@1] offset H");
}

TEST_F(OffsetTest, CopiesDoNot) {
  const Layout A = at(swapped(rowMajor({B, N}), 0, 1), 4);
  EXPECT_EQ(offset(rowMajorLike(A)), "?");
  EXPECT_EQ(offset(keepPermutation(A, "clone", F)), "?");
  EXPECT_EQ(offset(contiguousResult(A, MemoryFormat::Contiguous, F)), "?");
  EXPECT_EQ(offset(contiguousResult(at(rowMajor({B, N}), 4),
                                    MemoryFormat::Contiguous, F)),
            "4");
}

TEST_F(OffsetTest, AJoinKeepsWhatIsCommon) {
  const Layout A = at(rowMajor({B, N}), 4), T = at(swapped(A, 0, 1), 4);
  EXPECT_EQ(offset(joinLayouts({A, T}, "j", F)), "4");
  EXPECT_EQ(offset(joinLayouts({A, at(A, 5)}, "j", F)), "?");
}

TEST_F(OffsetTest, LargerElements) {
  const Layout A = at(rowMajor({B, N, 4}), 2);
  EXPECT_EQ(holdsGroups(A, 2, F), Answer::Yes);
  EXPECT_EQ(text(*inLargerElements(A, 2, "half", F)),
            "[B@2*N, N@2, 2@1] offset 1");
  EXPECT_EQ(holdsGroups(A, 4, F), Answer::No); // begins within one
  EXPECT_EQ(holdsGroups(at(rowMajor({B, 3}), 0), 2, F), Answer::No);
  EXPECT_EQ(holdsGroups(at(rowMajor({B, N}), 0), 2, F), Answer::Unknown);
  EXPECT_EQ(holdsGroups(swapped(A, 1, 2), 2, F), Answer::No);
  EXPECT_EQ(holdsGroups(rowMajor({B, 4}), 2, F), Answer::Unknown);
  EXPECT_FALSE(inLargerElements(at(rowMajor({}), 0), 2, "half", F));
}

TEST_F(OffsetTest, SmallerElements) {
  const Layout A = at(rowMajor({B, 3}), 1);
  EXPECT_EQ(text(*inSmallerElements(A, 2, F)), "[B@6, 6@1] offset 2");
  EXPECT_EQ(holdsGroups(A, 1, F), Answer::Yes);
}

} // namespace
} // namespace tensortidy
