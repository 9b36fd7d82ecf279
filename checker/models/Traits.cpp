// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/Traits.h"

#include <algorithm>
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

namespace {

/// Types by the numbers of c10::ScalarType, each with how much it holds of its
/// kind.
struct TypeWidth {
  int8_t Type;
  char Kind; ///< integer, floating, complex
  int Width;
};

constexpr TypeWidth Widths[] = {
    {11, 'i', 0}, {0, 'i', 1},  {1, 'i', 1}, {2, 'i', 2}, {3, 'i', 3},
    {4, 'i', 4},  {15, 'f', 0}, {5, 'f', 0}, {6, 'f', 1}, {7, 'f', 2},
    {8, 'c', 0},  {9, 'c', 1},  {10, 'c', 2}};

} // namespace

bool isWider(int8_t Wide, int8_t Narrow) {
  auto Find = [](int8_t Type) {
    return std::find_if(std::begin(Widths), std::end(Widths),
                        [&](const TypeWidth &W) { return W.Type == Type; });
  };
  const TypeWidth *W = Find(Wide), *N = Find(Narrow);
  return W != std::end(Widths) && N != std::end(Widths) && W->Kind == N->Kind &&
         W->Width > N->Width;
}

} // namespace tensortidy
