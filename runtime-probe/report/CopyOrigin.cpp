// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/CopyOrigin.h"

#include "report/Operators.h"

namespace tensor_probe {
namespace {

struct Named {
  std::string_view op; ///< without overload
  CopyOrigin origin;
};

/// Operators whose copies the program asked for when it called them. All
/// others copy in hiding. Names: aten/src/ATen/native/native_functions.yaml,
/// libtorch 1.13 to 2.15. The first row that fits counts: the first ones are
/// operators whose names look like overloads of later rows.
constexpr Named named[] = {
    {"index_put", CopyOrigin::hidden},
    {"index_put_", CopyOrigin::hidden},
    {"index_add", CopyOrigin::hidden},
    {"index_add_", CopyOrigin::hidden},
    {"index_copy", CopyOrigin::hidden},
    {"index_copy_", CopyOrigin::hidden},
    {"index_fill", CopyOrigin::hidden},
    {"index_fill_", CopyOrigin::hidden},
    {"index_reduce", CopyOrigin::hidden},
    {"index_reduce_", CopyOrigin::hidden},
    {"contiguous", CopyOrigin::by_name},
    {"to", CopyOrigin::by_name},
    {"_to_copy", CopyOrigin::by_name},
    {"type_as", CopyOrigin::by_name},
    {"clone", CopyOrigin::clone},
    {"copy", CopyOrigin::clone},
    {"copy_", CopyOrigin::assignment},
    {"_copy_from", CopyOrigin::assignment},
    {"_foreach_copy", CopyOrigin::batched},
    {"_foreach_copy_", CopyOrigin::batched},
    {"split_with_sizes_copy", CopyOrigin::split},
    {"split_copy", CopyOrigin::split},
    {"cat", CopyOrigin::materialising},
    {"concat", CopyOrigin::materialising},
    {"concatenate", CopyOrigin::materialising},
    {"_cat", CopyOrigin::materialising},
    {"stack", CopyOrigin::materialising},
    {"_stack", CopyOrigin::materialising},
    {"hstack", CopyOrigin::materialising},
    {"vstack", CopyOrigin::materialising},
    {"dstack", CopyOrigin::materialising},
    {"column_stack", CopyOrigin::materialising},
    {"row_stack", CopyOrigin::materialising},
    {"block_diag", CopyOrigin::materialising},
    {"index", CopyOrigin::materialising},
    {"index_select", CopyOrigin::materialising},
    {"gather", CopyOrigin::materialising},
    {"take", CopyOrigin::materialising},
    {"take_along_dim", CopyOrigin::materialising},
    {"masked_select", CopyOrigin::materialising},
    {"repeat", CopyOrigin::materialising},
    {"repeat_interleave", CopyOrigin::materialising},
    {"tile", CopyOrigin::materialising},
    {"flip", CopyOrigin::materialising},
    {"roll", CopyOrigin::materialising},
    {"pad", CopyOrigin::materialising},
    {"constant_pad_nd", CopyOrigin::materialising},
    {"pin_memory", CopyOrigin::staging},
    {"_pin_memory", CopyOrigin::staging},
};

} // namespace

CopyOrigin origin_of(std::string_view op, std::uint64_t most_elements) {
  if (op.empty())
    return CopyOrigin::unknown;
  // "index" before its overloads, of which "index_put" looks like one.
  for (OperatorMatch least : {OperatorMatch::same, OperatorMatch::overload})
    for (const Named &row : named)
      if (match_operators(row.op, op) >= least)
        return row.origin;
  return most_elements <= 1 ? CopyOrigin::number : CopyOrigin::hidden;
}

bool is_materialising(std::string_view op) {
  return origin_of(op, 0) == CopyOrigin::materialising;
}

const char *origin_name(CopyOrigin origin) {
  switch (origin) {
  case CopyOrigin::unknown:
    return "-";
  case CopyOrigin::hidden:
    return "hidden";
  case CopyOrigin::by_name:
    return "by name";
  case CopyOrigin::clone:
    return "clone";
  case CopyOrigin::assignment:
    return "assigned";
  case CopyOrigin::batched:
    return "assigned in a list";
  case CopyOrigin::split:
    return "split copy";
  case CopyOrigin::materialising:
    return "materialised";
  case CopyOrigin::staging:
    return "staging";
  case CopyOrigin::number:
    return "number";
  }
  return "-";
}

bool is_worth_a_look(CopyClass kind, CopyOrigin origin) {
  const bool reorders =
      kind == CopyClass::layout_copy || kind == CopyClass::other;
  return reorders &&
         (origin == CopyOrigin::hidden || origin == CopyOrigin::by_name ||
          origin == CopyOrigin::unknown);
}

} // namespace tensor_probe
