// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_RULEFUNCTION_H
#define TENSORTIDY_MODELS_RULEFUNCTION_H

#include "models/RuleExpression.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace tensortidy {

class Evaluator;
struct RuleValue;

/// A function of the rule language.
struct RuleFunction {
  using Compute = RuleValue (*)(Evaluator &E, const RuleExpr &Call);
  using Map = std::optional<Layout> (*)(Evaluator &E, const RuleExpr &Call,
                                        const Layout &L);
  const char *Name;
  ExprType Result;
  std::vector<ExprType> Parameters;
  /// The first Required parameters must be given. With Variadic the last one
  /// may be repeated.
  unsigned Required;
  bool Variadic;
  Compute Value;    ///< null for Axes
  Map Apply;        ///< null for everything else
  const char *Help; ///< one line, for the reference
};

/// Every function, in the order of the reference. Function names are unique.
const std::vector<RuleFunction> &ruleFunctions();
const RuleFunction *findRuleFunction(const std::string &Name);

/// The tables that ruleFunctions() joins.
std::vector<RuleFunction> tensorFunctions();
std::vector<RuleFunction> shapeFunctions();
std::vector<RuleFunction> joinedShapeFunctions();
std::vector<RuleFunction> axesFunctions();
std::vector<RuleFunction> conditionFunctions();
std::vector<RuleFunction> elementFunctions();
std::vector<RuleFunction> traitFunctions();

} // namespace tensortidy

#endif
