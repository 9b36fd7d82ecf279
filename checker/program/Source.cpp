// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "program/Source.h"

#include <algorithm>

namespace tensortidy {

uint32_t FileTable::add(const std::string &Path) {
  auto It = std::find(Paths.begin(), Paths.end(), Path);
  if (It == Paths.end())
    It = Paths.insert(Paths.end(), Path);
  return static_cast<uint32_t>(It - Paths.begin());
}

} // namespace tensortidy
