// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSOR_TIDY_DEMO_ATTENTION_H
#define TENSOR_TIDY_DEMO_ATTENTION_H

#include <ATen/core/Tensor.h>

namespace demo {

struct AttentionWeights {
  int64_t heads;
  at::Tensor qkv;       ///< [3 * C, C]
  at::Tensor qkv_bias;  ///< [3 * C]
  at::Tensor proj;      ///< [C, C]
  at::Tensor proj_bias; ///< [C]
};

/// Multi-head self-attention: tokens [B, N, C] -> [B, N, C].
at::Tensor attention(const at::Tensor &tokens, const AttentionWeights &w);

/// How much each token attends to each other in every head, for debugging:
/// tokens [B, N, C] -> [heads, B * N * N].
at::Tensor attention_maps(const at::Tensor &tokens, const AttentionWeights &w);

/// The values as another runtime wants them: tokens [B, N, C] -> [B * N, C].
at::Tensor export_values(const at::Tensor &tokens, const AttentionWeights &w);

} // namespace demo

#endif
