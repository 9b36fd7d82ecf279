// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

// Kernels that do the same with each element in memory, whatever its place:
// right for dense tensors that lie in one order, wrong for any others.

#include <cuda_runtime.h>
#include <torch/extension.h>

extern "C" __device__ float tanhf(float x);

template <typename T> __global__ void scale(T *p, T by, int64_t n) {
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    p[i] *= by;
}
__global__ void squash(const float *p, float *q, const float *by, int n) {
  const int tid = threadIdx.x;
  int i = blockIdx.x * 256 + tid;
  if (i >= n)
    return;
  float v = p[i];
  if (v < 0)
    v = 0;
  q[i] = tanhf(v) * by[0];
}

// Silent: a clone is dense, in whatever order.
at::Tensor cloned(at::Tensor x) {
  auto y = x.clone();
  scale<<<1, 1>>>(y.data_ptr<float>(), 2.0f, y.numel());
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "cloned", [&] {
    scale<scalar_t><<<1, 1>>>(y.data_ptr<scalar_t>(), 2, x.numel());
  });
  return y;
}

// Silent: empty_like() of a dense tensor lies as that does.
at::Tensor checked(at::Tensor x, at::Tensor by) {
  TORCH_CHECK(x.is_non_overlapping_and_dense());
  auto y = at::empty_like(x);
  squash<<<1, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(),
                     by.data_ptr<float>(), x.numel());
  return y;
}
at::Tensor copied(at::Tensor x, at::Tensor by) {
  auto c = x.clone();
  auto y = at::empty_like(c);
  squash<<<1, 256>>>(c.data_ptr<float>(), y.data_ptr<float>(),
                     by.data_ptr<float>(), c.numel());
  return y;
}

// Silent: the same strides, of a dense tensor.
void sameStrides(at::Tensor x, at::Tensor y, at::Tensor by) {
  TORCH_CHECK(x.sizes() == y.sizes() && x.strides() == y.strides());
  TORCH_CHECK(x.is_non_overlapping_and_dense());
  squash<<<1, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(),
                     by.data_ptr<float>(), x.numel());
}
void sameSizes(at::Tensor x, at::Tensor y, at::Tensor by) {
  TORCH_CHECK(x.sizes() == y.sizes());
  TORCH_CHECK(x.is_non_overlapping_and_dense());
  squash<<<1, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(),
                     by.data_ptr<float>(), x.numel());
}
// CHECK: elementwise-kernels.cu:[[@LINE-3]]:45: warning: 'y' is accessed through a raw pointer as if contiguous, but nothing in 'sameSizes' establishes it

// What empty_like() gives for a slice is dense, and so lies otherwise.
at::Tensor unchecked(at::Tensor x, at::Tensor by) {
  auto y = at::empty_like(x);
  squash<<<1, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(),
                     by.data_ptr<float>(), x.numel());
  return y;
}
// CHECK: elementwise-kernels.cu:[[@LINE-4]]:24: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'unchecked' establishes it

// Dense both, but in two orders.
at::Tensor twoOrders(at::Tensor x, at::Tensor by) {
  auto c = x.clone();
  auto y = at::empty(x.sizes());
  squash<<<1, 256>>>(c.data_ptr<float>(), y.data_ptr<float>(),
                     by.data_ptr<float>(), x.numel());
  return y;
}
// CHECK: elementwise-kernels.cu:[[@LINE-4]]:24: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'twoOrders' establishes it

// Not all elements: which ones, the order says.
at::Tensor someElements(at::Tensor x) {
  auto y = x.clone();
  scale<<<1, 1>>>(y.data_ptr<float>(), 2.0f, y.size(0));
  return y;
}
// CHECK: elementwise-kernels.cu:[[@LINE-3]]:21: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'someElements' establishes it

