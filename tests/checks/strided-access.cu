// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel that gets strides and reads several elements at once needs each of
// its rows aligned: of a contiguous tensor they are, of a slice they need not
// be.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/torch-mock -isystem %inputs/cuda-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

#include <cuda_runtime.h>
#include <torch/extension.h>

struct alignas(16) float4 {
  float x, y, z, w;
};

#define CHECK_ROWS(x) TORCH_CHECK(x.dim() == 2 && x.stride(1) == 1)

__global__ void sum(const float *x, float *y, int64_t stride, int n) {
  const float *row = x + blockIdx.x * stride;
  for (int i = threadIdx.x; i < n / 4; i += blockDim.x) {
    float4 v = reinterpret_cast<const float4 *>(row)[i];
    y[blockIdx.x] += v.x + v.y + v.z + v.w;
  }
}
at::Tensor direct(at::Tensor x) {
  CHECK_ROWS(x);
  // CHECK: strided-access.cu:[[@LINE-1]]:3: warning: 'x' is accessed in units of 16 bytes at distances of its strides, but nothing in 'direct' establishes that they are multiples of that [tensor-missing-contiguity-guard]
  // CHECK: strided-access.cu:[[@LINE+4]]:{{.*}}: note: the pointer of 'x' is taken here
  // CHECK: strided-access.cu:[[@LINE+2]]:{{.*}}: note: 'x' is passed on here with strides
  at::Tensor y = at::zeros({x.size(0)});
  sum<<<1, 32>>>(
      x.data_ptr<float>(), y.data_ptr<float>(), x.stride(0), x.size(1));
  return y;
}

// Silent: who asks for the remainder, however it is used, knows.
at::Tensor asked(at::Tensor x) {
  CHECK_ROWS(x);
  TORCH_CHECK(x.stride(0) % 4 == 0);
  at::Tensor y = at::zeros({x.size(0)});
  sum<<<1, 32>>>(x.data_ptr<float>(), y.data_ptr<float>(), x.stride(0),
                 x.size(1));
  return y;
}
at::Tensor copied(at::Tensor x) {
  CHECK_ROWS(x);
  const int64_t rest = x.stride(0) & 3;
  if (rest != 0)
    x = x.contiguous();
  at::Tensor y = at::zeros({x.size(0)});
  sum<<<1, 32>>>(x.data_ptr<float>(), y.data_ptr<float>(), x.stride(0),
                 x.size(1));
  return y;
}
static void checkMultiple(int64_t n) { TORCH_CHECK(n % 4 == 0); }
at::Tensor askedElsewhere(at::Tensor x) {
  CHECK_ROWS(x);
  checkMultiple(x.stride(0));
  at::Tensor y = at::zeros({x.size(0)});
  sum<<<1, 32>>>(x.data_ptr<float>(), y.data_ptr<float>(), x.stride(0),
                 x.size(1));
  return y;
}
// And what is contiguous, or made here.
at::Tensor contiguous(at::Tensor x) {
  TORCH_CHECK(x.dim() == 2 && x.is_contiguous());
  at::Tensor y = at::zeros({x.size(0)});
  sum<<<1, 32>>>(x.data_ptr<float>(), y.data_ptr<float>(), x.stride(0),
                 x.size(1));
  return y;
}

// A kernel that moves by whole units, one that reads one element at a time, and
// ones that look.
__global__ void byUnits(const float *x, float *y, int64_t stride) {
  float4 v = reinterpret_cast<const float4 *>(x)[blockIdx.x * stride];
  y[blockIdx.x] = v.x + v.y + v.z + v.w;
}
__global__ void byElements(const float *x, float *y, int64_t stride) {
  y[blockIdx.x] += x[blockIdx.x * stride + threadIdx.x];
}
__global__ void byAddress(const float *x, float *y, int64_t stride) {
  const float *row = x + blockIdx.x * stride;
  if (reinterpret_cast<uintptr_t>(row) % 16 == 0)
    y[0] = reinterpret_cast<const float4 *>(row)->x;
  else
    y[0] = row[0];
}
__global__ void byRemainder(const float *x, float *y, int64_t stride) {
  if (stride % 4 == 0)
    y[0] = reinterpret_cast<const float4 *>(x + blockIdx.x * stride)->x;
}
at::Tensor silent(at::Tensor x) {
  CHECK_ROWS(x);
  at::Tensor y = at::zeros({x.size(0)});
  const float *p = x.data_ptr<float>();
  byUnits<<<1, 32>>>(p, y.data_ptr<float>(), x.stride(0) / 4);
  byElements<<<1, 32>>>(p, y.data_ptr<float>(), x.stride(0));
  byAddress<<<1, 32>>>(p, y.data_ptr<float>(), x.stride(0));
  byRemainder<<<1, 32>>>(p, y.data_ptr<float>(), x.stride(0));
  return y;
}

