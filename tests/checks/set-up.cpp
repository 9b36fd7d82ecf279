// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What runs once, when the program or a module starts, is only possible.

// RUN: %clang_tidy -checks='-*,tensor-hidden-copy,tensor-redundant-copy' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: %clang_tidy -checks='-*,tensor-hidden-copy,tensor-redundant-copy' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefix=POSSIBLE

#include <torch/torch.h>

void use(const at::Tensor &);

struct Base : torch::nn::Module {};
struct Net : Base {
  at::Tensor table;
  Net(int64_t n) {
    table = at::zeros({n, 4}).t().reshape({-1});
    // POSSIBLE: :[[@LINE-1]]:35: warning: reshape copies '{{.*}}'
    table = at::zeros({n, 4}).clone();
    // POSSIBLE: :[[@LINE-1]]:31: warning: clone copies what zeros has just made
    use(at::zeros({8192, 8192}, at::kFloat).t().reshape({-1}));
    // CHECK: set-up.cpp:[[@LINE-1]]:49: warning: reshape copies '{{.*}}' (about 268435456 bytes)
    for (int64_t i = 0; i < n; ++i)
      use(at::zeros({n, 4}).t().reshape({-1}));
    // CHECK: set-up.cpp:[[@LINE-1]]:33: warning: reshape copies
  }
  at::Tensor forward(int64_t n) { return at::zeros({n, 4}).t().reshape({-1}); }
  // CHECK: set-up.cpp:[[@LINE-1]]:64: warning: reshape copies
};

// An object that is no module may be made for each batch.
struct Batch {
  at::Tensor flat;
  Batch(int64_t n) : flat(at::zeros({n, 4}).t().reshape({-1})) {}
  // CHECK: set-up.cpp:[[@LINE-1]]:49: warning: reshape copies
};

int main(int count, char **) {
  use(at::zeros({count, 4}).t().reshape({-1}));
  // POSSIBLE: :[[@LINE-1]]:33: warning: reshape copies
}
