// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Check.h"
#include "checks/Wording.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tensortidy {

namespace {

/// Does the operator only give back what it is given, as a view, in another
/// layout, type or place, and change nothing?
bool onlyGivesBack(const Schema &S) {
  const bool Writes =
      std::any_of(S.Arguments.begin(), S.Arguments.end(),
                  [](const SchemaArgument &A) { return A.Writes; });
  return !Writes && !S.Arguments.empty() && S.Returns.size() == 1 &&
         (!S.Returns[0].Alias.empty() || S.Name == "aten::clone");
}

/// Finds statements that consist of a call whose result is all it is good for:
/// `grad.contiguous();`.
class DiscardedResultCheck : public Check {
public:
  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override {
    const Origin &At = V.At.From;
    if (!A.Op || At.InMacro || Cases.empty() || !A.IsDiscarded ||
        !onlyGivesBack(A.Op->TheSchema) || Cases[0].Operands.empty() ||
        Cases[0].Operands[0].empty())
      return;
    const std::string Of =
        nameOfArgument(A, 0, Cases[0].Operands[0].front(), V.In);
    Finding F = findingAt("tensor-discarded-result", V.At, V.In);
    F.Sure = Confidence::Likely;
    F.Message = "nobody takes the result of " + A.Op->displayName() + ": '" +
                Of + "' stays as it is";
    F.Notes.push_back(noteAt(At, "a tensor is not changed by " +
                                     A.Op->displayName() +
                                     "; assign what it returns"));
    F.Operator = A.Op->displayName();
    F.Arguments = {Of};
    Pending.push_back(std::move(F));
  }

  void end(const Context &, std::vector<Finding> &Into) override {
    std::move(Pending.begin(), Pending.end(), std::back_inserter(Into));
    Pending.clear();
  }

private:
  std::vector<Finding> Pending;
};

} // namespace

std::unique_ptr<Check> makeDiscardedResultCheck() {
  return std::make_unique<DiscardedResultCheck>();
}

} // namespace tensortidy
