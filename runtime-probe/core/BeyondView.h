// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which bytes of a range of memory are those of a tensor.

#ifndef TENSOR_PROBE_CORE_BEYONDVIEW_H
#define TENSOR_PROBE_CORE_BEYONDVIEW_H

#include "core/CopyClass.h"

namespace tensor_probe {

/// How many of the `bytes` bytes from the tensor's first element on are of none
/// of its elements, each byte once: exact for any sizes and strides that are
/// not negative. False where it is not worked out: axes that interleave, of
/// more than 2^22 elements or in a range of more than 2^28 bytes; more than
/// 16 axes longer than 1.
///
///   sizes [2, 3] strides [4, 1], 4 bytes each; 24 bytes: 4 (the element after
///   the first three) beyond it
bool bytes_beyond(const TensorView &tensor, std::uint64_t bytes,
                  std::uint64_t &beyond);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_BEYONDVIEW_H
