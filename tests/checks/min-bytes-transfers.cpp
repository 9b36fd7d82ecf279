// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The option that leaves out what is about few bytes, for transfers, redundant
// copies and memory that is kept. Waiting costs the same for four bytes.

// RUN: %clang_tidy -checks='-*,tensor-redundant-copy,tensor-blocking-transfer,tensor-storage-retention' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SMALL --implicit-check-not=warning:
// RUN: %clang_tidy -checks='-*,tensor-redundant-copy,tensor-blocking-transfer,tensor-storage-retention' \
// RUN:   -config='{CheckOptions: {MinBytes: 4097}}' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK --implicit-check-not=warning:

#include <ATen/ATen.h>

void use(const at::Tensor &);

void copies(int64_t n) {
  use(at::zeros({64, 16}, at::kFloat).clone());
  // SMALL: min-bytes-transfers.cpp:[[@LINE-1]]:39: warning: clone copies what zeros has just made
  use(at::zeros({64, 17}, at::kFloat).clone());
  // CHECK: min-bytes-transfers.cpp:[[@LINE-1]]:39: warning: clone copies what zeros has just made
  use(at::zeros({n, 16}, at::kFloat).clone());
  // CHECK: min-bytes-transfers.cpp:[[@LINE-1]]:38: warning: clone copies what zeros has just made
}

struct Net {
  void forward(int64_t n) {
    use(at::zeros({64, 16}, at::kFloat).to(at::kCUDA));
    // SMALL: min-bytes-transfers.cpp:[[@LINE-1]]:41: warning: zeros makes a tensor on the CPU, which to then moves
    use(at::zeros({64, 17}, at::kFloat).to(at::kCUDA));
    // CHECK: min-bytes-transfers.cpp:[[@LINE-1]]:41: warning: zeros makes a tensor on the CPU, which to then moves
    use(at::zeros({n, 16}, at::kFloat).to(at::kCUDA));
    // CHECK: min-bytes-transfers.cpp:[[@LINE-1]]:40: warning: zeros makes a tensor on the CPU, which to then moves
  }
};

at::Tensor small() { return at::zeros({64, 16}, at::kFloat)[0]; }
// SMALL: min-bytes-transfers.cpp:[[@LINE-1]]:22: warning: '{{.*}}' keeps all that zeros made alive
at::Tensor large() { return at::zeros({64, 17}, at::kFloat)[0]; }
// CHECK: min-bytes-transfers.cpp:[[@LINE-1]]:22: warning: '{{.*}}' keeps all that zeros made alive

float waits(const at::Tensor &x, int64_t n) {
  float total = 0;
  auto d = x.cuda();
  for (int64_t i = 0; i < n; ++i)
    total += d[i].item<float>();
  // CHECK: min-bytes-transfers.cpp:[[@LINE-1]]:19: warning: item reads 'd[i]' by itself in every iteration and waits for it
  return total;
}
