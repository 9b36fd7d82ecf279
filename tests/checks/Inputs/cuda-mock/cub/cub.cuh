// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What tests call of CUB.
#ifndef CUDA_MOCK_CUB_H
#define CUDA_MOCK_CUB_H

#include "../cuda_runtime.h"

namespace cub {
struct DeviceScan {
  template <typename In, typename Out>
  static cudaError ExclusiveSum(void *d_temp_storage,
                                size_t &temp_storage_bytes, In d_in, Out d_out,
                                int num_items, cudaStream_t stream = 0);
};
} // namespace cub

#endif
