// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A wrong rules file is one error that says where, whatever the number of
// checks.
//
// RUN: echo "rules: [" > %t.yaml
// RUN: not %clang_tidy -checks='-*,tensor-*' \
// RUN:   -config="{CheckOptions: {RulesFiles: '%t.yaml'}}" %s -- -std=c++17 \
// RUN:   -isystem %inputs/torch-mock 2>&1 | FileCheck %s \
// RUN:     --implicit-check-not=error:

#include <torch/torch.h>

at::Tensor f(at::Tensor x) { return x; }
// CHECK: rules-files.cpp:1:1: error: {{.*}}rules-files.cpp.tmp.yaml:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}} [tensor-
