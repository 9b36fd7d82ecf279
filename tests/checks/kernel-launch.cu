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

// Whatever else the launcher gets: streams, records, its own object.
struct Settings {
  int threads;
};
__global__ void scale(float *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] *= 2;
}
static void onAStream(float *x, int n, cudaStream_t stream) {
  scale<<<1, 256, 0, stream>>>(x, n);
}
static void with(float *x, int n, Settings &settings) {
  scale<<<1, settings.threads>>>(x, n);
}
struct Scale {
  void operator()(float *x, int n) { scale<<<1, 256>>>(x, n); }
};
void streamed(at::Tensor x, cudaStream_t stream) {
  onAStream(x.data_ptr<float>(), x.numel(), stream);
}
void configured(at::Tensor x) {
  Settings settings = {256};
  with(x.data_ptr<float>(), x.numel(), settings);
}
void called(at::Tensor x) { Scale()(x.data_ptr<float>(), x.numel()); }
// CHECK: kernel-launch.cu:[[@LINE-7]]:15: warning: 'x' is accessed{{.*}}'streamed'
// CHECK: kernel-launch.cu:[[@LINE-17]]:{{[0-9]+}}: note: 'x' is passed to 'scale' here without its strides
// CHECK: kernel-launch.cu:[[@LINE-5]]:10: warning: 'x' is accessed{{.*}}'configured'
// CHECK: kernel-launch.cu:[[@LINE-4]]:39: warning: 'x' is accessed{{.*}}'called'

// Silent: checked, copied, or of the launcher's own making.
void streamedRows(at::Tensor x, cudaStream_t stream) {
  TORCH_CHECK(x.is_contiguous());
  onAStream(x.data_ptr<float>(), x.numel(), stream);
}
void configuredRows(at::Tensor x) {
  Settings settings = {256};
  at::Tensor rows = x.contiguous();
  with(rows.data_ptr<float>(), rows.numel(), settings);
}
void calledOnNew(int n) {
  at::Tensor x = at::empty({n});
  Scale()(x.data_ptr<float>(), n);
}

PYBIND11_MODULE(ext, m) {
  m.def("streamed", &streamed);
  m.def("configured", &configured);
  m.def("called", &called);
  m.def("streamedRows", &streamedRows);
  m.def("configuredRows", &configuredRows);
  m.def("calledOnNew", &calledOnNew);
  m.def("launched", &launched);
  m.def("strided", &strided);
}
