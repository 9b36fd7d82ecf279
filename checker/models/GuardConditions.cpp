// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/GuardConditions.h"

#include "models/RuleFunction.h"

#include <algorithm>

namespace tensortidy {

namespace {

/// The functions of the rule language that a program can ask as well.
const char *const Askable[] = {"contiguous",  "dense", "given",
                               "same_layout", "size",  "same_sizes",
                               "stride",      "rank",  "numel"};

/// The first part of \p E that a guard cannot prove; null when there is none.
const RuleExpr *notAskable(const RuleExpr &E) {
  using Kind = RuleExpr::Kind;
  switch (E.TheKind) {
  case Kind::Argument:
  case Kind::Integer:
  case Kind::Truth:
  case Kind::Unknown:
  case Kind::Format:
    return nullptr;
  case Kind::Call:
    if (std::none_of(std::begin(Askable), std::end(Askable),
                     [&](const char *Name) { return E.Text == Name; }))
      return &E;
    break;
  case Kind::And:
  case Kind::Or:
  case Kind::Not:
  case Kind::Compare:
  case Kind::Product:
    break;
  default:
    return &E;
  }
  for (const RuleExpr &Child : E.Children)
    if (const RuleExpr *Bad = notAskable(Child))
      return Bad;
  return nullptr;
}

} // namespace

std::optional<RuleExpr> readGuardCondition(const YamlNode &Node,
                                           const Schema &Parameters,
                                           const std::string &File,
                                           ModelError &Error) {
  Schema Each = Parameters;
  for (SchemaArgument &A : Each.Arguments)
    if (A.Type == SchemaType::TensorList)
      A.Type = SchemaType::Tensor;
  const OperatorFinder NoOperators = [](const std::string &) {
    return static_cast<const Operator *>(nullptr);
  };
  std::optional<RuleExpr> E =
      readExpression(Node, ExprType::Condition, Each, NoOperators, File, Error);
  const RuleExpr *Bad = E ? notAskable(*E) : nullptr;
  if (!Bad)
    return E;
  std::string Known;
  for (const char *Name : Askable)
    Known += (Known.empty() ? "" : ", ") + std::string(Name);
  Error = errorIn(File, Node,
                  "a guard proves what can be asked of a tensor: " + Known +
                      ", compared and joined");
  Error.Column += Bad->Offset + Node.Quoted;
  return std::nullopt;
}

} // namespace tensortidy
