// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_GUARDEDITS_H
#define TENSORTIDY_CHECKS_GUARDEDITS_H

#include "checks/Finding.h"
#include "checks/FunctionSummary.h"

#include <string>
#include <vector>

namespace tensortidy {

/// Is a tensor of that name a gradient? Its name is all that tells. Expanded
/// ones, with strides of 0, are legal.
bool isGradient(std::string Name);

/// TORCH_CHECK(x.is_contiguous(), ...) at the start of \p F for
/// each of \p Roots, or nothing where such a check might reject calls
/// that work today: a gradient (expanded ones are legal), a channels-last
/// kernel, an optional or a list, a pointer that is only read from.
std::vector<Edit> guardEdits(const FunctionSummary &F,
                             const std::vector<uint32_t> &Roots);

} // namespace tensortidy

#endif
