// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What MinConfidence lets through, and that a wrong value is an error.
//
// RUN: %clang_tidy -checks='-*,tensor-*' %s -- -std=c++17 \
// RUN:   -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --allow-empty
// RUN: %clang_tidy -checks='-*,tensor-*' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' %s -- -std=c++17 \
// RUN:   -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefix=POSSIBLE
// RUN: not %clang_tidy -checks='-*,tensor-hidden-copy' \
// RUN:   -config='{CheckOptions: {MinConfidence: sure}}' %s -- -std=c++17 \
// RUN:   -isystem %inputs/torch-mock 2>&1 | FileCheck %s --check-prefix=WRONG

#include <torch/torch.h>

void launch(const float *data);
void undecided(at::Tensor x) { launch(x.data_ptr<float>()); }
// POSSIBLE: min-confidence.cpp:[[@LINE-1]]:41: warning: 'x' is accessed through a raw pointer
// WRONG: min-confidence.cpp:1:1: error: option 'MinConfidence' is 'sure'; use 'possible', 'likely' or 'proven' [tensor-hidden-copy]
