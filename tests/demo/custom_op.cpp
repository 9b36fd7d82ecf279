// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "custom_op.h"

#include <ATen/ops/empty.h>
#include <torch/library.h>

namespace demo {

at::Tensor scale_rows(const at::Tensor &x, const at::Tensor &scale) {
  TORCH_CHECK(x.dim() == 2, "scale_rows: x has ", x.dim(), " dimensions");
  TORCH_CHECK(scale.numel() == x.size(0), "scale_rows: one factor per row");
  const int64_t rows = x.size(0), columns = x.size(1);
  at::Tensor result = at::empty({rows, columns}, x.options());
  const float *source = x.data_ptr<float>();
  const float *factor = scale.data_ptr<float>();
  float *destination = result.data_ptr<float>();
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      destination[row * columns + column] =
          source[row * columns + column] * factor[row];
  return result;
}

at::Tensor flatten_tokens(const at::Tensor &tokens) {
  TORCH_CHECK(tokens.dim() == 3, "flatten_tokens: tokens has ", tokens.dim(),
              " dimensions");
  return tokens.reshape({tokens.size(0), -1});
}

} // namespace demo

TORCH_LIBRARY(demo, library) {
  library.def("scale_rows", &demo::scale_rows);
  library.def("flatten_tokens", &demo::flatten_tokens);
}
