// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/RuleFunction.h"

namespace tensortidy {

const std::vector<RuleFunction> &ruleFunctions() {
  static const std::vector<RuleFunction> All = [] {
    std::vector<RuleFunction> Joined;
    for (auto *Table :
         {tensorFunctions, shapeFunctions, joinedShapeFunctions, axesFunctions,
          conditionFunctions, elementFunctions, traitFunctions}) {
      std::vector<RuleFunction> Part = Table();
      Joined.insert(Joined.end(), Part.begin(), Part.end());
    }
    return Joined;
  }();
  return All;
}

const RuleFunction *findRuleFunction(const std::string &Name) {
  for (const RuleFunction &F : ruleFunctions())
    if (Name == F.Name)
      return &F;
  return nullptr;
}

} // namespace tensortidy
