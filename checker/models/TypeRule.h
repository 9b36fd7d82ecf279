// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_TYPERULE_H
#define TENSORTIDY_MODELS_TYPERULE_H

#include "models/ModelSet.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace tensortidy {

/// What members ask, by their names.
using Questions = std::unordered_map<std::string, QueryKind>;

/// A class that is a tensor.
struct TypeRule {
  std::string Name; ///< qualified, without template arguments
  /// Its members mean what those of at::Tensor do, unless Asks says otherwise.
  bool IsLikeAten = false;
  /// A pointer to one is followed as the tensor.
  bool ThroughPointers = false;
  Questions Asks; ///< of its own members, methods and fields
  /// The statement, `{}` for the tensor, that throws unless it is contiguous;
  /// empty when there is none.
  std::string Check;
  /// The expression that gives it contiguous, written in the same way.
  std::string Copy;
  /// The folders of the library that it belongs to, beside one another.
  std::vector<std::string> Folders;
  std::string File;
  unsigned Line = 0;
};

/// Classes that are no tensors but hold one, or mean something in its calls.
enum class ClassKind {
  Optional,    ///< of its first template argument: std::optional
  List,        ///< std::vector
  ListView,    ///< c10::ArrayRef: made of one number, it is a list of that one
  Map,         ///< of its second template argument
  Tuple,       ///< std::tuple, std::pair
  Handle,      ///< no template, and holds a tensor: at::TensorArg
  Integer,     ///< c10::SymInt
  Scalar,      ///< made of one number, it is that number
  Format,      ///< c10::MemoryFormat
  ElementType, ///< c10::ScalarType
  Device,      ///< c10::Device, or what kind of one
  Options,     ///< c10::TensorOptions: may have a memory format in it
  Module,      ///< of its first template argument: calling it calls forward()
  Nothing,     ///< std::nullopt_t
  Ellipsis,    ///< of Tensor::index
  Index,       ///< an item of Tensor::index
  Slice,       ///< of Tensor::index
  Storage,     ///< memory of a tensor: c10::Storage
  Layer        ///< a base of what is made once and called for each batch
};

} // namespace tensortidy

#endif
