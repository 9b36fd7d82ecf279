// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_FOUND_H
#define TENSORTIDY_TESTS_FOUND_H

#include "TestFunction.h"
#include "checks/Checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tensortidy {

/// "5: proven: message [check]" and "  5: note: ..." for each finding.
inline std::string print(const Finding &F) {
  std::string Out = std::to_string(F.Where.Line) + ": " + toString(F.Sure) +
                    ": " + F.Message + " [" + F.Check + "]\n";
  for (const Note &N : F.Notes)
    Out += "  " + std::to_string(N.Where.Line) + ": " + N.Message + "\n";
  return Out;
}

inline std::vector<Finding> findingsOf(std::vector<Function> Functions) {
  return runChecks(programOf(std::move(Functions))).Findings;
}

/// Those that are shown by default.
inline std::string shown(std::vector<Function> Functions) {
  std::string Out;
  for (const Finding &F : findingsOf(std::move(Functions)))
    if (F.Sure >= Confidence::Likely)
      Out += print(F);
  return Out;
}

inline std::string all(std::vector<Function> Functions) {
  std::string Out;
  for (const Finding &F : findingsOf(std::move(Functions)))
    Out += print(F);
  return Out;
}

} // namespace tensortidy

#endif
