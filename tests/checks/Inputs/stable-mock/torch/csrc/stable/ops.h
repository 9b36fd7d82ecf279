// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef STABLE_MOCK_OPS_H
#define STABLE_MOCK_OPS_H

#include "torch/csrc/stable/tensor.h"

namespace torch {
namespace stable {
Tensor clone(const Tensor &self);
Tensor contiguous(const Tensor &self,
                  headeronly::MemoryFormat memory_format =
                      headeronly::MemoryFormat::Contiguous);
Tensor empty_like(const Tensor &self);
Tensor new_empty(const Tensor &self, headeronly::IntHeaderOnlyArrayRef size,
                 std::optional<headeronly::ScalarType> dtype = std::nullopt);
Tensor reshape(const Tensor &self, headeronly::IntHeaderOnlyArrayRef shape);
Tensor transpose(const Tensor &self, int64_t dim0, int64_t dim1);
Tensor view(const Tensor &self, headeronly::IntHeaderOnlyArrayRef size);
} // namespace stable
} // namespace torch

#endif
