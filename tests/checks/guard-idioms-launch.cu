// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Raw pointers that leave for kernels: launches of every form, dispatch macros
// of every form, and what the kernels do with their pointers.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>
#include <torch/extension.h>

using at::Tensor;

//===- Kernels ------------------------------------------------------------===//

template <class T>
__global__ void addKernel(const T *a, const T *b, T *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = a[i] + b[i];
}
template <class T>
__global__ void scaleKernel(T *x, const T *scale, int n) {
  const T s = *scale;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    x[i] *= s;
}
template <class T> __device__ T loadAt(const T *p, int i) { return p[i]; }
template <class T> __device__ T loadFirst(const T *p) { return p[0]; }
template <class T> __global__ void viaHelperKernel(const T *in, T *out, int n) {
  out[threadIdx.x] = loadAt(in, threadIdx.x);
}
template <class T> __global__ void firstKernel(const T *in, T *out, int n) {
  out[threadIdx.x] = loadFirst(in);
}
template <class T>
__global__ void walkingKernel(const T *in, T *out, int n) {
  const T *p = in + threadIdx.x;
  for (int i = 0; i < n; ++i)
    out[i] = *p++;
}
template <class T>
__global__ void stridedKernel(const T *in, T *out, int n, int rows, int inner) {
  out[threadIdx.x] = in[blockIdx.x * rows + threadIdx.x * inner];
}

//===- One launch, several pointers ---------------------------------------===//

void several(Tensor a, Tensor b, Tensor out, cudaStream_t stream) {
  const int n = a.numel();
  addKernel<float><<<1, 256, 0, stream>>>(
      a.data_ptr<float>(), b.data_ptr<float>(), out.data_ptr<float>(), n);
}
// CHECK: launch.cu:[[@LINE-2]]:9: warning: 'a', 'b' and 'out' are accessed through raw pointers as if contiguous, but nothing in 'several' establishes it
// CHECK: launch.cu:[[@LINE-4]]:3: note: 'a' is passed to 'addKernel' here without its strides
void guarded(Tensor a, Tensor b) {
  TORCH_CHECK(a.is_contiguous() && b.is_contiguous());
  auto out = at::empty({a.numel()});
  addKernel<float><<<1, 256>>>(a.data_ptr<float>(), b.data_ptr<float>(),
                               out.data_ptr<float>(), a.numel());
}

//===- What the kernel does with it ---------------------------------------===//

// The scale is one element.
void scaled(Tensor x, Tensor scale) {
  TORCH_CHECK(x.is_contiguous());
  scaleKernel<float>
      <<<1, 256>>>(x.data_ptr<float>(), scale.data_ptr<float>(), x.numel());
}
void scaledTheOther(Tensor x, Tensor scale) {
  TORCH_CHECK(scale.is_contiguous());
  scaleKernel<float>
      <<<1, 256>>>(x.data_ptr<float>(), scale.data_ptr<float>(), x.numel());
}
// CHECK: launch.cu:[[@LINE-2]]:22: warning: 'x' is accessed{{.*}}'scaledTheOther'
void helped(Tensor x, int n) {
  auto out = at::empty({n});
  viaHelperKernel<float><<<1, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), n);
}
// CHECK: launch.cu:[[@LINE-2]]:40: warning: 'x' is accessed{{.*}}'helped'
void helpedToTheFirst(Tensor x, int n) {
  auto out = at::empty({n});
  firstKernel<float><<<1, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), n);
}
void walked(Tensor x, int n) {
  auto out = at::empty({n});
  walkingKernel<float><<<1, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), n);
}
// CHECK: launch.cu:[[@LINE-2]]:38: warning: 'x' is accessed{{.*}}'walked'
void strided(Tensor x, int n) {
  TORCH_CHECK(x.dim() == 2);
  auto out = at::empty({n});
  stridedKernel<float><<<1, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), n,
                                   x.stride(0), x.stride(1));
}

//===- Through a function of the same file --------------------------------===//

static void launchAdd(const float *a, const float *b, float *out, int n) {
  addKernel<float><<<1, 256>>>(a, b, out, n);
}
static void launchScale(float *x, const float *scale, int n) {
  scaleKernel<float><<<1, 256>>>(x, scale, n);
}
static float firstOf(const float *p) { return p ? p[0] : 0.0f; }
static bool isAligned(const void *p) { return ((uintptr_t)p & 15) == 0; }
static float sumOf(const float *p) { return p[0] + p[1] + p[2]; }
float unseen(const float *p);
float unseenOf(const float *p, int n);

