// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSOR_TIDY_DEMO_IMAGE_H
#define TENSOR_TIDY_DEMO_IMAGE_H

#include <ATen/core/Tensor.h>

#include <vector>

namespace demo {

/// A frame as a camera delivers it: height x width x 3, interleaved.
struct Frame {
  int64_t height;
  int64_t width;
  std::vector<float> pixels;
};

/// Cuts each frame into patches and embeds them: filters [C, 3, P, P] ->
/// tokens [frames, patches, C]. All frames must have one size.
at::Tensor embed(std::vector<Frame> &frames, const at::Tensor &filters);

} // namespace demo

#endif
