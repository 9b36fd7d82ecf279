// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Code under directives of OpenMP is code like any other.

// RUN: %clang_tidy -checks='-*,tensor-*,-tensor-discarded-result,-tensor-copy-in-loop' %s -- \
// RUN:   -std=c++17 -fopenmp -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/extension.h>

// Silent: made contiguous by a thread, or by each.
double inParallel(at::Tensor x) {
  at::Tensor y = x.t();
#pragma omp parallel
  { y = y.contiguous(); }
  return y.view({-1}).data_ptr<float>()[1];
}
void inParts(at::Tensor x, int64_t B, int64_t N) {
  at::Tensor a = at::zeros({B, N}).t(), b = a, c = a, d = a, e = a;
#pragma omp parallel sections
  {
#pragma omp section
    a = a.contiguous();
#pragma omp section
    b = b.contiguous();
  }
#pragma omp parallel
  {
#pragma omp single
    c = c.contiguous();
#pragma omp master
    d = d.contiguous();
#pragma omp task shared(e)
    e = e.contiguous();
#pragma omp taskwait
  }
  a.view({-1}), b.view({-1}), c.view({-1}), d.view({-1}), e.view({-1});
}

at::Tensor inLoop(int64_t B, int64_t N) {
  at::Tensor y = at::zeros({B, N}), z;
#pragma omp parallel for
  for (int64_t i = 0; i < B; ++i)
    z = y.t().view({-1});
  return z;
}
// CHECK: openmp.cpp:[[@LINE-3]]:15: warning: 'y.t()' cannot be viewed as [B*N]

template <class T> at::Tensor inTemplate(T, int64_t B, int64_t N) {
  at::Tensor z;
#pragma omp parallel for collapse(2)
  for (int64_t i = 0; i < B; ++i)
    for (int64_t j = 0; j < B; ++j)
#pragma omp critical
      z = at::zeros({B, N}).t().view({-1});
  return z;
}
// CHECK: openmp.cpp:[[@LINE-3]]:33: warning: {{.*}} cannot be viewed as [B*N]

// What the last thread found is what the next one begins with.
at::Tensor turnedByEach(int64_t B, int64_t N) {
  at::Tensor y = at::zeros({B, N});
#pragma omp parallel
  {
#pragma omp critical
    y = y.t();
  }
  return y.reshape({-1});
}
// CHECK: openmp.cpp:[[@LINE-2]]:12: warning: reshape copies 'y' on some paths

// A private copy: the variable itself stays as it was.
at::Tensor privateCopies(int64_t B, int64_t N, bool a) {
  at::Tensor x = at::zeros({B, N}).t(), y = x, z = at::zeros({B, N});
#pragma omp parallel private(x) firstprivate(y)
  {
    x = at::zeros({B, N});
    y = y.contiguous();
    x.view({-1}), y.view({-1});
  }
#pragma omp parallel for private(z)
  for (int64_t i = 0; i < B; ++i)
    z = at::zeros({B, N}).t();
  z.view({-1}); // silent
  return a ? x.view({-1}) : y.view({-1});
}
// CHECK: openmp.cpp:[[@LINE-2]]:16: warning: 'x' cannot be viewed as [B*N]
// CHECK: openmp.cpp:[[@LINE-3]]:31: warning: 'y' cannot be viewed as [B*N]

at::Tensor firstPrivate(int64_t B, int64_t N) {
  at::Tensor y = at::zeros({B, N}).t(), z;
#pragma omp parallel firstprivate(y)
  {
    z = y.view({-1});
    y = at::zeros({B, N});
  }
  return z;
}
// CHECK: openmp.cpp:[[@LINE-5]]:11: warning: 'y' cannot be viewed as [B*N]

// A task that says nothing has a copy of what is local to its thread.
at::Tensor ofTask(int64_t B, int64_t N) {
  at::Tensor y = at::zeros({B, N}).t();
#pragma omp task
  y = y.contiguous();
#pragma omp taskwait
  return y.view({-1});
}
// CHECK: openmp.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [B*N]

at::Tensor lastPrivate(int64_t B, int64_t N) {
  at::Tensor y = at::zeros({N, B}).t(), z = at::zeros({B, N});
#pragma omp parallel for lastprivate(y, z)
  for (int64_t i = 0; i < B; ++i) {
    y = at::zeros({N, B}).t();
    z = z.contiguous();
  }
  z.view({-1}); // silent
  return y.view({-1});
}
// CHECK: openmp.cpp:[[@LINE-2]]:12: warning: 'y' cannot be viewed as [N*B]

// Silent: of what a reduction leaves nothing is known.
int64_t addUp(const at::Tensor &x, int64_t N) {
  int64_t n = 0;
  at::Tensor y = at::zeros({N, N}).t();
#pragma omp declare reduction(plus : at::Tensor : omp_out = omp_in)            \
    initializer(omp_priv = at::Tensor())
#pragma omp parallel for reduction(+ : n) reduction(plus : y)
  for (int64_t i = 0; i < N; ++i) {
    n += 1;
    y = at::zeros({N, N}).t();
  }
  y.view({-1});
  return n;
}

// A field of the object.
struct Holder {
  at::Tensor held;
  void hold(int64_t B, int64_t N) {
    held = at::zeros({B, N}).t();
#pragma omp parallel firstprivate(held)
    { held = held.contiguous(); }
    held.view({-1});
  }
};
// CHECK: openmp.cpp:[[@LINE-3]]:10: warning: 'held' cannot be viewed as [B*N]

// Directives that stand alone, and expressions of theirs.
void alone(at::Tensor x) {
#pragma omp parallel if (x.is_contiguous()) num_threads(x.dim())
  {
#pragma omp barrier
#pragma omp flush
  }
  int n = 0;
#pragma omp atomic
  n += 1;
}

// A loop that a helper divides among threads reads the elements all the same.
static void fill(const float *from, float *to, int64_t n) {
#pragma omp parallel for simd
  for (int64_t i = 0; i < n; ++i)
    to[i] = from[i];
}
at::Tensor filled(at::Tensor x) {
  at::Tensor y = at::empty({x.numel()});
  fill(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
  return y;
}
// CHECK: openmp.cpp:[[@LINE-3]]:10: warning: 'x' is accessed through a raw pointer as if contiguous

// The library's own way of it.
at::Tensor byLibrary(at::Tensor x, int64_t B, int64_t N) {
  at::Tensor y = at::zeros({B, N}).t(), z = y;
  at::parallel_for(0, B, 1, [&](int64_t begin, int64_t end) {
    z = y.view({-1});
  });
  return z;
}
// CHECK: openmp.cpp:[[@LINE-4]]:11: warning: 'y' cannot be viewed as [B*N]

PYBIND11_MODULE(ext, m) { m.def("filled", &filled); }
