// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TORCH_MOCK_FUNCTIONS_H
#define TORCH_MOCK_FUNCTIONS_H

#include "ATen/core/TensorBody.h"

#include <ostream>

namespace at {

Tensor &add_out(Tensor &out, const Tensor &self, const Tensor &other,
                const Scalar &alpha = 1);
Tensor cat(const std::vector<Tensor> &tensors, int64_t dim = 0);
Tensor conv2d(const Tensor &input, const Tensor &weight,
              const c10::optional<Tensor> &bias = {}, IntArrayRef stride = {},
              IntArrayRef padding = {}, IntArrayRef dilation = {},
              int64_t groups = 1);
Tensor einsum(const char *equation, const std::vector<Tensor> &tensors);
Tensor empty(IntArrayRef size, TensorOptions options = {},
             c10::optional<MemoryFormat> memory_format = c10::nullopt);
Tensor empty_like(const Tensor &self, TensorOptions options = {},
                  c10::optional<MemoryFormat> memory_format = c10::nullopt);
Tensor &cat_out(Tensor &out, const std::vector<Tensor> &tensors,
                int64_t dim = 0);
Tensor from_blob(void *data, IntArrayRef sizes, IntArrayRef strides,
                 const TensorOptions &options = {});
Tensor from_blob(void *data, IntArrayRef sizes,
                 const TensorOptions &options = {});
Tensor &index_select_out(Tensor &out, const Tensor &self, int64_t dim,
                         const Tensor &index);
Tensor matmul(const Tensor &self, const Tensor &other);
std::tuple<Tensor, Tensor> max(const Tensor &self, int64_t dim,
                               bool keepdim = false);
Tensor mm(const Tensor &self, const Tensor &mat2);
Tensor &mm_out(Tensor &out, const Tensor &self, const Tensor &mat2);
Tensor stack(const std::vector<Tensor> &tensors, int64_t dim = 0);
Tensor transpose(const Tensor &self, int64_t dim0, int64_t dim1);
Tensor arange(const Scalar &end, TensorOptions options = {});
Tensor ones(IntArrayRef size, TensorOptions options = {});
Tensor rand(IntArrayRef size, TensorOptions options = {});
Tensor randint(int64_t high, IntArrayRef size, TensorOptions options = {});
Tensor zeros(IntArrayRef size, TensorOptions options = {});
Tensor zeros_like(const Tensor &self, TensorOptions options = {},
                  c10::optional<MemoryFormat> memory_format = c10::nullopt);

std::vector<Tensor> where(const Tensor &condition);
Tensor where(const Tensor &condition, const Tensor &self, const Tensor &other);
Tensor tensor(ArrayRef<double> values, const TensorOptions &options = {});
template <typename T>
Tensor tensor(const std::vector<T> &values, const TensorOptions &options = {});
std::ostream &operator<<(std::ostream &out, const Tensor &t);
void print(const Tensor &t, int64_t linesize = 80);

static inline Tensor operator>(const Tensor &x, const Scalar &y) {
  return x.gt(y);
}
static inline Tensor operator+(const Tensor &x, const Tensor &y) {
  return x.add(y);
}

} // namespace at

#endif