// The place of an element means something to these.
__global__ void rows(float *p, int64_t n, int64_t m) {
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < m; ++j)
      p[i * m + j] += j;
}
__global__ void index(float *p, int64_t n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = i;
}
__global__ void everySecond(float *p, int64_t n) {
  for (int64_t i = 0; i < n; i += 2)
    p[i] = 0;
}
__global__ void sums(float *p, int64_t n) {
  float sum = 0;
  for (int64_t i = 0; i < n; ++i) {
    sum += p[i];
    p[i] = sum;
  }
}
__global__ void firstThread(float *p, int64_t n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && threadIdx.x == 0)
    p[i] = 0;
}
__global__ void neighbours(float *p, int64_t n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += p[i + 1];
}
__device__ float __shfl_down(float v, int by);
__global__ void exchanged(float *p, int64_t n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += __shfl_down(p[i], 1);
}
at::Tensor byRow(at::Tensor x) {
  auto y = x.clone();
  rows<<<1, 1>>>(y.data_ptr<float>(), y.size(0), y.size(1));
  return y;
}
// CHECK: elementwise-kernels.cu:[[@LINE-3]]:20: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'byRow' establishes it
at::Tensor byIndex(at::Tensor x) {
  auto y = x.clone();
  index<<<1, 1>>>(y.data_ptr<float>(), y.numel());
  return y;
}
// CHECK: elementwise-kernels.cu:[[@LINE-3]]:21: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'byIndex' establishes it
at::Tensor bySecond(at::Tensor x) {
  auto y = x.clone();
  everySecond<<<1, 1>>>(y.data_ptr<float>(), y.numel());
  return y;
}
// CHECK: elementwise-kernels.cu:[[@LINE-3]]:27: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'bySecond' establishes it
at::Tensor bySums(at::Tensor x) {
  auto y = x.clone();
  sums<<<1, 1>>>(y.data_ptr<float>(), y.numel());
  return y;
}
// CHECK: elementwise-kernels.cu:[[@LINE-3]]:20: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'bySums' establishes it
at::Tensor byThread(at::Tensor x) {
  auto y = x.clone();
  firstThread<<<1, 1>>>(y.data_ptr<float>(), y.numel());
  return y;
}
// CHECK: elementwise-kernels.cu:[[@LINE-3]]:27: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'byThread' establishes it
at::Tensor byNeighbours(at::Tensor x) {
  auto y = x.clone();
  neighbours<<<1, 1>>>(y.data_ptr<float>(), y.numel());
  return y;
}
// CHECK: elementwise-kernels.cu:[[@LINE-3]]:26: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'byNeighbours' establishes it
at::Tensor byExchange(at::Tensor x) {
  auto y = x.clone();
  exchanged<<<1, 1>>>(y.data_ptr<float>(), y.numel());
  return y;
}
// CHECK: elementwise-kernels.cu:[[@LINE-3]]:25: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'byExchange' establishes it

// What comes first decides, or which elements it are.
__host__ __device__ float firstPositive(const float *p, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    if (p[i] > 0)
      return p[i];
  return 0;
}
void until(float *p, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    if (p[i] > 0)
      break;
    p[i] = 1;
  }
}
void whilePositive(float *p, int64_t n) {
  for (int64_t i = 0; i < n && p[i] > 0; ++i)
    p[i] = 0;
}
void half(float *p, int64_t n) {
  n = n / 2;
  for (int64_t i = 0; i < n; ++i)
    p[i] = 1;
}
void halfByName(float *p, int64_t n) {
  int64_t &count = n;
  count /= 2;
  for (int64_t i = 0; i < n; ++i)
    p[i] = 1;
}
void skips(float *p, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    if (p[i] > 0)
      ++i;
  }
}
void twoSteps(float *p, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    p[i] = 0;
    ++i;
  }
}
void shifts(float *p, int64_t n) {
  int64_t i = 0;
  while (i < n) {
    float v = p[i];
    ++i;
    p[i] = v;
  }
}
void last(float *p, float *out, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    *out = p[i];
}
void firstPositiveOf(at::Tensor x) {
  auto y = x.clone();
  firstPositive(y.data_ptr<float>(), y.numel());
}
// CHECK: elementwise-kernels.cu:[[@LINE-2]]:19: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'firstPositiveOf' establishes it
void untilOf(at::Tensor x) {
  auto y = x.clone();
  until(y.data_ptr<float>(), y.numel());
}
// CHECK: elementwise-kernels.cu:[[@LINE-2]]:11: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'untilOf' establishes it
void whilePositiveOf(at::Tensor x) {
  auto y = x.clone();
  whilePositive(y.data_ptr<float>(), y.numel());
}
// CHECK: elementwise-kernels.cu:[[@LINE-2]]:19: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'whilePositiveOf' establishes it
void halfOf(at::Tensor x) {
  auto y = x.clone();
  half(y.data_ptr<float>(), y.numel());
}
// CHECK: elementwise-kernels.cu:[[@LINE-2]]:10: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'halfOf' establishes it
void halfByNameOf(at::Tensor x) {
  auto y = x.clone();
  halfByName(y.data_ptr<float>(), y.numel());
}
// CHECK: elementwise-kernels.cu:[[@LINE-2]]:16: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'halfByNameOf' establishes it
void skipsOf(at::Tensor x) {
  auto y = x.clone();
  skips(y.data_ptr<float>(), y.numel());
}
// CHECK: elementwise-kernels.cu:[[@LINE-2]]:11: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'skipsOf' establishes it
void twoStepsOf(at::Tensor x) {
  auto y = x.clone();
  twoSteps(y.data_ptr<float>(), y.numel());
}
// CHECK: elementwise-kernels.cu:[[@LINE-2]]:14: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'twoStepsOf' establishes it
void shiftsOf(at::Tensor x) {
  auto y = x.clone();
  shifts(y.data_ptr<float>(), y.numel());
}
// CHECK: elementwise-kernels.cu:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'shiftsOf' establishes it
void lastOf(at::Tensor x) {
  auto y = x.clone();
  auto out = at::empty({1});
  last(y.data_ptr<float>(), out.data_ptr<float>(), y.numel());
}
// CHECK: elementwise-kernels.cu:[[@LINE-2]]:10: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'lastOf' establishes it

