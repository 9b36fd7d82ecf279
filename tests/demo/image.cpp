// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "image.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/from_blob.h>

namespace demo {

at::Tensor embed(std::vector<Frame> &frames, const at::Tensor &filters) {
  const int64_t patch = filters.size(2);
  std::vector<at::Tensor> tokens;
  for (Frame &frame : frames) {
    const at::Tensor pixels = at::from_blob(
        frame.pixels.data(), {1, frame.height, frame.width, 3}, at::kFloat);
    const at::Tensor image = pixels.permute({0, 3, 1, 2});
    const at::Tensor features = at::conv2d(image, filters, {}, patch);
    tokens.push_back(features.flatten(2).transpose(1, 2));
  }
  return at::cat(tokens);
}

} // namespace demo
