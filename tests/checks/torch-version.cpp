// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The rules are those of the libtorch whose headers a file includes, here of
// 1.13, 2.15, and one that does not say. From 2.0 on, the gradient of 'w'
// decides whether matmul folds 'x', and with it copies it. Without a version,
// only what is so in all of them is found.
//
// RUN: %clang_tidy -checks='-*,tensor-hidden-copy' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=ALL,OLD --implicit-check-not=warning:
//
// RUN: rm -rf %t && mkdir %t && cp -r %inputs/torch-mock %t/new
// RUN: mkdir -p %t/new/torch/headeronly
// RUN: echo "#define TORCH_VERSION_MAJOR 2" > %t/new/torch/headeronly/version.h
// RUN: echo "#define TORCH_VERSION_MINOR 15" >> %t/new/torch/headeronly/version.h
// RUN: %clang_tidy -checks='-*,tensor-hidden-copy' %s -- \
// RUN:   -std=c++17 -isystem %t/new 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=ALL --implicit-check-not=warning:
//
// RUN: cp -r %inputs/torch-mock %t/none
// RUN: rm %t/none/torch/csrc/api/include/torch/version.h
// RUN: %clang_tidy -checks='-*,tensor-hidden-copy' %s -- \
// RUN:   -std=c++17 -isystem %t/none 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=ALL --implicit-check-not=warning:

#include <ATen/ATen.h>

at::Tensor projected(int64_t B, int64_t N, int64_t C) {
  auto x = at::zeros({B, N, C}).transpose(0, 1);
  auto w = at::zeros({C, C});
  return x.matmul(w);
}
// OLD: torch-version.cpp:[[@LINE-2]]:12: warning: matmul copies 'x'

at::Tensor flat(int64_t B, int64_t N, int64_t C) {
  auto x = at::zeros({B, N, C}).transpose(0, 1);
  return x.reshape({N * B, C});
}
// ALL: torch-version.cpp:[[@LINE-2]]:12: warning: reshape copies 'x'
