// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

// Pointers that libraries get, each with the twin that is right.

#include <NvInfer.h>
#include <cub/cub.cuh>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cudnn.h>
#include <cusparse.h>
#include <nccl.h>
#include <torch/extension.h>

#define CHECK_ROWS(x) TORCH_CHECK(x.dim() == 2 && x.stride(1) == 1)

// cuBLAS: the leading dimension is the stride of the rows.
void gemm(cublasHandle_t h, at::Tensor a, at::Tensor c) {
  TORCH_CHECK(a.dim() == 2 && c.dim() == 2);
  const float one = 1;
  cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, a.size(0), a.size(1), a.size(0), &one,
              a.data_ptr<float>(), a.size(1), a.data_ptr<float>(), a.size(1),
              &one, c.data_ptr<float>(), c.size(1));
}
// CHECK: libraries.cu:[[@LINE-3]]:17: warning: 'a' and 'c' are accessed through raw pointers as if contiguous, but nothing in 'gemm' establishes it
void gemmOfRows(cublasHandle_t h, at::Tensor a, at::Tensor c) {
  CHECK_ROWS(a);
  CHECK_ROWS(c);
  const float one = 1;
  cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, a.size(0), a.size(1), a.size(0), &one,
              a.data_ptr<float>(), a.stride(0), a.data_ptr<float>(),
              a.stride(0), &one, c.data_ptr<float>(), c.stride(0));
}
void axpy(cublasHandle_t h, at::Tensor x, at::Tensor y) {
  TORCH_CHECK(x.is_contiguous());
  const float one = 1;
  cublasSaxpy(h, x.numel(), &one, x.data_ptr<float>(), 1, y.data_ptr<float>(),
              1);
}
// CHECK: libraries.cu:[[@LINE-3]]:61: warning: 'y' is accessed through a raw pointer as if contiguous, but nothing in 'axpy' establishes it

// cuDNN: a descriptor of packed sizes.
void scale(cudnnHandle_t h, cudnnTensorDescriptor_t d, at::Tensor y) {
  TORCH_CHECK(y.dim() == 4);
  cudnnSetTensor4dDescriptor(d, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, y.size(0),
                             y.size(1), y.size(2), y.size(3));
  const float two = 2;
  cudnnScaleTensor(h, d, y.data_ptr(), &two);
}
// Not likely: cudnnScaleTensor() gets no sizes.
void scaleStrided(cudnnHandle_t h, cudnnTensorDescriptor_t d, at::Tensor y) {
  TORCH_CHECK(y.dim() == 4);
  cudnnSetTensor4dDescriptorEx(d, CUDNN_DATA_FLOAT, y.size(0), y.size(1),
                               y.size(2), y.size(3), y.stride(0), y.stride(1),
                               y.stride(2), y.stride(3));
  const float two = 2;
  cudnnScaleTensor(h, d, y.data_ptr(), &two);
}

// cuSPARSE.
void dense(cusparseDnMatDescr_t *d, at::Tensor x) {
  TORCH_CHECK(x.dim() == 2);
  cusparseCreateDnMat(d, x.size(0), x.size(1), x.size(1), x.data_ptr(),
                      CUDA_R_32F, CUSPARSE_ORDER_ROW);
}
// CHECK: libraries.cu:[[@LINE-3]]:61: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'dense' establishes it
void denseOfRows(cusparseDnMatDescr_t *d, at::Tensor x) {
  CHECK_ROWS(x);
  cusparseCreateDnMat(d, x.size(0), x.size(1), x.stride(0), x.data_ptr(),
                      CUDA_R_32F, CUSPARSE_ORDER_ROW);
}

// NCCL.
void allReduce(ncclComm_t comm, cudaStream_t s, at::Tensor x) {
  ncclAllReduce(x.data_ptr(), x.data_ptr(), x.numel(), ncclFloat, ncclSum, comm,
                s);
}
// CHECK: libraries.cu:[[@LINE-3]]:19: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'allReduce' establishes it
void allReduceChecked(ncclComm_t comm, cudaStream_t s, at::Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  ncclAllReduce(x.data_ptr(), x.data_ptr(), x.numel(), ncclFloat, ncclSum, comm,
                s);
}

// CUB.
void scan(at::Tensor x, at::Tensor y) {
  size_t bytes = 0;
  cub::DeviceScan::ExclusiveSum(nullptr, bytes, x.data_ptr<float>(),
                                y.data_ptr<float>(), x.numel());
}
// CHECK: libraries.cu:[[@LINE-3]]:51: warning: 'x' and 'y' are accessed through raw pointers as if contiguous, but nothing in 'scan' establishes it
void scanCopies(at::Tensor x) {
  auto c = x.contiguous();
  auto y = at::empty_like(c);
  size_t bytes = 0;
  cub::DeviceScan::ExclusiveSum(nullptr, bytes, c.data_ptr<float>(),
                                y.data_ptr<float>(), x.numel());
}

// TensorRT: bindings have no sizes, but stand in an array.
void bindings(nvinfer1::IExecutionContext &context, cudaStream_t s,
              at::Tensor x, at::Tensor y) {
  void *buffers[] = {x.data_ptr(), y.data_ptr()};
  context.enqueueV2(buffers, s, nullptr);
}
// Not likely: nothing says how much is read.
void bindingsChecked(nvinfer1::IExecutionContext &context, cudaStream_t s,
                     at::Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  void *buffers[1];
  buffers[0] = x.data_ptr();
  context.enqueueV2(buffers, s, nullptr);
  context.setTensorAddress("x", x.data_ptr());
}

PYBIND11_MODULE(ext, m) {
  m.def("gemm", &gemm);
  m.def("gemmOfRows", &gemmOfRows);
  m.def("axpy", &axpy);
  m.def("scale", &scale);
  m.def("scaleStrided", &scaleStrided);
  m.def("dense", &dense);
  m.def("denseOfRows", &denseOfRows);
  m.def("allReduce", &allReduce);
  m.def("allReduceChecked", &allReduceChecked);
  m.def("scan", &scan);
  m.def("scanCopies", &scanCopies);
  m.def("bindings", &bindings);
  m.def("bindingsChecked", &bindingsChecked);
}
