// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel and its launch over the headers of the machine's CUDA toolkit.
//
// REQUIRES: cuda-toolkit
// RUN: rm -rf %t && mkdir %t
// RUN: echo '[{"directory": "%S", "file": "%s", "arguments": ["%cuda_home/bin/nvcc", "-I%mock", "-std=c++17", "-arch=sm_80", "--extended-lambda", "-c", "%s"]}]' > %t/compile_commands.json
// RUN: %status 2 %tensor_tidy check -p %t %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %status 2 %tensor_tidy check %s -- -std=c++17 -I%mock -DWITHOUT_ASSERT | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <thrust/complex.h>
#include <torch/extension.h>

template <class T> __global__ void copy(const T *x, T *y, int n) {
#ifndef WITHOUT_ASSERT
  assert(n > 0); // nvcc declares it without being asked
#endif
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = __ldg(x + i);
}

at::Tensor launched(at::Tensor x) {
  auto y = at::empty({x.numel()});
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "launched", [&] {
    copy<scalar_t><<<dim3(1), 256, 0, cudaStreamPerThread>>>(
        x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), x.numel());
  });
  return y;
}
// CHECK: cuda-toolkit.cu:[[@LINE-4]]:11: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'launched' establishes it
// CHECK: cuda-toolkit.cu:[[@LINE-6]]:5: note: 'x' is passed to 'copy' here without its strides

PYBIND11_MODULE(ext, m) { m.def("launched", &launched); }
