// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

#include <cuda_runtime.h>
#include <torch/extension.h>

template <class T> __global__ void copy(const T *x, T *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
}
template <class T> __global__ void copyStrided(const T *x, T *y, int stride);

at::Tensor launched(at::Tensor x) {
  auto y = at::empty({x.numel()});
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "launched", [&] {
    copy<scalar_t><<<1, 256>>>(x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(),
                               x.numel());
  });
  return y;
}
// CHECK: kernel-launch.cu:[[@LINE-5]]:34: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'launched' establishes it
// CHECK: kernel-launch.cu:[[@LINE-6]]:5: note: 'x' is passed to 'copy' here without its strides

// Silent: the stride goes along.
void strided(at::Tensor x) {
  auto y = at::empty({x.numel()});
  copyStrided<<<1, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(),
                          static_cast<int>(x.stride(0)));
}

PYBIND11_MODULE(ext, m) {
  m.def("launched", &launched);
  m.def("strided", &strided);
}
