// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Finding.h"

namespace tensortidy {

const char *toString(Confidence C) {
  switch (C) {
  case Confidence::Proven:
    return "proven";
  case Confidence::Likely:
    return "likely";
  case Confidence::Possible:
    break;
  }
  return "possible";
}

std::optional<Confidence> confidenceNamed(const std::string &Name) {
  for (Confidence C :
       {Confidence::Possible, Confidence::Likely, Confidence::Proven})
    if (Name == toString(C))
      return C;
  return std::nullopt;
}

} // namespace tensortidy
