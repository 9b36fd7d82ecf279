// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/cuda-mock -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

// The checks that releases of libtorch have had, each with the twin that checks
// something else; launches and strides behind macros of projects.

#include <cuda_runtime.h>
#include <torch/extension.h>
#include <torch/library.h>

namespace detail {
void deprecated_AT_ASSERTM();
[[noreturn]] void torchInternalAssertFail(const char *func, const char *file,
                                          uint32_t line, const char *condition,
                                          const char *message);
} // namespace detail
namespace at {
struct Error {
  Error(const char *message);
};
} // namespace at
// As of libtorch 1.13, and AT_CHECK of 1.0.
#define TORCH_INTERNAL_ASSERT(cond, ...)                                       \
  if (__builtin_expect(static_cast<bool>(!(cond)), 0)) {                       \
    ::detail::torchInternalAssertFail(__func__, __FILE__, __LINE__, #cond, ""); \
  }
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(...)                                  \
  while (false)                                                                \
  TORCH_INTERNAL_ASSERT(__VA_ARGS__)
#define AT_ASSERT(...)                                                         \
  do {                                                                         \
    TORCH_INTERNAL_ASSERT(__VA_ARGS__);                                        \
  } while (false)
#define AT_ASSERTM(cond, ...)                                                  \
  do {                                                                         \
    ::detail::deprecated_AT_ASSERTM();                                         \
    TORCH_CHECK(cond, __VA_ARGS__);                                            \
  } while (false)
#define AT_CHECK(cond, ...)                                                    \
  if (!(cond)) {                                                               \
    throw ::at::Error(#cond);                                                  \
  }

__global__ void kernel(const float *p, int64_t n);
static void launch(const at::Tensor &x) {
  kernel<<<1, 1>>>(x.data_ptr<float>(), x.numel());
}

// Silent: checked.
void assertm(at::Tensor x) {
  AT_ASSERTM(x.is_contiguous(), "x must be contiguous");
  launch(x);
}
void assert_(at::Tensor x) {
  AT_ASSERT(x.is_contiguous());
  launch(x);
}
void check(at::Tensor x) {
  AT_CHECK(x.is_contiguous(), "x must be contiguous");
  launch(x);
}
void internal(at::Tensor x) {
  TORCH_INTERNAL_ASSERT(x.is_contiguous());
  launch(x);
}
// Silent: documented, for its callers to see to.
void debugOnly(at::Tensor x) {
  TORCH_INTERNAL_ASSERT_DEBUG_ONLY(x.is_contiguous());
  kernel<<<1, 1>>>(x.data_ptr<float>(), x.numel());
}

// Checked for something else.
void assertmCuda(at::Tensor x) {
  AT_ASSERTM(x.is_cuda(), "x must be on a GPU");
  kernel<<<1, 1>>>(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-macros.cu:[[@LINE-2]]:22: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'assertmCuda' establishes it
void assertOther(at::Tensor x, at::Tensor y) {
  AT_ASSERT(y.is_contiguous());
  kernel<<<1, 1>>>(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-macros.cu:[[@LINE-2]]:22: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'assertOther' establishes it
void checkNot(at::Tensor x) {
  AT_CHECK(x.is_contiguous() || x.dim() == 3, "");
  kernel<<<1, 1>>>(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-macros.cu:[[@LINE-2]]:22: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'checkNot' establishes it
void internalDefined(at::Tensor x) {
  TORCH_INTERNAL_ASSERT(x.defined());
  kernel<<<1, 1>>>(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-macros.cu:[[@LINE-2]]:22: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'internalDefined' establishes it
void debugOnlyDefined(at::Tensor x) {
  TORCH_INTERNAL_ASSERT_DEBUG_ONLY(x.defined());
  kernel<<<1, 1>>>(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-macros.cu:[[@LINE-2]]:22: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'debugOnlyDefined' establishes it

// A launch behind a macro that hands the kernel to a function, as FBGEMM has
// it.
template <typename Kernel, typename... Args>
void launchKernel(const char *name, const Kernel &kernel, dim3 grid, dim3 block,
                  Args &&...args) {
  kernel<<<grid, block>>>(static_cast<Args &&>(args)...);
}
#define FBGEMM_LAUNCH_KERNEL(KERNEL, GRID, BLOCK, ...)                         \
  ([&] {                                                                       \
    constexpr auto name = #KERNEL;                                             \
    return launchKernel(name, KERNEL, GRID, BLOCK, __VA_ARGS__);               \
  }())
void launched(at::Tensor x) {
  FBGEMM_LAUNCH_KERNEL(kernel, 1, 1, x.data_ptr<float>(), x.numel());
}
// CHECK: guard-macros.cu:[[@LINE-2]]:{{[0-9]+}}: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'launched' establishes it
void launchedChecked(at::Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  FBGEMM_LAUNCH_KERNEL(kernel, 1, 1, x.data_ptr<float>(), x.numel());
}

// Strides in a struct that a function fills, as at::cuda::detail::TensorInfo.
template <typename T> struct TensorInfo {
  T *data;
  int64_t sizes[25], strides[25];
  int dims;
};
template <typename T> TensorInfo<T> getTensorInfo(const at::Tensor &t);
template <typename T> struct FilledInfo {
  FilledInfo(T *data, int dims, const int64_t *sizes, const int64_t *strides);
};
__global__ void walk(TensorInfo<float> x);
__global__ void walkFilled(FilledInfo<float> x);
void info(at::Tensor x) { walk<<<1, 1>>>(getTensorInfo<float>(x)); }
void filled(at::Tensor x) {
  walkFilled<<<1, 1>>>({x.data_ptr<float>(), (int)x.dim(), x.sizes().data(),
                        x.strides().data()});
}
void filledInPart(at::Tensor x) {
  walkFilled<<<1, 1>>>({x.data_ptr<float>(), (int)x.dim(), x.sizes().data(),
                        nullptr});
}
// CHECK: guard-macros.cu:[[@LINE-3]]:27: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'filledInPart' establishes it

// Silent: an accessor behind a macro.
__global__ void access(at::TensorAccessor<float, 2> x);
// Where the macro takes the pointer, a note says so.
#define LAUNCH_OF(T, N)                                                        \
  {                                                                            \
    kernel<<<1, 1>>>(                                                          \
        (T).data_ptr<float>(),                                                 \
        N);                                                                    \
  }
void inMacro(at::Tensor inner) { LAUNCH_OF(inner, inner.numel()) }
// CHECK: guard-macros.cu:[[@LINE-1]]:{{.*}}: warning: 'inner' is accessed through a raw pointer
// CHECK: guard-macros.cu:[[@LINE-5]]:13: note: the macro takes the pointer of 'inner' here

#define MAKE_PTA(FUNC, T, N) ([&] { return (T).packed_accessor32<float, N>(); }())
void accessed(at::Tensor x) { access<<<1, 1>>>(MAKE_PTA("accessed", x, 2)); }

// A fragment registers, too; what it does not name it does not.
void registered(at::Tensor x) {
  kernel<<<1, 1>>>(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-macros.cu:[[@LINE-2]]:22: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'registered' establishes it
void notRegistered(at::Tensor x) {
  kernel<<<1, 1>>>(x.data_ptr<float>(), x.numel());
}

TORCH_LIBRARY_FRAGMENT(ext, m) {
  m.def("assertm", &assertm);
  m.def("assert_", &assert_);
  m.def("check", &check);
  m.def("internal", &internal);
  m.def("debugOnly", &debugOnly);
  m.def("assertmCuda", &assertmCuda);
  m.def("assertOther", &assertOther);
  m.def("checkNot", &checkNot);
  m.def("internalDefined", &internalDefined);
  m.def("debugOnlyDefined", &debugOnlyDefined);
  m.def("launched", &launched);
  m.def("launchedChecked", &launchedChecked);
  m.def("info", &info);
  m.def("filled", &filled);
  m.def("filledInPart", &filledInPart);
  m.def("accessed", &accessed);
  m.def("registered", &registered);
  m.def("inMacro", &inMacro);
}
