// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Streams as libtorch has them.
#ifndef CUDA_MOCK_C10_CUDA_CUDASTREAM_H
#define CUDA_MOCK_C10_CUDA_CUDASTREAM_H

#include <cuda_runtime.h>

namespace c10 {
namespace cuda {
class CUDAStream {
public:
  cudaStream_t stream() const;
  operator cudaStream_t() const;
};
CUDAStream getStreamFromPool(bool isHighPriority = false, signed char = -1);
CUDAStream getCurrentCUDAStream(signed char = -1);
struct CUDAStreamGuard {
  explicit CUDAStreamGuard(CUDAStream);
};
} // namespace cuda
} // namespace c10
namespace at {
namespace cuda {
using namespace c10::cuda;
} // namespace cuda
} // namespace at

#endif
