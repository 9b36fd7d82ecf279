// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "attention.h"

#include <ATen/ops/linear.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/softmax.h>

#include <cmath>
#include <vector>

namespace demo {

/// Projects the tokens to queries, keys and values, each [B, heads, N, D].
static std::vector<at::Tensor> project(const at::Tensor &tokens,
                                       const AttentionWeights &w) {
  const int64_t B = tokens.size(0), N = tokens.size(1), C = tokens.size(2);
  at::Tensor qkv = at::linear(tokens, w.qkv, w.qkv_bias);
  qkv = qkv.reshape({B, N, 3, w.heads, C / w.heads});
  return qkv.permute({2, 0, 3, 1, 4}).unbind(0);
}

static at::Tensor attend(const at::Tensor &q, const at::Tensor &k) {
  const double scale = 1 / std::sqrt(double(q.size(3)));
  const at::Tensor scores = at::matmul(q, k.transpose(-2, -1));
  return at::softmax(scores.mul(scale), -1);
}

at::Tensor attention(const at::Tensor &tokens, const AttentionWeights &w) {
  const int64_t B = tokens.size(0), N = tokens.size(1), C = tokens.size(2);
  const std::vector<at::Tensor> qkv = project(tokens, w);
  const at::Tensor &q = qkv[0], &k = qkv[1], &v = qkv[2];

  const at::Tensor weights = attend(q, k);
  const at::Tensor out = at::matmul(weights, v);
  const at::Tensor merged = out.transpose(1, 2).reshape({B, N, C});
  return at::linear(merged, w.proj, w.proj_bias);
}

at::Tensor attention_maps(const at::Tensor &tokens, const AttentionWeights &w) {
  const std::vector<at::Tensor> qkv = project(tokens, w);
  const at::Tensor weights = attend(qkv[0], qkv[1]);
  return weights.transpose(0, 1).reshape({w.heads, -1});
}

at::Tensor export_values(const at::Tensor &tokens, const AttentionWeights &w) {
  const int64_t B = tokens.size(0), N = tokens.size(1), C = tokens.size(2);
  const at::Tensor v = project(tokens, w)[2].contiguous();
  return v.transpose(1, 2).view({B * N, C});
}

} // namespace demo
