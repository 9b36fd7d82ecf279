// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSOR_TIDY_DEMO_CUSTOM_OP_H
#define TENSOR_TIDY_DEMO_CUSTOM_OP_H

#include <ATen/core/Tensor.h>

namespace demo {

/// demo::scale_rows: row i of x [R, C] times scale[i]. Float only.
at::Tensor scale_rows(const at::Tensor &x, const at::Tensor &scale);

/// demo::flatten_tokens: tokens [B, N, C] -> [B, N * C].
at::Tensor flatten_tokens(const at::Tensor &tokens);

} // namespace demo

#endif
