// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_RULEEXPRESSION_H
#define TENSORTIDY_MODELS_RULEEXPRESSION_H

#include "layout/Queries.h"
#include "models/Schema.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

struct Operator;
struct RuleFunction;

/// What an expression of a rule stands for.
enum class ExprType {
  Tensor,    ///< a layout, and which storage it has
  Tensors,   ///< a list of them
  Shape,     ///< sizes, of known or unknown rank; strides mean nothing
  Ints,      ///< a list of integers, as the call has it (-1 is -1)
  Int,       ///< one integer
  Condition, ///< yes, no, cannot tell
  Format,    ///< a memory format or none
  Axes,      ///< how a view maps axes
  Items,     ///< the subscripts of Tensor::index
  Anything   ///< only as a parameter: any argument of the operator
};
const char *toString(ExprType T);

/// One expression of a rule, e.g. `swap(dim0, dim1)`, after type checking.
struct RuleExpr {
  enum class Kind {
    Argument,     ///< of the operator: ArgumentIndex
    Integer,      ///< literal
    Truth,        ///< `true`, `false`: Integer is 1 or 0
    Unknown,      ///< `cannot_tell`
    AnyInt,       ///< `any`, `any_count`: a size of at least Integer
    Format,       ///< `channels_last`, ...
    List,         ///< `[a, b]`
    Call,         ///< of a rule function
    OperatorCall, ///< of another operator
    And,
    Or,
    Not,
    Compare, ///< Text is "=", "<=" or ">="
    Product
  };
  Kind TheKind = Kind::Unknown;
  ExprType Type = ExprType::Condition;
  unsigned Offset = 0; ///< in the expression's text
  std::string Text;    ///< the identifier, function or operator
  int64_t Integer = 0;
  unsigned ArgumentIndex = 0;
  MemoryFormat Format = MemoryFormat::Contiguous;
  const RuleFunction *Function = nullptr;
  const Operator *Op = nullptr;
  std::vector<RuleExpr> Children;
};

/// What is wrong with an expression, and where in its text.
struct ExprError {
  unsigned Offset = 0;
  std::string Message;
};

/// Parses:
///   or       := and ("or" and)*          and := not ("and" not)*
///   not      := "not" not | product (("=" | "<=" | ">=") product)?
///   product  := primary ("*" primary)*
///   primary  := integer | name | name "(" list? ")" | "[" list? "]"
///             | "(" or ")"
/// A name with "::" calls an operator. Nothing is resolved yet.
std::optional<RuleExpr> parseRuleExpression(const std::string &Text,
                                            ExprError &Error);

/// Finds an operator by its full name; null when there is none.
using OperatorFinder = std::function<const Operator *(const std::string &)>;

/// Resolves names in \p E against the arguments of \p S, the functions of the
/// rule language and other operators, and checks that it is a \p Wanted.
bool checkRuleExpression(RuleExpr &E, ExprType Wanted, const Schema &S,
                         const OperatorFinder &Find, ExprError &Error);

} // namespace tensortidy

#endif
