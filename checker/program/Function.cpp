// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "program/Function.h"

#include <utility>

namespace tensortidy {

PlaceId Function::addPlace(PlaceKind Kind, std::string Name,
                           SourceRange Where) {
  Place P;
  P.Kind = Kind;
  P.Name = std::move(Name);
  P.Declaration = Where;
  Places.push_back(std::move(P));
  return static_cast<PlaceId>(Places.size() - 1);
}

IntId Function::addInteger(std::string Name) {
  Integers.push_back(std::move(Name));
  return static_cast<IntId>(Integers.size() - 1);
}

PointerId Function::addPointer(std::string Name) {
  Pointers.push_back(std::move(Name));
  return static_cast<PointerId>(Pointers.size() - 1);
}

} // namespace tensortidy
