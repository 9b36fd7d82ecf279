// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether two elements of a tensor are the same memory.

#ifndef TENSOR_PROBE_CORE_SHAREDELEMENTS_H
#define TENSOR_PROBE_CORE_SHAREDELEMENTS_H

#include "core/CopyClass.h"

namespace tensor_probe {

enum class Shares {
  no,
  yes,
  untested, ///< the answer would take too long
};

/// Whether some two indices of the tensor address the same element: exact for
/// any sizes and strides, negative ones as well. Takes some ten ns where the
/// strides in descending order leave room for the axes below, as those of
/// slices of dense tensors do; elsewhere the search for two such indices is
/// given up after `most_steps` steps of some ten ns each, or where the tensor
/// has more than 16 axes that are longer than 1 or spans more than 2^62
/// elements.
///
///   sizes [3, 4] strides [4, 1]   no
///   sizes [3, 4] strides [2, 1]   yes: [0, 2] and [1, 0]
///   sizes [3, 2] strides [2, 3]   no, though the axes interleave
Shares shares_elements(const TensorView &tensor, int most_steps = 65536);

/// The same for copies, which must not take much longer for it: after 256
/// steps, and the last four layouts that the calling thread asked for are not
/// worked out again.
Shares shares_elements_again(const TensorView &tensor);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_SHAREDELEMENTS_H
