// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/OperatorLinks.h"

#include <set>

namespace tensortidy {
namespace {

std::string described(const SchemaArgument &A) {
  return A.Name + "/" + std::to_string(int(A.Type));
}

const Operator *functionalOf(const ModelSet::Impl &I, const std::string &Plain,
                             const std::vector<std::string> &Inputs,
                             const Operator &Self) {
  auto Found = I.ByName.find(Plain);
  if (Found == I.ByName.end())
    return nullptr;
  for (const Operator *Op : Found->second) {
    std::vector<std::string> Names;
    bool Writes = false;
    for (const SchemaArgument &A : Op->TheSchema.Arguments) {
      Names.push_back(described(A));
      Writes = Writes || A.Writes;
    }
    if (Op != &Self && !Writes && Names == Inputs)
      return Op;
  }
  return nullptr;
}

/// Collects the versions at which something changes.
class EpochFinder {
public:
  void visit(const Operator &Op) {
    if (!Seen.insert(&Op).second)
      return;
    if (Op.Functional)
      visit(*Op.Functional);
    for (const Rule *R : Op.Rules)
      visit(*R);
  }

  std::vector<TorchVersion> epochs() const {
    std::vector<TorchVersion> All = {OldestTorch};
    for (TorchVersion V : Changes)
      if (OldestTorch < V)
        All.push_back(V);
    return All;
  }

private:
  void visit(const Rule &R) {
    Changes.insert(R.Torch.From);
    Changes.insert(R.Torch.Before);
    for (const ResultRule &Result : R.Results)
      for (const auto *E :
           {&Result.If, &Result.Axes, &Result.Sizes, &Result.Value})
        if (*E)
          visit(**E);
    for (const ReadRule &Read : R.Reads)
      visit(Read.UsableIf);
    for (const RequireRule &Require : R.Requires)
      visit(Require.That);
  }

  void visit(const RuleExpr &E) {
    if (E.Op)
      visit(*E.Op);
    for (const RuleExpr &Child : E.Children)
      visit(Child);
  }

  std::set<const Operator *> Seen;
  std::set<TorchVersion> Changes;
};

} // namespace

void linkFunctional(ModelSet::Impl &I) {
  for (Operator &Op : I.Operators) {
    if (!Op.FromDispatcher)
      continue;
    std::string Plain = Op.TheSchema.Name;
    bool InPlace = Plain.back() == '_' && Plain.size() > 1 &&
                   Plain[Plain.size() - 2] != '_';
    if (InPlace)
      Plain.pop_back();
    std::vector<std::string> Inputs;
    bool Out = false;
    for (const SchemaArgument &A : Op.TheSchema.Arguments) {
      bool Written = A.Writes && A.KeywordOnly;
      Out = Out || Written;
      if (!Written)
        Inputs.push_back(described(A));
    }
    if (InPlace || Out)
      Op.Functional = functionalOf(I, Plain, Inputs, Op);
  }
}

void findEpochs(ModelSet::Impl &I) {
  for (Operator &Op : I.Operators) {
    bool HasRules = Op.hasRule() || (Op.Functional && Op.Functional->hasRule());
    if (!HasRules)
      continue;
    EpochFinder Finder;
    Finder.visit(Op);
    Op.Epochs = Finder.epochs();
  }
}

} // namespace tensortidy