// Silent: each is left or set by itself, and all of them are visited.
void leavesAtEnd(float *p, int64_t n) {
  for (int64_t i = 0;; ++i) {
    if (i >= n)
      break;
    p[i] = 0;
  }
}
void whileLoop(float *p, int64_t n) {
  int64_t i = 0;
  while (i < n) {
    if (p[i] < 0)
      p[i] = 0;
    ++i;
  }
}
void continues(float *p, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    if (p[i] > 0)
      continue;
    p[i] = 1;
  }
}
void switches(float *p, int kind, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    switch (kind) {
    case 0:
      p[i] = 1;
      break;
    default:
      p[i] = 2;
    }
  }
}
__global__ void flags(const float *p, float *found, int64_t n) {
  int i = threadIdx.x;
  i += blockIdx.x * blockDim.x;
  for (; i < n; i += blockDim.x * gridDim.x)
    if (p[i] < 0)
      *found = 1.0f;
}
void byElement(at::Tensor x) {
  auto y = x.clone();
  leavesAtEnd(y.data_ptr<float>(), y.numel());
  whileLoop(y.data_ptr<float>(), y.numel());
  continues(y.data_ptr<float>(), y.numel());
  switches(y.data_ptr<float>(), 1, y.numel());
  auto found = at::zeros({1});
  flags<<<1, 1>>>(y.data_ptr<float>(), found.data_ptr<float>(), y.numel());
}

PYBIND11_MODULE(ext, m) {
  m.def("cloned", &cloned);
  m.def("checked", &checked);
  m.def("copied", &copied);
  m.def("sameStrides", &sameStrides);
  m.def("sameSizes", &sameSizes);
  m.def("unchecked", &unchecked);
  m.def("twoOrders", &twoOrders);
  m.def("someElements", &someElements);
  m.def("byRow", &byRow);
  m.def("byIndex", &byIndex);
  m.def("bySecond", &bySecond);
  m.def("bySums", &bySums);
  m.def("byThread", &byThread);
  m.def("byNeighbours", &byNeighbours);
  m.def("byExchange", &byExchange);
  m.def("firstPositiveOf", &firstPositiveOf);
  m.def("untilOf", &untilOf);
  m.def("whilePositiveOf", &whilePositiveOf);
  m.def("halfOf", &halfOf);
  m.def("halfByNameOf", &halfByNameOf);
  m.def("skipsOf", &skipsOf);
  m.def("twoStepsOf", &twoStepsOf);
  m.def("shiftsOf", &shiftsOf);
  m.def("lastOf", &lastOf);
  m.def("byElement", &byElement);
}