void launched(Tensor a, Tensor b, int n) {
  auto out = at::empty({n});
  launchAdd(a.data_ptr<float>(), b.contiguous().data_ptr<float>(),
            out.data_ptr<float>(), n);
}
// CHECK: launch.cu:[[@LINE-3]]:15: warning: 'a' is accessed{{.*}}'launched'
void launchedScale(Tensor scale, int n) {
  auto x = at::empty({n});
  launchScale(x.data_ptr<float>(), scale.data_ptr<float>(), n);
}
float first(Tensor x) { return firstOf(x.data_ptr<float>()); }
bool alignment(Tensor x) { return isAligned(x.data_ptr()); }
float summed(Tensor x) { return sumOf(x.data_ptr<float>()); }
// CHECK: launch.cu:[[@LINE-1]]:41: warning: 'x' is accessed{{.*}}'summed'
// Without sizes an unseen function need not walk it: only possible.
float unseenWithoutSizes(Tensor x) { return unseen(x.data_ptr<float>()); }
float unseenWithSizes(Tensor x, int n) {
  return unseenOf(x.data_ptr<float>(), n);
}
// CHECK: launch.cu:[[@LINE-2]]:21: warning: 'x' is accessed{{.*}}'unseenWithSizes'

//===- Arguments in an array ----------------------------------------------===//

void byArray(Tensor x, int n) {
  auto out = at::empty({n});
  float *in = x.data_ptr<float>(), *to = out.data_ptr<float>();
  void *arguments[] = {&in, &to, &n};
  cudaLaunchKernel((const void *)walkingKernel<float>, 1, 256, arguments, 0, 0);
}
// CHECK: launch.cu:[[@LINE-4]]:17: warning: 'x' is accessed{{.*}}'byArray'
// CHECK: note: 'x' is passed to 'cudaLaunchKernel' here without its strides
void byArrayWithStrides(Tensor x, int n) {
  TORCH_CHECK(x.dim() == 2);
  auto out = at::empty({n});
  float *in = x.data_ptr<float>(), *to = out.data_ptr<float>();
  int rows = x.stride(0), inner = x.stride(1);
  void *arguments[] = {&in, &to, &n, &rows, &inner};
  cudaLaunchKernel((const void *)stridedKernel<float>, 1, 256, arguments, 0, 0);
}

void byConfiguration(Tensor x, int n) {
  auto out = at::empty({n});
  cudaLaunchConfig_t config = {1, 256, 0, 0};
  cudaLaunchKernelEx(&config, walkingKernel<float>, x.data_ptr<float>(), out.data_ptr<float>(), n);
}
// CHECK: launch.cu:[[@LINE-2]]:55: warning: 'x' is accessed{{.*}}'byConfiguration'

//===- Dispatch macros ----------------------------------------------------===//

#define AT_DISPATCH_CASE(type, ...)                                            \
  MOCK_DISPATCH_CASE(type, TypeOf<type>::Is, __VA_ARGS__)
template <at::ScalarType> struct TypeOf { using Is = float; };
template <> struct TypeOf<at::ScalarType::Double> { using Is = double; };
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                    \
  [&] {                                                                        \
    const auto &the_type = TYPE;                                               \
    at::ScalarType _st = the_type;                                             \
    switch (_st) { __VA_ARGS__ default : throw NAME; }                         \
  }()
#define DISPATCH_BLOCK(TYPE, NAME, ...)                                        \
  do {                                                                         \
    switch (TYPE) {                                                            \
    case at::ScalarType::Float: {                                              \
      using NAME = float;                                                      \
      __VA_ARGS__                                                              \
      break;                                                                   \
    }                                                                          \
    case at::ScalarType::Double: {                                             \
      using NAME = double;                                                     \
      __VA_ARGS__                                                              \
      break;                                                                   \
    }                                                                          \
    default:                                                                   \
      TORCH_CHECK(false, "type");                                              \
    }                                                                          \
  } while (0)
#define DISPATCH_LAMBDA(TYPE, ...)                                             \
  [&] {                                                                        \
    if (TYPE == at::ScalarType::Float) {                                       \
      using scalar_t = float;                                                  \
      __VA_ARGS__();                                                           \
    } else {                                                                   \
      using scalar_t = double;                                                 \
      __VA_ARGS__();                                                           \
    }                                                                          \
  }()
#define BOOL_SWITCH(CONDITION, NAME, ...)                                      \
  [&] {                                                                        \
    if (CONDITION) {                                                           \
      constexpr static bool NAME = true;                                       \
      return __VA_ARGS__();                                                    \
    } else {                                                                   \
      constexpr static bool NAME = false;                                      \
      return __VA_ARGS__();                                                    \
    }                                                                          \
  }()

