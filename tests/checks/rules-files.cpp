// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A wrong rules file is one error that says where.
//
// RUN: echo "rules: [" > %t.yaml
// RUN: %clang_tidy -checks='-*,tensor-hidden-copy' \
// RUN:   -config="{CheckOptions: {RulesFiles: '%t.yaml'}}" %s -- -std=c++17 \
// RUN:   -isystem %inputs/torch-mock 2>&1 | FileCheck %s

#include <torch/torch.h>

at::Tensor f(at::Tensor x) { return x; }
// CHECK: rules-files.cpp.tmp.yaml:{{[0-9]+}}:{{[0-9]+}}: error:
