// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What stands under __CUDA_ARCH__ is parsed on request. What both passes see is
// said once.
//
// RUN: %status 2 %tensor_tidy check %s -- -nocudainc -nocudalib -isystem %cuda_mock -std=c++17 -I%mock | FileCheck %s --check-prefix=HOST --implicit-check-not=warning:
// RUN: %status 2 %tensor_tidy check --cuda-device-pass %s -- -nocudainc -nocudalib -isystem %cuda_mock -std=c++17 -I%mock > %t.out
// RUN: FileCheck %s --input-file=%t.out --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>
#include <torch/extension.h>

__global__ void onDevice(const float *x, int count) {
#ifdef __CUDA_ARCH__
  for (int i = 0; i < count; ++i)
    (void)x[i];
#endif
}
__global__ void everywhere(const float *x, int count) {
  for (int i = 0; i < count; ++i)
    (void)x[i];
}

void first(const at::Tensor &x) { onDevice<<<1, 1>>>(x.data_ptr<float>(), 3); }
// CHECK-DAG: cuda-device-pass.cu:[[@LINE-1]]:56: warning: 'x' is accessed {{.*}} 'first'
void second(const at::Tensor &x) {
  everywhere<<<1, 1>>>(x.data_ptr<float>(), 3);
}
// CHECK-DAG: cuda-device-pass.cu:[[@LINE-2]]:26: warning: 'x' is accessed {{.*}} 'second'
// HOST: cuda-device-pass.cu:[[@LINE-3]]:26: warning: 'x' is accessed {{.*}}
// 'second'

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("first", &first);
  m.def("second", &second);
}
