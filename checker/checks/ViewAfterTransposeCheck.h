// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_VIEWAFTERTRANSPOSECHECK_H
#define TENSORTIDY_CHECKS_VIEWAFTERTRANSPOSECHECK_H

#include "checks/Check.h"
#include "checks/Judgement.h"
#include "checks/WrittenThrough.h"

namespace tensortidy {

/// Finds operators that demand a layout their operand does not have: a view()
/// that merges dimensions which are apart in memory throws. Wrong shapes are
/// not its business.
class ViewAfterTransposeCheck : public Check {
public:
  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override;
  void end(const Context &C, std::vector<Finding> &Into) override;

private:
  void report(const Visit &V, const Apply &A, const Judgement &J);

  std::vector<Finding> Pending;
  std::optional<WrittenPlaces> Written; ///< of this function, once asked for
};

} // namespace tensortidy

#endif
