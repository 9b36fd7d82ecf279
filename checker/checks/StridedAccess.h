// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_STRIDEDACCESS_H
#define TENSORTIDY_CHECKS_STRIDEDACCESS_H

#include "checks/Links.h"

#include <vector>

namespace tensortidy {

/// Parameters of \p R whose strides go along with their pointers to what reads
/// or writes several elements at once, at distances of these strides: unless
/// each is a multiple, what is accessed there is not aligned. A contiguous
/// tensor, whose rows are that long, is fine: what is missing is the check of
/// the others.
std::vector<Finding> findStridedAccesses(const FunctionSummary &R,
                                         Links &Between);

} // namespace tensortidy

#endif
