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

/// Is a tensor of that name, if it has one axis, made by a call of its own, as
/// offsets (running sums), workspaces, scales and packed weights are? Nobody
/// takes those out of a larger tensor, as people do with lengths and values.
bool isMadeWhole(const std::string &Name);

/// What a fix-it calls the contiguous copy of \p Name.
std::string nameOfCopy(const std::string &Name);

/// For each of \p Roots, at the start of \p F: a contiguous copy, whose
/// pointers are taken instead, of what is only read, else
/// TORCH_CHECK(x.is_contiguous(),
/// ...), or the project's own. Nothing where that might break calls that work
/// today: a check of a gradient (expanded ones are legal), a channels-last
/// kernel, an optional or a list, what may be undefined.
std::vector<Edit> guardEdits(const FunctionSummary &F,
                             const std::vector<uint32_t> &Roots);

} // namespace tensortidy

#endif
