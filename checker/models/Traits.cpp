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

enum class NumberKind { Bool, Integer, Floating, Complex, Quantized };

struct ScalarTypeInfo {
  int Bytes;
  NumberKind Kind;
};

/// By number, from Byte to BFloat16.
const ScalarTypeInfo ScalarTypes[] = {
    {1, NumberKind::Integer},   {1, NumberKind::Integer},
    {2, NumberKind::Integer},   {4, NumberKind::Integer},
    {8, NumberKind::Integer},   {2, NumberKind::Floating},
    {4, NumberKind::Floating},  {8, NumberKind::Floating},
    {4, NumberKind::Complex},   {8, NumberKind::Complex},
    {16, NumberKind::Complex},  {1, NumberKind::Bool},
    {1, NumberKind::Quantized}, {1, NumberKind::Quantized},
    {4, NumberKind::Quantized}, {2, NumberKind::Floating},
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
  return Info ? std::optional<bool>(Info->Kind == NumberKind::Complex)
              : std::nullopt;
}

bool isWider(int8_t Wide, int8_t Narrow) {
  const ScalarTypeInfo *W = infoOf(Wide), *N = infoOf(Narrow);
  return W && N && W->Kind == N->Kind && W->Kind != NumberKind::Quantized &&
         W->Bytes > N->Bytes;
}

} // namespace tensortidy
