// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/OperatorLinks.h"

#include <map>
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

template <typename Visit> void forEachCall(const RuleExpr &E, Visit Do) {
  if (E.Op)
    Do(*E.Op);
  for (const RuleExpr &Child : E.Children)
    forEachCall(Child, Do);
}

/// The operators that evaluating \p R asks, each as often as it is written.
template <typename Visit> void forEachCall(const Rule &R, Visit Do) {
  for (const ResultRule &Result : R.Results)
    for (const auto *E :
         {&Result.If, &Result.Axes, &Result.Sizes, &Result.Value})
      if (*E)
        forEachCall(**E, Do);
  for (const ReadRule &Read : R.Reads)
    forEachCall(Read.UsableIf, Do);
  for (const RequireRule &Require : R.Requires)
    forEachCall(Require.That, Do);
}

/// Collects the versions at which something changes.
class EpochFinder {
public:
  void visit(const Operator &Op) {
    if (!Seen.insert(&Op).second)
      return;
    if (Op.Functional)
      visit(*Op.Functional);
    for (const Rule *R : Op.Rules) {
      Changes.insert(R->Torch.From);
      Changes.insert(R->Torch.Before);
      forEachCall(*R, [&](const Operator &Called) { visit(Called); });
    }
  }

  std::vector<TorchVersion> epochs() const {
    std::vector<TorchVersion> All = {OldestTorch};
    for (TorchVersion V : Changes)
      if (OldestTorch < V)
        All.push_back(V);
    return All;
  }

private:
  std::set<const Operator *> Seen;
  std::set<TorchVersion> Changes;
};

/// Counts how many operators evaluating one asks.
class CallCounter {
public:
  /// \p Op itself included; none: it comes to asking itself, or so many that
  /// nobody would wait.
  std::optional<unsigned> count(const Operator &Op) {
    const auto [It, IsNew] = Counts.try_emplace(&Op, std::nullopt);
    if (!IsNew)
      return It->second; // none while it is being counted
    unsigned Sum = 1;
    bool IsKnown = true;
    auto Add = [&](const Operator &Called) {
      const std::optional<unsigned> Its =
          IsKnown ? count(Called) : std::nullopt;
      IsKnown = Its && (Sum += *Its) <= MaxCalls;
    };
    if (Op.Functional)
      Add(*Op.Functional);
    for (const Rule *R : Op.Rules)
      forEachCall(*R, Add);
    if (IsKnown)
      It->second = Sum;
    return It->second;
  }

private:
  static constexpr unsigned MaxCalls = 500;
  std::map<const Operator *, std::optional<unsigned>> Counts;
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

std::set<const Operator *> findEndless(const ModelSet::Impl &I) {
  CallCounter Counter;
  std::set<const Operator *> Found;
  for (const Operator &Op : I.Operators)
    if (Op.hasRule() && !Counter.count(Op))
      Found.insert(&Op);
  return Found;
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
