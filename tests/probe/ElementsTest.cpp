// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which memory a tensor's elements are, against counting them out.

#include "core/BeyondView.h"
#include "core/SharedElements.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

using namespace tensor_probe;

namespace {

struct Layout {
  std::vector<std::int64_t> sizes, strides;

  TensorView view(std::uint8_t itemsize = 4) const {
    TensorView made;
    made.sizes = sizes.data();
    made.strides = strides.data();
    made.dim = static_cast<std::int64_t>(sizes.size());
    made.itemsize = itemsize;
    return made;
  }
  /// Of all elements, those that are the same as often as they come.
  std::vector<std::int64_t> addresses() const {
    std::vector<std::int64_t> all{0};
    for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
      std::vector<std::int64_t> next;
      for (const std::int64_t from : all)
        for (std::int64_t i = 0; i < sizes[axis]; ++i)
          next.push_back(from + i * strides[axis]);
      all = next;
    }
    return all;
  }
};

Shares asked(const Layout &layout) { return shares_elements(layout.view()); }

TEST(SharedElements, OfLayoutsAsTheyAre) {
  EXPECT_EQ(asked({{}, {}}), Shares::no);
  EXPECT_EQ(asked({{3, 4}, {4, 1}}), Shares::no);
  EXPECT_EQ(asked({{3, 4}, {1, 3}}), Shares::no);
  EXPECT_EQ(asked({{3, 4}, {8, 2}}), Shares::no);
  EXPECT_EQ(asked({{3, 4}, {0, 1}}), Shares::yes);
  EXPECT_EQ(asked({{3, 4}, {2, 1}}), Shares::yes);
  EXPECT_EQ(asked({{3, 2}, {2, 3}}), Shares::no);  // 0 2 4 and 3 5 7
  EXPECT_EQ(asked({{4, 3}, {2, 3}}), Shares::yes); // [3, 0] and [0, 2]
  EXPECT_EQ(asked({{1, 4}, {0, 1}}), Shares::no);
  EXPECT_EQ(asked({{0, 4}, {0, 0}}), Shares::no);
  EXPECT_EQ(asked({{3, 4}, {-4, 1}}), Shares::no);
  EXPECT_EQ(asked({{3, 4}, {-2, 1}}), Shares::yes);
}

TEST(SharedElements, OfLongAxesWithoutCountingThem) {
  constexpr std::int64_t kLong = std::int64_t(1) << 40;
  EXPECT_EQ(asked({{kLong, 4}, {4, 1}}), Shares::no);
  EXPECT_EQ(asked({{kLong, 5}, {4, 1}}), Shares::yes);
  EXPECT_EQ(asked({{1 << 20, 1 << 20}, {1, (1 << 20) - 1}}), Shares::yes);
  EXPECT_EQ(asked({{1 << 20, 1 << 20}, {(1 << 20) - 1, 2}}), Shares::yes);
  EXPECT_EQ(asked({{2, 2}, {kLong, kLong + 1}}), Shares::no);
}

TEST(SharedElements, WhatTakesTooLongIsNotSaid) {
  const std::vector<std::int64_t> many(17, 2);
  EXPECT_EQ(asked({many, many}), Shares::untested);
  EXPECT_EQ(asked({{3, 3}, {std::int64_t(1) << 62, 1}}), Shares::untested);
}

TEST(SharedElements, OfCopiesTheSearchIsShort) {
  // 998 steps lead nowhere.
  const Layout far{{1000, 1000}, {1001, 1000}};
  EXPECT_EQ(asked(far), Shares::no);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(shares_elements_again(far.view()), Shares::untested);
    for (std::int64_t other = 1; other <= i; ++other) {
      const Layout layout{{5, 4}, {3 + other, 1}};
      EXPECT_EQ(shares_elements_again(layout.view()), Shares::no);
    }
  }
  EXPECT_EQ(shares_elements(Layout{{200, 200}, {201, 200}}.view(), 100),
            Shares::untested);
}

