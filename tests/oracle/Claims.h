// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_ORACLE_CLAIMS_H
#define TENSORTIDY_TESTS_ORACLE_CLAIMS_H

#include "Printer.h"

#include "checks/Finding.h"
#include "layout/Answer.h"
#include "models/ModelSet.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace oracle {

/// What is said of one tensor, in all cases that the analysis keeps apart.
struct TensorClaim {
  bool IsKnown = false; ///< something is said at all
  bool HasRank = false;
  tensortidy::Answer Contiguous = tensortidy::Answer::Unknown;
  /// Yes in some cases and no in others: which, the analysis knows.
  bool IsContiguousByPath = false;
  /// Per axis; none: a symbol, for a size of 2 or more.
  std::vector<std::optional<int64_t>> Sizes, Strides;
};

/// What is said of a call, as one function hands it over.
struct CallClaim {
  std::string Operator;    ///< that the frontend resolved the call to
  bool IsModelled = true;  ///< there is a rule
  bool IsTainted = false;  ///< follows from a generic no: nothing is proven
  bool IsRankKnown = true; ///< of all operands
  std::vector<TensorClaim> Operands; ///< single tensors, in schema order
  std::vector<TensorClaim> Results;
  /// Does the first result share the storage of the operand?
  std::vector<tensortidy::Answer> Shares;
  /// Findings about this call, and whether one is "possible" only.
  std::optional<tensortidy::Confidence> Throws, Copies;
  /// Findings about copies that are made again and again, or twice: that one
  /// is made here, asked for or not.
  std::optional<tensortidy::Confidence> Repeats;
  /// A copy that the code asks for is expected: contiguous() on a strided one.
  tensortidy::Answer AskedCopy = tensortidy::Answer::No;
  bool IsCopyAsked = false;
};

/// (program, call of the helper or 0, call) -> claim. Helpers alone, with
/// arguments that nobody knows, have AnyHelper.
constexpr unsigned AnyHelper = ~0u;
using Claims = std::map<std::tuple<unsigned, unsigned, unsigned>, CallClaim>;

/// Analyses the text. \p Flags: of the compiler, which find libtorch.
/// \p Header: what the text includes, precompiled, or empty.
/// \returns none when it cannot be parsed; \p Error says why.
std::optional<Claims> claimsOf(const PlainText &Text,
                               const std::vector<std::string> &Flags,
                               const tensortidy::ModelSet &Models,
                               std::string &Error);

} // namespace oracle

#endif
