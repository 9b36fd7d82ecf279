// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What tests call of TensorRT.
#ifndef CUDA_MOCK_NVINFER_H
#define CUDA_MOCK_NVINFER_H

#include "cuda_runtime.h"

namespace nvinfer1 {
class IExecutionContext {
public:
  bool enqueueV2(void *const *bindings, cudaStream_t stream, void *event);
  bool setTensorAddress(const char *tensorName, void *data);
  bool enqueueV3(cudaStream_t stream);
};
} // namespace nvinfer1

#endif
