// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the generated programs include, as the checker sees them.

#ifndef TENSOR_ORACLE_PROGRAM_H
#define TENSOR_ORACLE_PROGRAM_H

#include <ATen/ATen.h>
#include <torch/version.h>

#include <tuple>
#include <utility>
#include <vector>

/// Defined where the checker does not look.
extern bool global_flag;
void toggle(bool &flag);
bool coin();

struct Options {
  bool copy = false;
  bool swap = false;
};

#endif
