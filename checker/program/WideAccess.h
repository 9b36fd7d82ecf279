// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PROGRAM_WIDEACCESS_H
#define TENSORTIDY_PROGRAM_WIDEACCESS_H

#include <string>
#include <tuple>
#include <vector>

namespace tensortidy {

/// Where a function gets a pointer or a number: a parameter of it, or a field
/// of one that is a record, as `strides.row`.
struct ArgumentPath {
  unsigned Parameter = 0;
  std::string Field; ///< empty: the parameter itself

  void add(const std::string &Name) {
    Field += (Field.empty() ? "" : ".") + Name;
  }
  bool operator==(const ArgumentPath &O) const {
    return Parameter == O.Parameter && Field == O.Field;
  }
  bool operator<(const ArgumentPath &O) const {
    return std::tie(Parameter, Field) < std::tie(O.Parameter, O.Field);
  }
};

/// What a function reads or writes through a pointer in units of one size, and
/// what it moves the pointer by before it does: `*(float4 *)(p + row *
/// stride)`.
struct WideAccess {
  ArgumentPath Pointer;
  unsigned Alignment = 0; ///< of a unit, in bytes
  /// What goes into the distance in elements smaller than the alignment: it
  /// has to be a multiple.
  std::vector<ArgumentPath> Steps;
  std::string By; ///< the function or kernel that does it, qualified

  bool operator==(const WideAccess &O) const {
    return Pointer == O.Pointer && Alignment == O.Alignment &&
           Steps == O.Steps && By == O.By;
  }
};

} // namespace tensortidy

#endif
