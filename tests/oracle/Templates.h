// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_ORACLE_TEMPLATES_H
#define TENSORTIDY_TESTS_ORACLE_TEMPLATES_H

#include "models/ModelSet.h"
#include "models/RuleExpression.h"

#include <ATen/core/ivalue.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace oracle {

/// A call with words for its arguments; see calls.txt.
struct Template {
  double Weight = 1;
  unsigned MinRank = 0, MaxRank = 6; ///< of x
  at::ScalarType Type = at::kFloat;  ///< of x
  const tensortidy::Operator *Op = nullptr;
  std::string Signature; ///< of a C++ function
  std::vector<tensortidy::RuleExpr> Arguments;
  bool IsOrdinary = false; ///< of calls.txt, not of the conformance table
};

/// The calls of \p OwnFile, and every call of the conformance test's table and
/// defaults, which together have the weight \p RestWeight.
std::vector<Template> readTemplates(const std::string &OwnFile,
                                    const std::string &ConformanceFile,
                                    const tensortidy::ModelSet &Models,
                                    double RestShare, std::string &Error);

/// An argument of a call, by schema position, as libtorch and as C++ have it.
struct Actual {
  bool IsGiven = false; ///< else the schema's default holds
  c10::IValue Value;
  std::string Text; ///< $0, $1.. for tensors
};

/// What running a call gave.
struct Invoked {
  bool Threw = false;
  std::string Message;
  std::vector<at::Tensor> Values;
  bool IsList = false; ///< Values are the elements of one list
};
Invoked invoke(const Template &T, const std::vector<Actual> &Arguments);

/// The names that libtorch's headers declare.
class DeclaredNames {
public:
  explicit DeclaredNames(const std::string &IncludeFolder);
  bool hasMethod(const std::string &Name) const { return Methods.count(Name); }
  bool hasFunction(const std::string &Name) const;

private:
  std::string Folder;
  std::set<std::string> Methods;
  mutable std::map<std::string, bool> Functions;
};

/// The call as C++, as a method or a function; empty when it has no such form
/// here. \p IsInfix: it needs parentheses inside of another expression.
std::string cppText(const Template &T, const std::vector<Actual> &Arguments,
                    const DeclaredNames &Declared, bool PreferMethod,
                    bool &IsInfix);

} // namespace oracle

#endif
