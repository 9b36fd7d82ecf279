// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions that are called through tables of functions, one for each device:
// a call of the table is one of each function that is put into it.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:
// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefix=POSSIBLE

#include <torch/extension.h>

using at::Tensor;

void walk(const float *x, int64_t n);

// A registry with a function as its key.
template <typename F, F f> class DeviceRegistry;
template <typename Ret, typename... Args, Ret (*f)(Args...)>
class DeviceRegistry<Ret (*)(Args...), f> {
public:
  using Function = Ret (*)(Args...);
  void Register(int device, Function function) { functions[device] = function; }
  Function Find(int device) const { return functions[device]; }
  static DeviceRegistry &instance();

private:
  Function functions[4];
};
template <typename R, typename... Args>
auto Dispatch(const R &registry, const char *name, Args &&...args) {
  return registry.Find(0)(std::forward<Args>(args)...);
}
#define REGISTRY(key) DeviceRegistry<decltype(&(key)), key>::instance()
#define REGISTER(key, device, value)                                           \
  struct key##_##value##_registerer {                                          \
    key##_##value##_registerer() { REGISTRY(key).Register(device, value); }    \
  };                                                                           \
  static key##_##value##_registerer _##key##_##value;

void open_impl(Tensor x) { Dispatch(REGISTRY(open_impl), "open_impl", x); }
void closed_impl(Tensor x) { Dispatch(REGISTRY(closed_impl), "closed_impl", x); }
void open_cuda(Tensor x) {
  walk(x.data_ptr<float>(), x.numel());
  // CHECK: registries.cpp:[[@LINE-1]]:10: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'open_cuda' establishes it
  // CHECK: note: called here by 'open', which passes 'x' as it is
  // CHECK: registries.cpp:[[@LINE-6]]:{{[0-9]+}}: note: called here by 'open_impl', which passes 'x' as it is
}
void closed_cuda(Tensor x) { walk(x.data_ptr<float>(), x.numel()); }
REGISTER(open_impl, 1, open_cuda);
REGISTER(closed_impl, 1, closed_cuda);
void open(Tensor x) { open_impl(x); }
void closed(Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  closed_impl(x);
}

// A stub with the type of its functions.
template <typename F, typename T> struct DispatchStub {
  template <typename... Args> void operator()(int device, Args &&...args) {
    (*choose(device))(std::forward<Args>(args)...);
  }
  F choose(int device);
  static F DEFAULT;
};
template <typename T> struct RegisterCUDADispatch {
  template <typename F> RegisterCUDADispatch(T &stub, F function);
};
using Walk = void (*)(const Tensor &, int64_t);
struct open_stub : DispatchStub<Walk, open_stub> {} open_stub;
struct closed_stub : DispatchStub<Walk, closed_stub> {} closed_stub;

static void open_kernel(const Tensor &x, int64_t n) {
  walk(x.data_ptr<float>(), n);
  // CHECK: registries.cpp:[[@LINE-1]]:10: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'open_kernel' establishes it
}
static void default_kernel(const Tensor &x, int64_t n) {
  walk(x.data_ptr<float>(), n);
  // CHECK: registries.cpp:[[@LINE-1]]:10: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'default_kernel' establishes it
}
static void closed_kernel(const Tensor &x, int64_t n) { walk(x.data_ptr<float>(), n); }
static RegisterCUDADispatch<struct open_stub> one(open_stub, open_kernel);
template <> Walk DispatchStub<Walk, struct open_stub>::DEFAULT = &default_kernel;
static RegisterCUDADispatch<struct closed_stub> two(closed_stub, closed_kernel);
void openStub(const Tensor &x) { open_stub(1, x, x.numel()); }
void closedStub(const Tensor &x) { closed_stub(1, x.contiguous(), x.numel()); }

// Possible: who calls what a standard container holds is not known.
void kept(const Tensor &x) {
  walk(x.data_ptr<float>(), x.numel());
  // POSSIBLE: registries.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'kept' establishes it
}
std::vector<void (*)(const Tensor &)> functions = {kept};

PYBIND11_MODULE(ext, m) {
  m.def("open", &open);
  m.def("closed", &closed);
  m.def("open_stub", &openStub);
  m.def("closed_stub", &closedStub);
}
