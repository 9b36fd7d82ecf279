// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/Traits.h"

#include <cstddef>
#include <iterator>

namespace tensortidy {

void Traits::keepCommon(const Traits &O) {
  if (ScalarType != O.ScalarType)
    ScalarType.reset();
  if (OnCpu != O.OnCpu)
    OnCpu.reset();
  if (RequiresGrad != O.RequiresGrad)
    RequiresGrad.reset();
}

namespace {

struct ScalarTypeInfo {
  int Bytes;
  bool IsComplex;
};

/// By number, from Byte to BFloat16.
const ScalarTypeInfo ScalarTypes[] = {
    {1, false}, {1, false}, {2, false}, {4, false}, {8, false}, {2, false},
    {4, false}, {8, false}, {4, true},  {8, true},  {16, true}, {1, false},
    {1, false}, {1, false}, {4, false}, {2, false},
};

const ScalarTypeInfo *infoOf(int8_t ScalarType) {
  bool Known = ScalarType >= 0 &&
               static_cast<size_t>(ScalarType) < std::size(ScalarTypes);
  return Known ? &ScalarTypes[ScalarType] : nullptr;
}

} // namespace

std::optional<int> elementSize(int8_t ScalarType) {
  const ScalarTypeInfo *Info = infoOf(ScalarType);
  return Info ? std::optional<int>(Info->Bytes) : std::nullopt;
}

std::optional<bool> isComplexType(int8_t ScalarType) {
  const ScalarTypeInfo *Info = infoOf(ScalarType);
  return Info ? std::optional<bool>(Info->IsComplex) : std::nullopt;
}

} // namespace tensortidy
