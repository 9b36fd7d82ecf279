// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_FRONTEND_LOWERSOURCE_H
#define TENSORTIDY_TESTS_FRONTEND_LOWERSOURCE_H

#include "frontend/Lowering.h"

#include <memory>
#include <string>

namespace tensortidy {

struct Lowered {
  std::shared_ptr<Program> P;
  LoweringStats Stats;
  bool HasErrors = false;

  /// The function whose qualified name is \p Name; null when there is none.
  const Function *function(const std::string &Name) const;
  /// dump() of that function, one fact a line.
  std::string text(const std::string &Name) const;
};

/// Parses \p Code after the mock headers and lowers it with the built-in
/// rules.
Lowered lowerSource(const std::string &Code);
/// The same without those headers.
Lowered lowerPlainSource(const std::string &Code);

} // namespace tensortidy

#endif
