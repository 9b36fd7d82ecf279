// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_CHECKS_H
#define TENSORTIDY_CHECKS_CHECKS_H

#include "checks/Finding.h"
#include "checks/Links.h"
#include "program/Function.h"
#include "program/GivenUpFunction.h"

#include <string>
#include <vector>

namespace tensortidy {

/// One row per check, in the order of the documentation.
struct CheckInfo {
  const char *Name;    ///< "tensor-view-after-transpose"
  const char *Summary; ///< one line, for --list-checks and SARIF
  const char *Page;    ///< "docs/checks/view-after-transpose.md"
};
const std::vector<CheckInfo> &allChecks();

struct CheckResults {
  /// Of all checks and every confidence, sorted by file, offset and check;
  /// duplicates (a place analysed twice, as in templates) removed.
  std::vector<Finding> Findings;
  unsigned FunctionsAnalysed = 0;       ///< reached a fixpoint
  std::vector<GivenUpFunction> GivenUp; ///< too large or did not converge
  UnitSummary Summary;                  ///< what linking needs; see Links
  FileTable Files;                      ///< of all ranges
  /// Judged by what linking the program had found out.
  bool IsLinked = false;
};

/// What is known of the program around a file, by linking it before.
struct Surroundings {
  FileTable Files; ///< the file's own, and after them those of Linked
  LinkedProgram Linked;
};

/// Analyses every function of \p P once and runs all checks over it.
/// \p Around may be null: then other files are unknown.
CheckResults runChecks(const Program &P, const Surroundings *Around = nullptr);

/// Puts \p Findings in the order of CheckResults, each place once.
void sortAndDeduplicate(std::vector<Finding> &Findings);

} // namespace tensortidy

#endif
