// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/Schema.h"

namespace tensortidy {

std::string Schema::fullName() const {
  return Overload.empty() ? Name : Name + "." + Overload;
}

std::optional<unsigned> Schema::indexOf(std::string_view Wanted) const {
  for (unsigned I = 0; I < Arguments.size(); ++I)
    if (Arguments[I].Name == Wanted)
      return I;
  return std::nullopt;
}

} // namespace tensortidy
