// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_POINTERUSES_H
#define TENSORTIDY_CHECKS_POINTERUSES_H

#include "analysis/Observer.h"
#include "checks/FunctionSummary.h"

namespace tensortidy {

/// How contiguous \p V is, by its alternatives.
ContiguityOf contiguityOf(const TensorValue &V, const State &S);

/// Collects the summary of a function from a replay.
class PointerUses {
public:
  explicit PointerUses(const Function &F);
  void onFact(const Visit &V);
  FunctionSummary take() { return std::move(Record); }

private:
  void addRoots(const ContiguityOf &Of, const Function &F);
  void use(const Visit &V, const UsePointer &U);
  void addUse(const Visit &V, const UsePointer &U, const TakenPointer &T,
              bool OnSomePathsOnly);
  void call(const Visit &V, const Call &A);
  void readStrides(const Visit &V, const IntExpr &E);
  void readStrides(const Visit &V, const Apply &A);

  FunctionSummary Record;
};

} // namespace tensortidy

#endif
