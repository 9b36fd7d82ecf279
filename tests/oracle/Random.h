// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_ORACLE_RANDOM_H
#define TENSORTIDY_TESTS_ORACLE_RANDOM_H

#include <cstdint>
#include <string>
#include <vector>

namespace oracle {

/// Numbers at random, the same ones on every machine.
class Random {
public:
  Random(uint64_t Seed, uint64_t Stream) : State(Seed * 0x9E3779B97F4A7C15u) {
    next();
    State ^= Stream * 0xBF58476D1CE4E5B9u;
    next();
  }

  uint64_t next() {
    State += 0x9E3779B97F4A7C15u;
    uint64_t Z = State;
    Z = (Z ^ (Z >> 30)) * 0xBF58476D1CE4E5B9u;
    Z = (Z ^ (Z >> 27)) * 0x94D049BB133111EBu;
    return Z ^ (Z >> 31);
  }
  /// 0 to \p Below - 1; 0 when there is no such number.
  int64_t below(int64_t Below) {
    return Below > 0
               ? static_cast<int64_t>(next() % static_cast<uint64_t>(Below))
               : 0;
  }
  int64_t between(int64_t Low, int64_t High) {
    return Low + below(High - Low + 1);
  }
  bool chance(double Probability) {
    return static_cast<double>(next() >> 11) * 0x1p-53 < Probability;
  }
  template <typename T> const T &of(const std::vector<T> &All) {
    return All[static_cast<size_t>(below(static_cast<int64_t>(All.size())))];
  }
  /// An index, each as often as its weight says.
  size_t weighted(const std::vector<double> &Weights) {
    double Sum = 0;
    for (double W : Weights)
      Sum += W;
    double At = static_cast<double>(next() >> 11) * 0x1p-53 * Sum;
    for (size_t I = 0; I < Weights.size(); ++I)
      if ((At -= Weights[I]) < 0)
        return I;
    return Weights.size() - 1;
  }
  template <typename T> void shuffle(std::vector<T> &All) {
    for (size_t I = All.size(); I > 1; --I)
      std::swap(All[I - 1],
                All[static_cast<size_t>(below(static_cast<int64_t>(I)))]);
  }

private:
  uint64_t State;
};

} // namespace oracle

#endif
