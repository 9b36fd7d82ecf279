// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_LAYOUT_LAYOUTTEST_H
#define TENSORTIDY_TESTS_LAYOUT_LAYOUTTEST_H

#include "layout/Facts.h"
#include "layout/Layout.h"
#include "layout/Queries.h"
#include "layout/Results.h"
#include "layout/Transforms.h"
#include "layout/View.h"

#include <gtest/gtest.h>

#include <ostream>

namespace tensortidy {

inline void PrintTo(Answer A, std::ostream *Out) { *Out << toString(A); }

/// Sizes B, H, N, D, C and what the tests build from them.
class LayoutTest : public ::testing::Test {
protected:
  SymbolTable Symbols;
  Facts F{Symbols};
  const Monomial B = Symbols.size("B"), H = Symbols.size("H"),
                 N = Symbols.size("N"), D = Symbols.size("D"),
                 C = Symbols.size("C");

  std::string text(const Layout &L) const { return print(L, Symbols); }
  std::string strides(const Layout &L) const {
    return printStrides(L, Symbols);
  }
  Layout swapped(const Layout &L, int64_t D0, int64_t D1) {
    return swapAxes(L, D0, D1, F).value();
  }
  Answer viewable(const Layout &L, const std::vector<SizeArgument> &Sizes) {
    return viewAs(L, Sizes, F).Viewable;
  }
  Layout viewed(const Layout &L, const std::vector<SizeArgument> &Sizes) {
    return viewedLayout(L, viewAs(L, Sizes, F), F);
  }
  Monomial sizeOf(const Layout &L, int64_t Dim) {
    return axisAt(L, Dim, F).value().Size;
  }
};

} // namespace tensortidy

#endif
