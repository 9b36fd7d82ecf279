// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A small vision transformer on frames from a camera. Prints checksums of its
// results, with --maps also of the attention maps, with --export of the values.

#include "attention.h"
#include "custom_op.h"
#include "image.h"

#include <ATen/Parallel.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/einsum.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/linear.h>
#include <c10/core/InferenceMode.h>

#include <cmath>
#include <cstdio>
#include <string>

namespace {

constexpr int64_t channels = 64, patch = 8, side = 64, classes = 10;

/// Weights that need no random numbers.
at::Tensor weights(at::IntArrayRef sizes, float phase) {
  at::Tensor result = at::empty(sizes, at::kFloat);
  float *values = result.data_ptr<float>();
  for (int64_t i = 0; i < result.numel(); ++i)
    values[i] = 0.1f * std::sin(float(i) + phase);
  return result;
}

std::vector<demo::Frame> read_frames(size_t count) {
  std::vector<demo::Frame> frames;
  for (size_t i = 0; i < count; ++i) {
    demo::Frame frame{side, side, std::vector<float>(side * side * 3)};
    for (size_t j = 0; j < frame.pixels.size(); ++j)
      frame.pixels[j] = float((j * 31 + i * 17) % 256) / 255;
    frames.push_back(std::move(frame));
  }
  return frames;
}

void print(const char *name, const at::Tensor &values) {
  std::printf("%s %.3f\n", name, values.abs().sum().item<double>());
}

/// What the classifier says of each patch, scaled to one frame's maximum.
at::Tensor classify(const at::Tensor &encoded, const at::Tensor &head,
                    const at::Tensor &bias) {
  const at::Tensor normed = at::layer_norm(encoded, {encoded.size(2)});
  const at::Tensor scores = at::linear(normed.slice(1, 1), head, bias);
  const at::Tensor flat = demo::flatten_tokens(scores);
  return demo::scale_rows(flat, flat.abs().amax(1).reciprocal());
}

/// How the channels vary together over all patches: [C, C].
at::Tensor covariance(const at::Tensor &encoded) {
  const at::Tensor patches = encoded.slice(1, 1);
  return at::einsum("bnc,bnd->cd", {patches, patches});
}

} // namespace

int main(int argc, char **argv) {
  const c10::InferenceMode inference;
  at::set_num_threads(1);
  const std::string mode = argc > 1 ? argv[1] : "";

  const demo::AttentionWeights attention{
      4, weights({3 * channels, channels}, 1), weights({3 * channels}, 2),
      weights({channels, channels}, 3), weights({channels}, 4)};
  const at::Tensor filters = weights({channels, 3, patch, patch}, 5);
  const at::Tensor class_token = weights({1, 1, channels}, 6);
  const at::Tensor head = weights({classes, channels}, 7);
  const at::Tensor head_bias = weights({classes}, 8);

  std::vector<demo::Frame> frames = read_frames(8);
  const at::Tensor patches = demo::embed(frames, filters);
  const at::Tensor tokens =
      at::cat({class_token.expand({patches.size(0), 1, channels}), patches}, 1);
  const at::Tensor encoded = demo::attention(tokens, attention);

  print("checksum of scores", classify(encoded, head, head_bias));
  print("checksum of covariance", covariance(encoded));
  if (mode == "--maps")
    print("checksum of maps", demo::attention_maps(tokens, attention));
  if (mode == "--export")
    print("checksum of values", demo::export_values(tokens, attention));
}
