// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names for the codes in a probe file. Element types and devices are the
// values of c10::ScalarType and c10::DeviceType, to which libtorch only ever
// appends (1.13 and 2.x, c10/core/ScalarType.h and DeviceType.h). Unknown
// codes have the name "?".

#ifndef TENSOR_PROBE_CORE_NAMES_H
#define TENSOR_PROBE_CORE_NAMES_H

#include "core/Format.h"

namespace tensor_probe {

/// "Float", "Long", ... as libtorch prints them.
inline const char *dtype_name(int code) {
  constexpr const char *names[] = {
      "Byte",          "Char",     "Short",   "Int",         "Long",
      "Half",          "Float",    "Double",  "ComplexHalf", "ComplexFloat",
      "ComplexDouble", "Bool",     "QInt8",   "QUInt8",      "QInt32",
      "BFloat16",      "QUInt4x2", "QUInt2x4"};
  constexpr int count = sizeof(names) / sizeof(names[0]);
  return code >= 0 && code < count ? names[code] : "?";
}

/// "cpu", "cuda", ... as libtorch prints them.
inline const char *device_name(int code) {
  constexpr const char *names[] = {
      "cpu", "cuda", "mkldnn", "opengl", "opencl", "ideep", "hip",  "fpga",
      "ort", "xla",  "vulkan", "metal",  "xpu",    "mps",   "meta", "hpu"};
  constexpr int count = sizeof(names) / sizeof(names[0]);
  return code >= 0 && code < count ? names[code] : "?";
}

inline const char *copy_class_name(CopyClass value) {
  switch (value) {
  case CopyClass::nothing:
    return "nothing moved";
  case CopyClass::device_transfer:
    return "device transfer";
  case CopyClass::broadcast:
    return "broadcast";
  case CopyClass::dtype_conversion:
    return "dtype conversion";
  case CopyClass::layout_copy:
    return "layout copy";
  case CopyClass::plain:
    return "plain copy";
  case CopyClass::materialised:
    return "materialised";
  case CopyClass::other:
    return "other";
  }
  return "?";
}

inline const char *loss_name(Loss value) {
  constexpr const char *names[] = {"copies without a row",
                                   "reached operators without a row",
                                   "stacks not added",
                                   "rows not added",
                                   "blocks not added (no space)",
                                   "modules not added",
                                   "strings not added",
                                   "stacks truncated",
                                   "stacks not walked",
                                   "copy classes folded",
                                   "dimensions truncated",
                                   "threads without a stack cache",
                                   "scopes not added",
                                   "broken contracts not added",
                                   "layouts not followed",
                                   "GPU records lost"};
  constexpr unsigned count = sizeof(names) / sizeof(names[0]);
  const unsigned index = static_cast<unsigned>(value);
  return index < count ? names[index] : "?";
}

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_NAMES_H
