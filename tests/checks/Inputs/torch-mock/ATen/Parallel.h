// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TORCH_MOCK_PARALLEL_H
#define TORCH_MOCK_PARALLEL_H

#include "ATen/core/TensorBody.h"

namespace at {
template <class F>
inline void parallel_for(const int64_t begin, const int64_t end,
                         const int64_t grain_size, const F &f) {
  f(begin, end);
}
} // namespace at

#endif
