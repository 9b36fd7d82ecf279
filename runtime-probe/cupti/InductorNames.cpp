// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cupti/InductorNames.h"

namespace tensor_probe {

namespace {
constexpr std::string_view kOperators[] = {
    // that copy
    "clone", "contiguous", "_to_copy", "to", "copy", "copy_", "cat", "stack",
    "constant_pad_nd", "flip", "gather", "index", "index_select", "repeat",
    "roll", "split_with_sizes_copy", "_foreach_copy",
    // that make a view
    "_reshape_alias", "_unsafe_view", "alias", "as_strided", "diagonal",
    "expand", "permute", "reshape", "select", "slice", "split",
    "split_with_sizes", "squeeze", "t", "transpose", "unbind", "unfold",
    "unsqueeze", "view"};
constexpr int kMostNamed = 10;

bool skip(std::string_view &text, std::string_view prefix) {
  if (text.substr(0, prefix.size()) != prefix)
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// "_0" at the end.
bool skip_number(std::string_view &text) {
  const std::size_t last = text.find_last_not_of("0123456789");
  if (last == std::string_view::npos || text[last] != '_' ||
      last + 1 == text.size())
    return false;
  text.remove_suffix(text.size() - last);
  return true;
}

/// Whether "_clone_permute" is a list of these operators. A list of kMostNamed
/// may have been cut.
bool lists_copies(std::string_view names, int count) {
  if (names.empty())
    return count > 0 && count < kMostNamed;
  if (count >= kMostNamed)
    return false;
  for (const std::string_view op : kOperators) {
    std::string_view rest = names;
    if (skip(rest, "_") && skip(rest, op) && lists_copies(rest, count + 1))
      return true;
  }
  return false;
}
} // namespace

bool is_copy_kernel_of_inductor(std::string_view name) {
  return skip(name, "triton_poi_fused") && skip_number(name) &&
         lists_copies(name, 0);
}

} // namespace tensor_probe
