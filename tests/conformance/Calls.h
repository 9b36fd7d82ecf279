// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_CONFORMANCE_CALLS_H
#define TENSORTIDY_TESTS_CONFORMANCE_CALLS_H

#include "Inputs.h"

#include "models/Evaluate.h"
#include "models/RuleExpression.h"

#include <ATen/core/ivalue.h>

#include <string>
#include <vector>

namespace conformance {

/// One line of calls.txt: an operator called with an input `x` of some rank.
struct Call {
  const tensortidy::Operator *Op = nullptr;
  unsigned Rank = 0;
  at::ScalarType Type = at::kFloat;
  bool EmptyToo = true; ///< also for inputs without elements
  std::vector<tensortidy::RuleExpr> Arguments; ///< `name` arguments by position
  std::string Text;
  std::string Signature; ///< of a C++ function: "at::operator+(Tensor, Scalar)"
};

/// An argument as libtorch and as the model get it.
struct BothArguments {
  c10::IValue Concrete;
  tensortidy::ActualArgument Symbolic;
};

/// Reads the calls of a file, `RANK TEXT` a line; `#` starts a comment. Errors
/// are returned as a text with the line. Calls of operators that this libtorch
/// does not have are left out.
std::vector<Call> readCalls(const std::string &FileName,
                            const tensortidy::ModelSet &Models,
                            std::string &Error);

/// One such line. None, with an error, where it is no call.
std::optional<Call> parseCall(const std::string &Line,
                              const tensortidy::ModelSet &Models,
                              std::string &Error);

/// "at::operator+(Tensor, Scalar)": tells overloads of C++ functions apart.
std::string signatureOf(const tensortidy::Operator &Op);

/// Calls for an operator that no line is about: its tensors are x, or dense
/// tensors of x's sizes, everything else is a default or a plain number.
std::vector<Call> defaultCalls(const tensortidy::Operator &Op);

/// The string that a word of calls.txt stands for; none for other words.
std::optional<std::string> textNamed(const std::string &Word);

/// Evaluates the arguments of \p C for the input. Throws std::runtime_error
/// on words it does not know, which is a mistake in calls.txt.
std::vector<BothArguments> evaluateArguments(const Call &C, const Input &X,
                                             tensortidy::Facts &F);

/// Tells the model the types, devices and gradients of the arguments, too.
void addTraits(const Call &C, std::vector<BothArguments> &Arguments);

} // namespace conformance

#endif
