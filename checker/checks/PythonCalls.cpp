// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/PythonCalls.h"

namespace tensortidy {

std::optional<std::string>
PythonCalls::guarded(const std::vector<std::string> &Functions, size_t Position,
                     const std::string &Name) const {
  std::optional<std::string> First;
  size_t Count = 0;
  for (const std::string &F : Functions) {
    const auto It = ByName.find(F);
    if (It == ByName.end())
      continue;
    for (const PythonCall &C : It->second) {
      const bool Is =
          (Position < C.Arguments.size() ? C.Arguments[Position] : C.Rest) ||
          C.Keywords.count(Name) > 0;
      if (!Is)
        return std::nullopt;
      if (!First)
        First = C.Where;
      ++Count;
    }
  }
  if (First && Count > 1)
    *First += " and " + std::to_string(Count - 1) +
              (Count == 2 ? " other call" : " other calls");
  return First;
}

} // namespace tensortidy
