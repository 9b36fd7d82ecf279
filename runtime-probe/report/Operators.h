// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of operators: in symbols of libtorch, in findings, in probe files.
#ifndef TENSOR_PROBE_REPORT_OPERATORS_H
#define TENSOR_PROBE_REPORT_OPERATORS_H

#include <string>
#include <string_view>

namespace tensor_probe {

/// The operator whose dispatcher entry a function is: "reshape" for
/// "at::_ops::reshape::call(at::Tensor const&, ...)"; empty for any other
/// function. Generated entries are named at::_ops::NAME_OVERLOAD::call and
/// ::redispatch (libtorch 1.13 and 2.x, torchgen's Operators.h).
std::string operator_of_symbol(std::string_view demangled);

/// How well two spellings of an operator agree.
enum class OperatorMatch {
  differ,
  unknown,  ///< one of them is empty
  overload, ///< "flatten" and "flatten_using_ints"
  same
};

/// Compares "reshape", "aten::flatten.using_ints", "to_dtype" and the like.
OperatorMatch match_operators(std::string_view one, std::string_view other);

/// An operator as texts spell it: "aten::reshape" -> "reshape".
std::string_view shown_operator(std::string_view op);

/// Why a call of this operator can pass unseen although the reach tier is
/// active; empty when every call is seen.
std::string_view why_calls_unseen(std::string_view op);

/// Is this the reach tier's name for runs of compiled functions?
bool is_compiled_region(std::string_view op);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_OPERATORS_H
