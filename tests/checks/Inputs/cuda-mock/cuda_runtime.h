// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What Clang needs to parse a kernel and its launch without a CUDA toolkit.
#ifndef CUDA_MOCK_CUDA_RUNTIME_H
#define CUDA_MOCK_CUDA_RUNTIME_H

#include <stdint.h>
#include <stdlib.h>

#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x, unsigned y = 1, unsigned z = 1);
};
struct uint3 {
  unsigned x, y, z;
};
extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
typedef struct cudaStream *cudaStream_t;
enum cudaError { cudaSuccess };
enum cudaMemcpyKind {
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice
};
extern "C" {
int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, void * = 0);
cudaError cudaLaunchKernel(const void *, dim3, dim3, void **, size_t,
                           cudaStream_t);
cudaError cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
cudaError cudaMemcpyAsync(void *, const void *, size_t, cudaMemcpyKind,
                          cudaStream_t);
cudaError cudaDeviceSynchronize();
cudaError cudaStreamCreate(cudaStream_t *);
cudaError cudaStreamSynchronize(cudaStream_t);
cudaError cudaMalloc(void **, size_t);
cudaError cudaFree(void *);
cudaError cudaMallocHost(void **, size_t);
cudaError cudaFreeHost(void *);
cudaError cudaHostRegister(void *, size_t, unsigned);
cudaError cudaMallocManaged(void **, size_t, unsigned = 1);
cudaError cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0);
cudaError cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t,
                       cudaMemcpyKind);
cudaError cudaMemcpyPeer(void *, int, const void *, int, size_t);
cudaError cudaDeviceCanAccessPeer(int *, int, int);
cudaError cudaEventRecord(struct cudaEvent *, cudaStream_t);
cudaError cudaEventSynchronize(struct cudaEvent *);
cudaError cudaEventElapsedTime(float *, struct cudaEvent *, struct cudaEvent *);
cudaError cudaSetDevice(int);
}
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
};
extern "C" cudaError cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                         const void *func, void **args);
extern "C" cudaError cudaLaunchCooperativeKernel(const void *, dim3, dim3,
                                                 void **, size_t, cudaStream_t);
template <typename... ExpTypes, typename... ActTypes>
inline cudaError cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                                    void (*kernel)(ExpTypes...),
                                    ActTypes &&...args);

#endif
