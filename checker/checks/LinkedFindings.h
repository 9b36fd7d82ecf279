// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_LINKEDFINDINGS_H
#define TENSORTIDY_CHECKS_LINKEDFINDINGS_H

#include "checks/Links.h"

#include <vector>

namespace tensortidy {

/// All that depends on what the functions of \p Unit are called with, judged
/// by \p Between: missing guards, and the findings about operands that nothing
/// in their function establishes. Those are likely where a registered entry can
/// pass any layout, possible where that is not known, and gone where all
/// callers pass contiguous tensors.
std::vector<Finding> linkedFindings(const UnitSummary &Unit, Links &Between);

} // namespace tensortidy

#endif
