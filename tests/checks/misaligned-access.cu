// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-misaligned-access' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/torch-mock -isystem %inputs/cuda-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:
// RUN: %clang_tidy -checks='-*,tensor-misaligned-access' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' %s -- \
// RUN:   -x cuda --cuda-host-only -nocudainc -nocudalib -std=c++17 \
// RUN:   -isystem %inputs/torch-mock -isystem %inputs/cuda-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefix=POSSIBLE

#include <ATen/ATen.h>
#include <cuda_runtime.h>
#include <stdint.h>

struct alignas(16) float4 {
  float x, y, z, w;
};

__global__ void wide(float4 *v) { v[threadIdx.x].x = 0; }
__global__ void narrow(float *v) { v[threadIdx.x] = 0; }
__global__ void castInside(float *p, int n) {
  float4 *v = reinterpret_cast<float4 *>(p) + 1;
  for (int i = 0; i < n; ++i)
    v[i] = float4();
}
__device__ void store(float4 *at) { *at = float4(); }
__global__ void inAHelper(float *p) { store((float4 *)p); }
__global__ void asked(float *p, int n) {
  if (reinterpret_cast<uintptr_t>(p) % 16 == 0)
    *reinterpret_cast<float4 *>(p) = float4();
}

void shifted() {
  auto x = at::empty({64});
  auto rest = x.narrow(0, 1, 60);
  castInside<<<1, 32>>>(rest.data_ptr<float>(), 15);
  // CHECK: misaligned-access.cu:[[@LINE-1]]:30: warning: the pointer of 'rest' is accessed in units aligned to 16 bytes, but its first element is element 1 of its storage, of 4 bytes each [tensor-misaligned-access]
  // CHECK: misaligned-access.cu:[[@LINE-2]]:{{[0-9]+}}: note: 'castInside' accesses it so
  // CHECK: misaligned-access.cu:[[@LINE-3]]:30: note: check that its address is a multiple of 16, or access it element by element; clone() gives an aligned copy
  inAHelper<<<1, 32>>>(rest.data_ptr<float>());
  // CHECK: misaligned-access.cu:[[@LINE-1]]:29: warning: the pointer of 'rest' is accessed in units aligned to 16 bytes
  wide<<<1, 32>>>(reinterpret_cast<float4 *>(rest.data_ptr<float>()));
  // CHECK: misaligned-access.cu:[[@LINE-1]]:51: warning: the pointer of 'rest' is accessed in units aligned to 16 bytes
}
float onTheHost() {
  auto rows = at::empty({8, 6})[1];
  auto *v = reinterpret_cast<float4 *>(rows.data_ptr<float>());
  // CHECK: misaligned-access.cu:[[@LINE-1]]:45: warning: the pointer of 'rows' is accessed in units aligned to 16 bytes, but its first element is element 6 of its storage
  return v[0].x;
}

// Possible: it may be a part of something.
void given(at::Tensor x) {
  TORCH_CHECK(x.is_contiguous());
  castInside<<<1, 32>>>(x.data_ptr<float>(), 16);
  // POSSIBLE: misaligned-access.cu:[[@LINE-1]]:27: warning: the pointer of 'x' is accessed in units aligned to 16 bytes, but nothing in 'given' establishes where it begins
}
void partly(int64_t from) {
  auto x = at::empty({64, 6}).narrow(0, from, 8);
  castInside<<<1, 32>>>(x.data_ptr<float>(), 12);
  // POSSIBLE: misaligned-access.cu:[[@LINE-1]]:27: warning: the pointer of 'x' is accessed in units aligned to 16 bytes
}

// Silent: from the beginning, from a multiple, a copy, element by element, or
// asked for.
void fine() {
  auto x = at::empty({64});
  castInside<<<1, 32>>>(x.data_ptr<float>(), 16);
  castInside<<<1, 32>>>(x.narrow(0, 4, 60).data_ptr<float>(), 15);
  auto rest = x.narrow(0, 1, 60);
  castInside<<<1, 32>>>(rest.clone().data_ptr<float>(), 15);
  narrow<<<1, 32>>>(rest.data_ptr<float>());
  asked<<<1, 32>>>(rest.data_ptr<float>(), 15);
}
void ofOthers(float *memory) {
  auto x = at::from_blob(memory, {64}).narrow(0, 1, 60);
  castInside<<<1, 32>>>(x.data_ptr<float>(), 15);
}
void askedHere() {
  auto rest = at::empty({64}).narrow(0, 1, 60);
  float *p = rest.data_ptr<float>();
  if (reinterpret_cast<uintptr_t>(p) % 16 == 0)
    castInside<<<1, 32>>>(p, 15);
}
// POSSIBLE-NOT: warning:
