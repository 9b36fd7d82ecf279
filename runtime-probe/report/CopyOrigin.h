// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who wanted a copy: the program, by the name of the operator that it called,
// or an operator that copies beside what its name says. The class of a copy
// (core/CopyClass.h) says what moved; this says why.
#ifndef TENSOR_PROBE_REPORT_COPY_ORIGIN_H
#define TENSOR_PROBE_REPORT_COPY_ORIGIN_H

#include "core/Format.h"

#include <string_view>

namespace tensor_probe {

enum class CopyOrigin {
  unknown,       ///< no operator's name is known
  hidden,        ///< inside reshape, conv2d, linear...: nobody wrote "copy"
  by_name,       ///< the program named the change: contiguous, to
  clone,         ///< the program asked for a copy of its own
  assignment,    ///< the program wrote into a tensor that it had
  batched,       ///< the same, into a list of tensors: _foreach_copy_
  split,         ///< parts of a tensor into tensors: split_with_sizes_copy
  materialising, ///< cat, stack, index_select...: making a tensor is the work
  staging,       ///< into pinned memory, on the way to a device
  number         ///< one element: a number made a tensor or the reverse
};

/// The origin of copies that operator `op` made ("reshape",
/// "index_Tensor", at::_ops' spelling; empty: unknown), of at most
/// `most_elements` elements each.
CopyOrigin origin_of(std::string_view op, std::uint64_t most_elements);

/// Whether the operator's work is to write a new tensor: cat, stack, gather.
bool is_materialising(std::string_view op);

/// "hidden", "by name", "clone", "assigned", "assigned in a list",
/// "split copy", "materialised", "staging", "number", "-".
const char *origin_name(CopyOrigin);

/// Whether such a copy is worth looking at when nobody predicted it, which is
/// what budgets, `confirm` and the page mean by a hidden copy: elements changed
/// their order, and the program did not ask for a tensor of its own. A row of
/// folded classes may hold some.
bool is_worth_a_look(CopyClass, CopyOrigin);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_COPY_ORIGIN_H