__global__ void byBytes(const void *x, float *y, int64_t stride) {
  const char *row = static_cast<const char *>(x) + blockIdx.x * stride;
  y[blockIdx.x] = *reinterpret_cast<const float *>(row);
}
__global__ void byFours(const float *x, float *y, int64_t stride) {
  y[0] = reinterpret_cast<const float4 *>(x + blockIdx.x * stride * 4)->x;
}
static __device__ bool isMultiple(int64_t n) { return (n & 3) == 0; }
__global__ void byMask(const float *x, float *y, int64_t stride) {
  if (isMultiple(stride))
    y[0] = reinterpret_cast<const float4 *>(x + blockIdx.x * stride)->x;
}
at::Tensor moreSilent(at::Tensor x) {
  CHECK_ROWS(x);
  at::Tensor y = at::zeros({x.size(0)});
  const float *p = x.data_ptr<float>();
  byBytes<<<1, 32>>>(p, y.data_ptr<float>(), x.stride(0) * sizeof(float));
  byFours<<<1, 32>>>(p, y.data_ptr<float>(), x.stride(0));
  byMask<<<1, 32>>>(p, y.data_ptr<float>(), x.stride(0));
  return y;
}
bool canVectorize(const at::Tensor &x);
at::Tensor otherQuestions(at::Tensor x, at::Tensor z) {
  CHECK_ROWS(x);
  CHECK_ROWS(z);
  if (!canVectorize(x) || ((z.stride(0) | z.size(1)) & 3) != 0)
    return x;
  at::Tensor y = at::zeros({x.size(0)});
  sum<<<1, 32>>>(x.data_ptr<float>(), y.data_ptr<float>(), x.stride(0),
                 x.size(1));
  sum<<<1, 32>>>(z.data_ptr<float>(), y.data_ptr<float>(), z.stride(0),
                 z.size(1));
  return y;
}

