// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_OPERATORLINKS_H
#define TENSORTIDY_MODELS_OPERATORLINKS_H

#include "models/ModelSetImpl.h"

#include <set>

namespace tensortidy {

/// Sets Operator::Functional: add.out and add_.Tensor compute what add.Tensor
/// computes, the overload of the plain name whose arguments are theirs without
/// those only written.
void linkFunctional(ModelSet::Impl &I);

/// After all rules are compiled: the operators with rules that come to asking
/// themselves, or more operators than can be evaluated for each call. Where
/// there is none, evaluating any operator ends soon.
std::set<const Operator *> findEndless(const ModelSet::Impl &I);

/// Sets Operator::Epochs, after all rules are compiled: an operator's own, its
/// functional form's, and those of the operators that its rules call.
void findEpochs(ModelSet::Impl &I);

} // namespace tensortidy

#endif
