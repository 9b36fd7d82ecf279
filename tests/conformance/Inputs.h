// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_CONFORMANCE_INPUTS_H
#define TENSORTIDY_TESTS_CONFORMANCE_INPUTS_H

#include "layout/Layout.h"

#include <ATen/ATen.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace conformance {

/// What the model is told of the input.
enum class Mode {
  Exact,         ///< sizes and strides are numbers
  Symbols,       ///< sizes are symbols, strides follow from how it was made
  OpaqueStrides, ///< sizes are symbols, strides nobody knows
  UnknownRank    ///< nothing
};
inline constexpr Mode AllModes[] = {Mode::Exact, Mode::Symbols,
                                    Mode::OpaqueStrides, Mode::UnknownRank};
const char *toString(Mode M);

/// The values that symbols have in one run.
using Values = std::map<tensortidy::SymbolId, int64_t>;

/// A tensor and the layout that describes it.
struct Input {
  at::Tensor Tensor;
  tensortidy::Layout Layout;
};

/// The 20 ways in which an input is laid out: contiguous, transposed, stepped,
/// narrowed, expanded, channels-last, with axes of size 1, empty.
const std::vector<std::string> &inputClasses();

/// The sizes of the input of \p Rank, 1 to 4; pairwise products differ.
std::vector<int64_t> sizesOfRank(unsigned Rank);

/// None where the class does not exist for the rank, or, for UnknownRank,
/// where its sizes are not in general position.
std::optional<Input> makeInput(const std::string &Class, unsigned Rank, Mode M,
                               at::ScalarType Type, tensortidy::Facts &F,
                               Values &V);

/// The value of \p M, if all of its symbols have one.
std::optional<int64_t> valueOf(const tensortidy::Monomial &M,
                               const tensortidy::Facts &F, const Values &V);

} // namespace conformance

#endif
