// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_JUDGEMENT_H
#define TENSORTIDY_CHECKS_JUDGEMENT_H

#include "analysis/Observer.h"
#include "checks/Finding.h"

#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// What one case answers to "is the operand's layout good enough here?", and
/// the operand that is asked.
struct CaseAnswer {
  Answer Good = Answer::Unknown;
  const ApplyCase *Case = nullptr;
  const Alternative *Operand = nullptr;
  size_t Index = 0;          ///< of the copy or requirement in its case
  bool IsConversion = false; ///< types are why, not layouts
};

struct Judgement {
  Confidence Sure = Confidence::Possible;
  CaseAnswer Witness;
  bool SomePathsOnly = false; ///< there is a case in which all is well
  bool Undecided = false;     ///< no case is bad for sure
};

/// The confidence of a finding about an operator's operand, as
/// docs/confidence.md has it. None when every case is good, or when nothing
/// could be shown to a reader: neither the steps that gave the operand its
/// layout nor a parameter that it depends on.
std::optional<Judgement> judge(const std::vector<CaseAnswer> &Cases,
                               const Function &In);

/// Why a judgement is undecided, e.g. "nothing in 'f' establishes its strides".
std::string whyUndecided(const Judgement &J, const Function &In, bool Several);

/// Does a size or stride of \p L come from a layout that nobody established?
bool hasUnknownStrides(const Layout &L, const Facts &F);

} // namespace tensortidy

#endif
