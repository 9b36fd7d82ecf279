// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the generated functions may use. AT marks the line of the operators in
// the expression behind it: `(AT x.view({-1}))`. For the checker it is nothing.

#ifndef TENSOR_ORACLE_FUNCTIONS_H
#define TENSOR_ORACLE_FUNCTIONS_H

#include <ATen/ATen.h>

#include <tuple>
#include <utility>
#include <vector>

#ifdef TENSOR_ORACLE_RUN
namespace oracle {
inline int line = 0;
} // namespace oracle
#define AT oracle::line = __LINE__,
#else
#define AT
#endif

struct Options {
  bool copy = false;
  bool swap = false;
  int mode = 0;
};

struct Pair {
  at::Tensor first, second;
  bool set = false;
};

/// Defined where the checker does not look.
extern bool global_flag;
void toggle_global();
void toggle(bool &flag);
bool coin();

#endif
