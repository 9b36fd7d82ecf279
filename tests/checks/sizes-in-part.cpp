// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lists of sizes of which one is read from memory: the layout is known all the
// same.

// RUN: %clang_tidy -checks='-*,tensor-hidden-copy' %s \
// RUN:   -config="{CheckOptions: {MinConfidence: possible}}" -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>

// BLAS takes the transpose of a row-major matrix as it is.
at::Tensor product(const int *counts, at::Tensor f) {
  at::Tensor b = at::zeros({counts[0], f.size(1)});
  return at::mm(b.transpose(0, 1), at::zeros({counts[0], 3}));
}

at::Tensor merged(const int *counts, at::Tensor f) {
  at::Tensor b = at::zeros({counts[0], f.size(1)});
  return b.transpose(0, 1).reshape({-1});
}
// CHECK: sizes-in-part.cpp:[[@LINE-2]]:28: warning: reshape copies 'b.transpose(0, 1)'