TEST(SharedElements, AsCountedOut) {
  std::mt19937 random(1);
  const auto up_to = [&random](int most) {
    return static_cast<std::int64_t>(random() % unsigned(most + 1));
  };
  int yes = 0, no = 0;
  for (int i = 0; i < 30000; ++i) {
    Layout layout;
    const std::int64_t dim = up_to(4);
    for (std::int64_t axis = 0; axis < dim; ++axis) {
      layout.sizes.push_back(1 + up_to(4));
      layout.strides.push_back(up_to(30) - 4);
    }
    const std::vector<std::int64_t> all = layout.addresses();
    const std::set<std::int64_t> distinct(all.begin(), all.end());
    const bool shares = distinct.size() < all.size();
    ASSERT_EQ(asked(layout), shares ? Shares::yes : Shares::no) << i;
    ASSERT_EQ(shares_elements(layout.view(), 256), asked(layout)) << i;
    ASSERT_EQ(shares_elements_again(layout.view()), asked(layout)) << i;
    ASSERT_EQ(shares_elements_again(layout.view()), asked(layout)) << i;
    ++(shares ? yes : no);
  }
  EXPECT_GT(yes, 5000);
  EXPECT_GT(no, 5000);
}

std::uint64_t beyond(const Layout &layout, std::uint64_t bytes,
                     std::uint8_t itemsize = 4) {
  std::uint64_t found = 0;
  EXPECT_TRUE(bytes_beyond(layout.view(itemsize), bytes, found));
  return found;
}

TEST(BeyondView, OfLayoutsAsTheyAre) {
  EXPECT_EQ(beyond({{2, 3}, {3, 1}}, 24), 0U);
  EXPECT_EQ(beyond({{2, 3}, {3, 1}}, 25), 1U);
  EXPECT_EQ(beyond({{2, 3}, {4, 1}}, 24), 4U);
  EXPECT_EQ(beyond({{2, 3}, {4, 1}}, 28), 4U);
  EXPECT_EQ(beyond({{2, 3}, {1, 2}}, 24), 0U);
  EXPECT_EQ(beyond({{2, 3}, {0, 1}}, 24), 12U);
  EXPECT_EQ(beyond({{}, {}}, 4), 0U);
  EXPECT_EQ(beyond({{0, 3}, {3, 1}}, 4), 4U);
  EXPECT_EQ(beyond({{1 << 30, 2}, {3, 1}}, 12ULL << 30), 4ULL << 30);
}

TEST(BeyondView, WhatIsNotWorkedOut) {
  std::uint64_t found = 0;
  EXPECT_FALSE(bytes_beyond(Layout{{2}, {-1}}.view(), 8, found));
  EXPECT_FALSE(
      bytes_beyond(Layout{{1 << 12, 1 << 12}, {2, 3}}.view(), 8, found));
}

TEST(BeyondView, AsCountedOut) {
  std::mt19937 random(2);
  for (int i = 0; i < 30000; ++i) {
    Layout layout;
    const unsigned dim = random() % 4;
    for (unsigned axis = 0; axis < dim; ++axis) {
      layout.sizes.push_back(1 + random() % 4);
      layout.strides.push_back(random() % 12);
    }
    const auto itemsize = static_cast<std::uint8_t>(1U << (random() % 4));
    const std::uint64_t bytes = random() % 200;
    std::set<std::uint64_t> own;
    for (const std::int64_t element : layout.addresses())
      for (std::uint64_t byte = 0; byte < itemsize; ++byte)
        own.insert(static_cast<std::uint64_t>(element) * itemsize + byte);
    std::uint64_t expected = 0;
    for (std::uint64_t byte = 0; byte < bytes; ++byte)
      expected += 1 - own.count(byte);
    ASSERT_EQ(beyond(layout, bytes, itemsize), expected) << i;
  }
}

} // namespace
