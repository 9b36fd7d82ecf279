// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_LAYOUT_RANDOMRUN_H
#define TENSORTIDY_TESTS_LAYOUT_RANDOMRUN_H

#include "Concrete.h"

#include "layout/Facts.h"
#include "layout/Layout.h"
#include "layout/View.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tensortidy {

/// How the algebra's answers compared with the concrete ones.
struct Tally {
  struct Count {
    unsigned Decided = 0, Unknown = 0, Coincided = 0, Contradicted = 0;
  };
  std::map<std::string, Count> Kinds;
  std::vector<std::string> Contradictions; ///< the first few, in words
  unsigned NotRepresented = 0;             ///< transforms without a result

  unsigned total(unsigned Count::*Which) const;
  double shareDecided(const std::string &Kind) const;
  std::string print() const;
};

enum class Knowledge {
  Exact,         ///< fresh row-major of symbolic sizes
  OpaqueStrides, ///< known rank and sizes, strides arbitrary
  UnknownRank,   ///< nothing known
  UnknownRankContiguous
};

/// One random chain of operators, run by the algebra once and concretely for
/// several tensors that it stands for; every answer that the algebra decides
/// is compared after every step.
class RandomRun {
public:
  /// Where its choices come from: a random engine, or a fuzzer's bytes.
  using Source = std::function<uint32_t()>;
  RandomRun(Source Choices, Knowledge Mode, Tally &Results);
  void run();

private:
  using Values = std::map<SymbolId, int64_t>;
  struct Case {
    Values Symbols;
    Concrete Tensor;
    std::vector<Concrete> History;
    bool Alive = true;
  };

  int64_t pick(int64_t Low, int64_t High);
  bool chance(unsigned Percent) { return pick(1, 100) <= int64_t(Percent); }
  template <typename T> void shuffle(std::vector<T> &V) {
    for (size_t I = V.size(); I > 1; --I)
      std::swap(V[I - 1], V[size_t(pick(0, int64_t(I) - 1))]);
  }

  void startRanked();
  void startUnranked();
  void nameGroup(Case &C);
  void step();
  void checkAnswers();
  void checkView();
  void checkOrder();
  void checkHistory();

  std::optional<int64_t> valueOf(const Monomial &M, const Case &C) const;
  /// Compares sizes and strides, and takes over the values of new symbols.
  void checkLayout(Case &C);
  void checkAxis(const Axis &A, int64_t Size, int64_t Stride, Case &C);
  void checkStride(const std::string &Kind, const Monomial &SizeOf,
                   const Monomial &Claimed, int64_t Size, int64_t Stride,
                   Case &C);
  void checkNumber(const std::string &Kind, const Monomial &M, int64_t Truth,
                   Case &C);
  void expect(const std::string &Kind, Answer A, bool Truth, Case &C);
  void report(const std::string &Kind, const std::string &Claim, const Case &C);

  bool apply(const std::string &Name, std::optional<Layout> Result);
  template <typename Op> void onCases(Op Concretely) {
    for (Case &C : Cases)
      if (C.Alive) {
        std::optional<Concrete> T = Concretely(C.Tensor);
        C.Alive = T.has_value();
        if (T)
          C.Tensor = *T;
      }
  }

  bool swapStep();
  bool permuteStep();
  bool selectStep();
  bool sliceStep();
  bool unitStep();
  bool expandStep();
  bool unfoldStep();
  bool moveStep();
  bool viewStep();
  bool flattenStep();
  bool copyStep();
  bool partStep();
  bool splitStep();
  bool squeezeStep();
  bool guardStep();
  bool branchStep();
  bool joinStep();
  int64_t pickDim();
  std::vector<SizeArgument> pickSizes();

  const Source Choices;
  Knowledge Mode;
  Tally &Results;
  SymbolTable Symbols;
  Facts F{Symbols};
  Layout L;
  std::vector<Layout> History;
  std::vector<Case> Cases;
  std::string Trace;
};

/// The axis that \p Dim means, if there is one.
inline std::optional<size_t> wrap(int64_t Dim, size_t Rank) {
  if (Dim < 0)
    Dim += int64_t(Rank);
  if (Dim < 0 || Dim >= int64_t(Rank))
    return std::nullopt;
  return size_t(Dim);
}

template <typename T> void eraseAt(std::vector<T> &V, size_t I) {
  V.erase(V.begin() + std::ptrdiff_t(I));
}

template <typename T>
void insertAt(std::vector<T> &V, size_t I, const T &Value) {
  V.insert(V.begin() + std::ptrdiff_t(I), Value);
}

} // namespace tensortidy

#endif
