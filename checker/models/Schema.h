// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_SCHEMA_H
#define TENSORTIDY_MODELS_SCHEMA_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tensortidy {

/// What a schema argument or return is, as far as layouts care.
enum class SchemaType {
  Tensor,
  TensorList,
  Int,
  IntList,
  Bool,
  MemoryFormat,
  ScalarType,
  Layout,
  Device,
  Scalar,
  Other
};

/// One argument of a dispatcher schema, e.g. `Tensor(a!) self`,
/// `int[2] stride=1`, `*, MemoryFormat? memory_format=None`.
struct SchemaArgument {
  std::string Name;
  SchemaType Type = SchemaType::Other;
  bool Optional = false;              ///< `?` after the type
  bool KeywordOnly = false;           ///< after the `*`
  std::string Alias;                  ///< "a" of `Tensor(a!)`, empty for none
  bool Writes = false;                ///< the `!` of `Tensor(a!)`
  std::optional<std::string> Default; ///< as spelled: "1", "None", "[0, 1]"
};

struct SchemaReturn {
  std::string Name;
  SchemaType Type = SchemaType::Other;
  std::string Alias;
  bool Writes = false;
};

/// A dispatcher schema, e.g.
/// `aten::transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)`.
/// C++-only calls are described in the same grammar.
struct Schema {
  std::string Name;     ///< "aten::transpose"
  std::string Overload; ///< "int", or empty
  std::vector<SchemaArgument> Arguments;
  std::vector<SchemaReturn> Returns;

  std::string fullName() const; ///< "aten::transpose.int"
  /// Position of the argument called \p Name.
  std::optional<unsigned> indexOf(std::string_view Name) const;
};

/// Do they name the same arguments and results, with equal types, aliasing and
/// defaults? One that takes SymInt takes int.
bool sameMeaning(const Schema &A, const Schema &B);

/// Parses the dispatcher's schema grammar (torch/csrc/jit/frontend/
/// function_schema_parser.cpp of libtorch). On failure there is no value and
/// \p Error says what is wrong at which character.
std::optional<Schema> parseSchema(std::string_view Text, std::string &Error);

} // namespace tensortidy

#endif
