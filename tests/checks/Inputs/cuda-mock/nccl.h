// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What tests call of NCCL.
#ifndef CUDA_MOCK_NCCL_H
#define CUDA_MOCK_NCCL_H

#include "cuda_runtime.h"

typedef struct ncclComm *ncclComm_t;
enum ncclResult_t { ncclSuccess };
enum ncclDataType_t { ncclFloat = 7 };
enum ncclRedOp_t { ncclSum };
extern "C" ncclResult_t ncclAllReduce(const void *sendbuff, void *recvbuff,
                                      size_t count, ncclDataType_t datatype,
                                      ncclRedOp_t op, ncclComm_t comm,
                                      cudaStream_t stream);

#endif
