// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// However many errors there are, the rest is analysed, templates as well; also
// under -Wfatal-errors and -ferror-limit.
//
// RUN: not %clang_tidy -checks='-*,tensor-*' %s -- -std=c++17 \
// RUN:   -isystem %inputs/torch-mock 2>&1 | FileCheck %s
// RUN: not %clang_tidy -checks='-*,tensor-*' %s -- -std=c++17 \
// RUN:   -isystem %inputs/torch-mock -Wfatal-errors -ferror-limit=2 2>&1 \
// RUN:   | FileCheck %s
// RUN: not %tensor_tidy check %s -- -std=c++17 -isystem %inputs/torch-mock \
// RUN:   -Wfatal-errors -ferror-limit=2 | FileCheck %s --check-prefixes=CHECK,CLI

#include <torch/torch.h>

void errors() {
  no_10(); no_11(); no_12(); no_13(); no_14(); no_15();
  no_16(); no_17(); no_18(); no_19(); no_20(); no_21();
  no_22(); no_23(); no_24(); no_25(); no_26(); no_27();
  no_28(); no_29(); no_30(); no_31(); no_32(); no_33();
  no_34(); no_35(); no_36(); no_37(); no_38(); no_39();
}

template <class T> at::Tensor instantiated(int64_t B, int64_t N) {
  return at::zeros({B, N}).t().view({-1});
}
template at::Tensor instantiated<int>(int64_t, int64_t);
// CHECK-DAG: many-errors.cpp:[[@LINE-3]]:32: warning: 'at::zeros({B, N}).t()' cannot be viewed
// CLI-DAG: many-errors.cpp: error: 10 more errors
