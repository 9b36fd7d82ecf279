// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/ShallowJson.h"

namespace tensor_probe {
namespace {

/// Deeper than SARIF and compile databases ever are.
constexpr unsigned max_depth = 512;

/// The offset of the first bracket that is too deep, else npos. In text that
/// is not JSON it may be anywhere, which is an error as well.
std::size_t too_deep(llvm::StringRef text) {
  unsigned depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"')
      quoted = !quoted;
    else if (quoted && c == '\\')
      ++i;
    else if (!quoted && (c == '[' || c == '{') && ++depth > max_depth)
      return i;
    else if (!quoted && (c == ']' || c == '}') && depth > 0)
      --depth;
  }
  return llvm::StringRef::npos;
}

} // namespace

llvm::Expected<llvm::json::Value> parse_shallow_json(llvm::StringRef text) {
  std::size_t at = too_deep(text);
  if (at == llvm::StringRef::npos)
    return llvm::json::parse(text);
  llvm::StringRef before = text.take_front(at);
  std::size_t line_start = before.rfind('\n') + 1; // npos + 1 is 0
  // LLVM's places are those after the character.
  return llvm::make_error<llvm::json::ParseError>(
      "Nested more than 512 deep", unsigned(before.count('\n') + 1),
      unsigned(at - line_start + 1), unsigned(at + 1));
}

} // namespace tensor_probe
