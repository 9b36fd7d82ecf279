// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_SATURATING_H
#define TENSORTIDY_LAYOUT_SATURATING_H

#include <cstdint>
#include <limits>

namespace tensortidy {

/// An int64_t whose sums, differences and products stop at the type's limits
/// instead of overflowing: for numbers out of sources and rules, which may be
/// any. A slice's end of INT64_MAX is a usual one.
class Saturating {
public:
  Saturating(int64_t Number) : Number(Number) {}
  int64_t value() const { return Number; }

  friend Saturating operator+(Saturating A, Saturating B) {
    int64_t R = 0;
    if (!__builtin_add_overflow(A.Number, B.Number, &R))
      return R;
    return limit(B.Number < 0);
  }
  friend Saturating operator-(Saturating A, Saturating B) {
    int64_t R = 0;
    if (!__builtin_sub_overflow(A.Number, B.Number, &R))
      return R;
    return limit(B.Number > 0);
  }
  friend Saturating operator*(Saturating A, Saturating B) {
    int64_t R = 0;
    if (!__builtin_mul_overflow(A.Number, B.Number, &R))
      return R;
    return limit((A.Number < 0) != (B.Number < 0));
  }

private:
  static int64_t limit(bool Lowest) {
    return Lowest ? std::numeric_limits<int64_t>::min()
                  : std::numeric_limits<int64_t>::max();
  }
  int64_t Number;
};

inline int64_t negated(int64_t I) { return (Saturating(0) - I).value(); }

} // namespace tensortidy

#endif
