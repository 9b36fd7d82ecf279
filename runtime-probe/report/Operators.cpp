// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Operators.h"

#include <algorithm>

namespace tensor_probe {
namespace {

constexpr std::string_view entry_prefix = "at::_ops::";

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

/// "aten::flatten.using_ints" -> "flatten_using_ints".
std::string normalised(std::string_view name) {
  std::string result(shown_operator(name));
  std::replace(result.begin(), result.end(), '.', '_');
  return result;
}

/// True for "flatten" before "flatten_using_ints"; false for "add" before
/// "add_" and "add__Tensor", which are the in-place operator, and for
/// "reshape" before "reshape_as", which is an operator of its own.
bool is_overload_of(std::string_view base, std::string_view full) {
  if (full.size() < base.size() + 2 || !starts_with(full, base))
    return false;
  std::string_view rest = full.substr(base.size());
  return rest[0] == '_' && rest[1] != '_' && rest != "_as";
}

struct UnseenCalls {
  std::string_view op;
  std::string_view reason;
};

/// libtorch 1.13 and 2.x, aten/src/ATen/core/TensorBase.h: contiguous()
/// returns itself inline when there is nothing to do.
constexpr UnseenCalls unseen_calls[] = {
    {"contiguous", "contiguous() of a tensor that is contiguous already "
                   "returns inside a header, where nothing can be recorded"},
};

} // namespace

std::string operator_of_symbol(std::string_view demangled) {
  if (!starts_with(demangled, entry_prefix))
    return {};
  demangled.remove_prefix(entry_prefix.size());
  std::size_t end = demangled.find("::");
  if (end == std::string_view::npos)
    return {};
  std::string_view member = demangled.substr(end + 2);
  member = member.substr(0, member.find('('));
  if (member != "call" && member != "redispatch")
    return {};
  return std::string(demangled.substr(0, end));
}

std::string_view shown_operator(std::string_view op) {
  for (std::string_view prefix : {"aten::", "at::", "torch::"})
    if (starts_with(op, prefix))
      op.remove_prefix(prefix.size());
  return op;
}

OperatorMatch match_operators(std::string_view one, std::string_view other) {
  if (one.empty() || other.empty())
    return OperatorMatch::unknown;
  std::string a = normalised(one);
  std::string b = normalised(other);
  if (a == b)
    return OperatorMatch::same;
  return is_overload_of(a, b) || is_overload_of(b, a) ? OperatorMatch::overload
                                                      : OperatorMatch::differ;
}

bool is_compiled_region(std::string_view op) {
  return op == "Torch-Compiled Region" || op == "AOTInductor model";
}

std::string_view why_calls_unseen(std::string_view op) {
  std::string name = normalised(op);
  for (const UnseenCalls &row : unseen_calls)
    if (row.op == name)
      return row.reason;
  return {};
}

} // namespace tensor_probe
