// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operator for Python. "// COPIES n op": what program.py makes this line
// copy.

#include <ATen/ATen.h>
#include <torch/library.h>

#include <vector>

namespace {

/// [B, H, N, D] to [B, N, H * D]: the layout asks for a copy.
at::Tensor merge_heads(const at::Tensor &heads) {
  const at::Tensor swapped = heads.transpose(1, 2);
  const std::vector<int64_t> merged = {heads.size(0), heads.size(2), -1};
  return swapped.reshape(merged); // COPIES 7 reshape
}

/// The products read a transposed operand as it is; the copy is not needed.
at::Tensor scores(const at::Tensor &q, const at::Tensor &k) {
  const at::Tensor keys = k.transpose(-2, -1);
  const at::Tensor dense = keys.contiguous(); // COPIES 3 contiguous
  return q.matmul(dense);
}

} // namespace

TORCH_LIBRARY(tensor_tidy_test, library) {
  library.def("merge_heads(Tensor heads) -> Tensor", merge_heads);
  library.def("scores(Tensor q, Tensor k) -> Tensor", scores);
}
