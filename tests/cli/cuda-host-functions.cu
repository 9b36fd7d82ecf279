// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What nvcc's headers declare for the host and Clang's wrapper of them does
// not. First over the headers of the machine's CUDA toolkit.
//
// REQUIRES: cuda-toolkit
// RUN: rm -rf %t && mkdir %t
// RUN: echo '[{"directory": "%S", "file": "%s", "arguments": ["%cuda_home/bin/nvcc", "-I%mock", "-std=c++17", "-arch=sm_80", "-DNVCC", "-c", "%s"]}]' > %t/compile_commands.json
// RUN: %status 2 %tensor_tidy check -p %t %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %status 2 %tensor_tidy check %s -- --cuda-path=%cuda_home -std=c++17 -I%mock | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
//
// Headers of a project's own in place of the toolkit's may declare the same
// names in a way of their own.
// RUN: %status 2 %tensor_tidy check %s -- -nocudainc -nocudalib -isystem %cuda_mock -std=c++17 -I%mock -DOWN | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <algorithm>
#include <cuda_runtime.h>
#include <torch/extension.h>
#include <type_traits>

#ifdef OWN
template <class T> __host__ __device__ T min(T a, T b) { return a < b ? a : b; }
__host__ __device__ int max(int a, int b) { return a < b ? b : a; }
#else
template <class R, class T> void is(T) {
  static_assert(std::is_same<R, T>::value, "");
}

void everyType(int i, unsigned u, long l, unsigned long ul, long long ll,
               unsigned long long ull, float f, double d) {
  is<int>(min(i, i)), is<unsigned>(min(u, i)), is<long>(min(l, l));
  is<unsigned long>(max(ul, l)), is<long long>(max(ll, ll));
  is<unsigned long long>(max(ll, ull)), is<float>(min(f, f));
  is<double>(min(d, f)), is<double>(max(f, d));
  is<unsigned>(umin(u, u)), is<long long>(llmax(ll, ll));
  is<float>(rsqrt(f)), is<double>(rsqrt(d)), is<float>(rsqrtf(f));
  sincos(f, &f, &f);
}

int unqualified(int a, int b) {
  using namespace std;
  return min(a, b) + max<int>(a, b) + std::max(a, b);
}
#endif

#ifdef NVCC
bool fromHeaders(float f) { return isnan(f) && isinf(f) && clock() > 0; }
#endif

__host__ __device__ int clamped(int a, int b) { return max(min(a, b), 1); }
__device__ float onDevice(float a) { return min(a, 2.0f) + clamped(1, 2); }

template <class T> __global__ void copy(const T *x, T *y, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    y[i] = x[i] * min(i, n);
}

at::Tensor launched(at::Tensor x) {
  auto y = at::empty({x.numel()});
  const int n = x.numel();
  const int threads = max(min(1 << n, 1024), 1);
  copy<float><<<1, threads>>>(x.data_ptr<float>(), y.data_ptr<float>(), n);
  return y;
}
// CHECK: cuda-host-functions.cu:[[@LINE-3]]:{{[0-9]+}}: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'launched' establishes it
// CHECK: note: 'x' is passed to 'copy' here without its strides

PYBIND11_MODULE(ext, m) { m.def("launched", &launched); }