void switched(Tensor x, Tensor y, int n) {
  TORCH_CHECK(y.is_contiguous());
  AT_DISPATCH_SWITCH(
      x.scalar_type(), "switched",
      AT_DISPATCH_CASE(at::ScalarType::Float, [&] {
        viaHelperKernel<scalar_t><<<1, 256>>>(x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), n);
      }) AT_DISPATCH_CASE(at::ScalarType::Double, [&] {
        viaHelperKernel<scalar_t><<<1, 256>>>(y.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), n);
      }));
}
// CHECK: launch.cu:[[@LINE-5]]:49: warning: 'x' is accessed{{.*}}'switched'
void inABlock(Tensor x, Tensor y, int n) {
  TORCH_CHECK(y.is_contiguous());
  DISPATCH_BLOCK(x.scalar_type(), T, {
    viaHelperKernel<T><<<1, 256>>>(x.data_ptr<T>(), y.data_ptr<T>(), n);
  });
}
// CHECK: launch.cu:[[@LINE-3]]:38: warning: 'x' is accessed{{.*}}'inABlock'
void inALambda(Tensor x, Tensor y, int n) {
  TORCH_CHECK(y.is_contiguous());
  DISPATCH_LAMBDA(x.scalar_type(), [&] {
    viaHelperKernel<scalar_t>
        <<<1, 256>>>(x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), n);
  });
}
// CHECK: launch.cu:[[@LINE-3]]:24: warning: 'x' is accessed{{.*}}'inALambda'
void guardedOutside(Tensor x, int n, bool fast) {
  TORCH_CHECK(x.is_contiguous());
  DISPATCH_LAMBDA(x.scalar_type(), [&] {
    BOOL_SWITCH(fast, IsFast, [&] {
      auto out = at::empty({n});
      if (IsFast)
        viaHelperKernel<scalar_t>
            <<<1, 256>>>(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), n);
      else
        walkingKernel<scalar_t>
            <<<1, 256>>>(x.data_ptr<scalar_t>(), out.data_ptr<scalar_t>(), n);
    });
  });
}
// One of several arguments is guarded inside.
void guardedInside(Tensor x, Tensor y, int n) {
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "guardedInside", [&] {
    TORCH_CHECK(x.is_contiguous());
    viaHelperKernel<scalar_t>
        <<<1, 256>>>(x.data_ptr<scalar_t>(), y.data_ptr<scalar_t>(), n);
  });
}
// CHECK: launch.cu:[[@LINE-3]]:48: warning: 'y' is accessed{{.*}}'guardedInside'

//===- Templates ----------------------------------------------------------===//

template <class T> void launcher(const Tensor &x, Tensor &out, int n) {
  viaHelperKernel<T><<<1, 256>>>(x.data_ptr<T>(), out.data_ptr<T>(), n);
}
// CHECK: launch.cu:[[@LINE-2]]:36: warning: 'x' is accessed{{.*}}'launcher'
// CHECK: note: called here by 'instantiates', which passes 'x' as it is
template <class T> void checkedLauncher(const Tensor &x, Tensor &out, int n) {
  viaHelperKernel<T><<<1, 256>>>(x.data_ptr<T>(), out.data_ptr<T>(), n);
}
void instantiates(Tensor x, int n) {
  auto out = at::empty({n});
  if (x.scalar_type() == at::kFloat)
    launcher<float>(x, out, n);
  else
    launcher<double>(x, out, n);
}
void instantiatesChecked(Tensor x, int n) {
  auto out = at::empty({n});
  TORCH_CHECK(x.is_contiguous());
  checkedLauncher<float>(x, out, n);
}

TORCH_LIBRARY(launches, m) {
  m.def("several", &several);
  m.def("guarded", &guarded);
  m.def("scaled", &scaled);
  m.def("scaledTheOther", &scaledTheOther);
  m.def("helped", &helped);
  m.def("helpedToTheFirst", &helpedToTheFirst);
  m.def("walked", &walked);
  m.def("strided", &strided);
  m.def("launched", &launched);
  m.def("launchedScale", &launchedScale);
  m.def("first", &first);
  m.def("alignment", &alignment);
  m.def("summed", &summed);
  m.def("unseenWithoutSizes", &unseenWithoutSizes);
  m.def("unseenWithSizes", &unseenWithSizes);
  m.def("byConfiguration", &byConfiguration);
  m.def("byArray", &byArray);
  m.def("byArrayWithStrides", &byArrayWithStrides);
  m.def("switched", &switched);
  m.def("inABlock", &inABlock);
  m.def("inALambda", &inALambda);
  m.def("guardedOutside", &guardedOutside);
  m.def("guardedInside", &guardedInside);
  m.def("instantiates", &instantiates);
  m.def("instantiatesChecked", &instantiatesChecked);
}
