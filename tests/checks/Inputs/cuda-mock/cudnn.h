// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What tests call of cuDNN.
#ifndef CUDA_MOCK_CUDNN_H
#define CUDA_MOCK_CUDNN_H

typedef struct cudnnContext *cudnnHandle_t;
typedef struct cudnnTensorStruct *cudnnTensorDescriptor_t;
enum cudnnStatus_t { CUDNN_STATUS_SUCCESS };
enum cudnnDataType_t { CUDNN_DATA_FLOAT };
enum cudnnTensorFormat_t { CUDNN_TENSOR_NCHW };
extern "C" {
cudnnStatus_t cudnnSetTensor4dDescriptor(cudnnTensorDescriptor_t tensorDesc,
                                         cudnnTensorFormat_t format,
                                         cudnnDataType_t dataType, int n, int c,
                                         int h, int w);
cudnnStatus_t cudnnSetTensor4dDescriptorEx(cudnnTensorDescriptor_t tensorDesc,
                                           cudnnDataType_t dataType, int n,
                                           int c, int h, int w, int nStride,
                                           int cStride, int hStride,
                                           int wStride);
cudnnStatus_t cudnnScaleTensor(cudnnHandle_t handle,
                               const cudnnTensorDescriptor_t yDesc, void *y,
                               const void *alpha);
}

#endif
