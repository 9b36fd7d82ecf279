// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_POINTERUSES_H
#define TENSORTIDY_CHECKS_POINTERUSES_H

#include "analysis/Observer.h"
#include "checks/AskedLists.h"
#include "checks/FunctionSummary.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tensortidy {

/// How contiguous \p V is, by its alternatives.
ContiguityOf contiguityOf(const TensorValue &V, const State &S);

/// Collects the summary of a function from a replay.
class PointerUses {
public:
  explicit PointerUses(const Function &F);
  void onFact(const Visit &V);
  FunctionSummary take();

private:
  void addRoots(const IdSet &Roots, const Function &F);
  void use(const Visit &V, const UsePointer &U);
  void useInCallee(const Visit &V, const UsePointer &U);
  void addUse(const Visit &V, const UsePointer &U, const TakenPointer &T,
              bool OnSomePathsOnly);
  void noteStrideConditions(const Function &F);
  bool asksRemainder(const Visit &V, const TakenPointer &T) const;
  void noteStrides(const Visit &V, const UsePointer &U, const TakenPointer &T,
                   PointerUse &Into) const;
  void call(const Visit &V, const Call &A);
  bool isFromAutograd(PlaceId P, const ContiguityOf &Of,
                      const Function &In) const;
  bool copiesParameter(const Visit &V, const Apply &A) const;
  void noteWritten(const TensorValue &V);
  void noteWrites(const Visit &V);
  void readStrides(const Visit &V, const IntExpr &E);
  void readStrides(const Visit &V, const Apply &A);

  ContiguityOf contiguityHere(PlaceId Of, const TensorValue &V,
                              const State &S) const;

  AskedLists Asked;
  FunctionSummary Record;
  /// A parameter is checked or copied here before its pointer is taken: the
  /// function expects strided tensors.
  bool Guards = false;
  /// Tensors of whose strides remainders are, or may be, asked for; and where a
  /// parameter's strides are compared.
  std::set<PlaceId> Remainders;
  std::map<PlaceId, Origin> StrideChecks;
  /// Uses with the strides of another tensor: its objects. And by the place
  /// of a use, the objects of pointers that nothing is known of.
  std::vector<std::pair<size_t, IdSet>> OwnersOf;
  std::map<uint32_t, IdSet> OpenAt;
};

} // namespace tensortidy

#endif