// Who asks for a remainder still does not hand the strides on.
void walk(const float *x, float *y, int64_t n);
void handsNothingOn(at::Tensor x, at::Tensor y) {
  TORCH_CHECK(y.is_contiguous());
  const int64_t rest = x.stride(0) % 4;
  TORCH_CHECK(rest == 0);
  walk(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
  // CHECK: strided-access.cu:[[@LINE-1]]:{{.*}}: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'handsNothingOn' establishes it
}

// Of two kernels in one variable neither is known.
template <int N> __global__ void one(const float *x, float *y) { y[0] = N; }
template <> __global__ void one<1>(const float *x, float *y) { y[0] = x[9]; }
void chosen(at::Tensor x, at::Tensor y, bool some) {
  TORCH_CHECK(y.is_contiguous());
  auto *kernel = &one<0>;
  if (some)
    kernel = &one<1>;
  kernel<<<1, 32>>>(x.data_ptr<float>(), y.data_ptr<float>());
  // CHECK: strided-access.cu:[[@LINE-1]]:{{.*}}: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'chosen' establishes it
}

// The rows' units are those that are read at the rows.
struct alignas(8) float2 {
  float x, y;
};
__global__ void mixed(const float *x, float *y, int64_t stride) {
  y[0] = reinterpret_cast<const float4 *>(x)->x;
  y[1] = reinterpret_cast<const float2 *>(x + blockIdx.x * stride)->x;
}
at::Tensor twoUnits(at::Tensor x) {
  CHECK_ROWS(x);
  // CHECK: strided-access.cu:[[@LINE-1]]:3: warning: 'x' is accessed in units of 8 bytes at distances of its strides
  at::Tensor y = at::zeros({x.size(0)});
  mixed<<<1, 32>>>(x.data_ptr<float>(), y.data_ptr<float>(), x.stride(0));
  return y;
}

// Moved in a loop, by assignments, by a lambda's argument.
__global__ void looped(const float *x, float *y, int64_t stride, int n) {
  auto load = [](const float *p) {
    return reinterpret_cast<const float4 *>(p)->x;
  };
  while (n-- > 0) {
    y[n] = load(x);
    x = x + stride;
  }
}
at::Tensor inLoop(at::Tensor x) {
  CHECK_ROWS(x);
  // CHECK: strided-access.cu:[[@LINE-1]]:3: warning: 'x' is accessed in units of 16 bytes at distances of its strides
  at::Tensor y = at::zeros({x.size(0)});
  looped<<<1, 32>>>(x.data_ptr<float>(), y.data_ptr<float>(), x.stride(0),
                    x.size(0));
  return y;
}

// A template that is nowhere instantiated, with a variable that it builds of
// something.
template <typename T> __global__ void pattern(float *y, T t) {
  int n(t);
  float *q(t);
  y[n] = *q;
}
extern template __global__ void pattern<float *>(float *y, float *t);
void launchesPattern(at::Tensor x, at::Tensor y) {
  TORCH_CHECK(x.is_contiguous() && y.is_contiguous());
  pattern<float *><<<1, 32>>>(y.data_ptr<float>(), x.data_ptr<float>());
}

// In a record, moved bit by bit, through functions and a variable that holds
// the kernel.
struct Rows {
  int64_t stride, columns;
};
struct Arguments {
  const void *x;
  float *y;
  Rows rows;
};
__device__ float4 load(const float *p, int64_t distance) {
  p += distance;
  return *reinterpret_cast<const float4 *>(p);
}
template <typename T> __global__ void packed(Arguments a) {
  const T *x = static_cast<const T *>(a.x);
  const int64_t distance = blockIdx.x * a.rows.stride;
  a.y[blockIdx.x] = load(x, distance).x;
}
void launch(const Arguments &a) {
  auto *kernel = &packed<float>;
  kernel<<<1, 32>>>(a);
}
at::Tensor inRecord(at::Tensor x) {
  CHECK_ROWS(x);
  // CHECK: strided-access.cu:[[@LINE-1]]:3: warning: 'x' is accessed in units of 16 bytes at distances of its strides, but nothing in 'inRecord' establishes that they are multiples of that
  at::Tensor y = at::zeros({x.size(0)});
  Arguments a;
  a.x = x.data_ptr();
  a.y = y.data_ptr<float>();
  a.rows.stride = x.stride(0);
  a.rows.columns = x.size(1);
  launch(a);
  return y;
}

// Where no check is, at the pointer.
at::Tensor unchecked(at::Tensor x) {
  at::Tensor y = at::zeros({x.size(0)});
  sum<<<1, 32>>>(x.data_ptr<float>(), y.data_ptr<float>(), x.stride(0),
                 x.size(1));
  // CHECK: strided-access.cu:[[@LINE-2]]:{{.*}}: warning: 'x' is accessed in units of 16 bytes at distances of its strides, but nothing in 'unchecked'
  return y;
}

// Several in one launch are one finding.
__global__ void add(const float *x, const float *y, float *z, int64_t xStride,
                    int64_t yStride) {
  float4 a = *reinterpret_cast<const float4 *>(x + blockIdx.x * xStride);
  float4 b = *reinterpret_cast<const float4 *>(y + blockIdx.x * yStride);
  z[blockIdx.x] = a.x + b.x;
}
at::Tensor several(at::Tensor x, at::Tensor y) {
  CHECK_ROWS(x);
  CHECK_ROWS(y);
  // CHECK: strided-access.cu:[[@LINE-2]]:3: warning: 'x' and 'y' are accessed in units of 16 bytes at distances of their strides, but nothing in 'several' establishes that they are multiples of that
  // CHECK: strided-access.cu:[[@LINE-2]]:3: note: the strides of 'y' are checked here
  at::Tensor z = at::zeros({x.size(0)});
  add<<<1, 32>>>(x.data_ptr<float>(), y.data_ptr<float>(), z.data_ptr<float>(),
                 x.stride(0), y.stride(0));
  return z;
}

PYBIND11_MODULE(ext, m) {
  m.def("several", &several);
  m.def("direct", &direct);
  m.def("asked", &asked);
  m.def("copied", &copied);
  m.def("askedElsewhere", &askedElsewhere);
  m.def("contiguous", &contiguous);
  m.def("silent", &silent);
  m.def("inRecord", &inRecord);
  m.def("moreSilent", &moreSilent);
  m.def("otherQuestions", &otherQuestions);
  m.def("handsNothingOn", &handsNothingOn);
  m.def("chosen", &chosen);
  m.def("twoUnits", &twoUnits);
  m.def("inLoop", &inLoop);
  m.def("unchecked", &unchecked);
}
