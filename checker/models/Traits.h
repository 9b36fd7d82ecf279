// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_TRAITS_H
#define TENSORTIDY_MODELS_TRAITS_H

#include <cstdint>
#include <optional>

namespace tensortidy {

/// What is known of a tensor besides its layout, or what a type, a device or
/// TensorOptions ask for. None: not known.
struct Traits {
  std::optional<int8_t> ScalarType; ///< by its number in c10::ScalarType
  std::optional<bool> OnCpu;        ///< in the CPU's memory
  std::optional<bool> RequiresGrad; ///< its gradient is wanted

  bool operator==(const Traits &O) const {
    return ScalarType == O.ScalarType && OnCpu == O.OnCpu &&
           RequiresGrad == O.RequiresGrad;
  }
  bool operator!=(const Traits &O) const { return !(*this == O); }
  /// Forgets what \p O does not say, too.
  void keepCommon(const Traits &O);
};

/// Of c10::ScalarType: those numbers have been the same since libtorch 1.13
/// (c10/core/ScalarType.h).
constexpr int8_t ByteType = 0, CharType = 1, ShortType = 2, IntType = 3,
                 LongType = 4, HalfType = 5, FloatType = 6, DoubleType = 7,
                 BoolType = 11, BFloat16Type = 15;

/// Bytes of an element; none for types that are not listed.
std::optional<int> elementSize(int8_t ScalarType);
std::optional<bool> isComplexType(int8_t ScalarType);
/// Is each number of the type \p Narrow one of the type \p Wide, which has
/// more? Never a bool: 0.5 is true, but
/// not by way of an integer.
bool isWider(int8_t Wide, int8_t Narrow);
/// Is it one of c10's quantized types, whose elements are read as integers?
inline bool isQuantizedType(int8_t ScalarType) {
  constexpr int8_t QInt8 = 12, QInt32 = 14, QUInt4x2 = 16, QUInt2x4 = 17;
  return (ScalarType >= QInt8 && ScalarType <= QInt32) ||
         ScalarType == QUInt4x2 || ScalarType == QUInt2x4;
}
/// Is it an integer, or a bool, that int64 has more numbers than?
inline bool isNarrowInteger(int8_t ScalarType) {
  return ScalarType < LongType || ScalarType == BoolType;
}
/// As an index, does a tensor of this type choose elements, not positions?
inline bool isMaskType(int8_t ScalarType) {
  return ScalarType == BoolType || ScalarType == ByteType;
}

} // namespace tensortidy

#endif
