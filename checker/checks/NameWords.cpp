// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/NameWords.h"

#include <cctype>

namespace tensortidy {

std::vector<std::string> wordsOf(const std::string &Name) {
  std::vector<std::string> Out(1);
  bool WasLower = false;
  for (const char C : Name) {
    const auto U = static_cast<unsigned char>(C);
    const bool Begins = !std::isalnum(U) || (std::isupper(U) && WasLower);
    if (Begins && !Out.back().empty())
      Out.emplace_back();
    if (std::isalnum(U))
      Out.back() += static_cast<char>(std::tolower(U));
    WasLower = std::islower(U) || std::isdigit(U);
  }
  return Out;
}

} // namespace tensortidy
