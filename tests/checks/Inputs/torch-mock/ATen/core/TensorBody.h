// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TORCH_MOCK_TENSORBODY_H
#define TORCH_MOCK_TENSORBODY_H

#include "ATen/core/TensorBase.h"

namespace at {

class Tensor;
using TensorList = ArrayRef<Tensor>;

namespace indexing {
struct EllipsisIndexType final {
  EllipsisIndexType();
};
extern const EllipsisIndexType Ellipsis;
const c10::nullopt_t None = c10::nullopt;
struct Slice final {
  Slice(c10::optional<int64_t> start_index = c10::nullopt,
        c10::optional<int64_t> stop_index = c10::nullopt,
        c10::optional<int64_t> step_index = c10::nullopt);
};
struct TensorIndex;
} // namespace indexing

class Tensor : public TensorBase {
public:
  Tensor();
  Tensor(const Tensor &);
  Tensor(Tensor &&);
  explicit Tensor(const TensorBase &base);
  Tensor &operator=(const Tensor &x) &;
  Tensor &operator=(Tensor &&x) &;
  Tensor &operator=(const Tensor &rhs) &&;
  Tensor &operator=(Tensor &&rhs) &&;
  Tensor &operator=(Scalar v) &&;
  Tensor &operator+=(const Tensor &other);
  Tensor operator[](int64_t index) const;

  Tensor add(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor &add_(const Tensor &other, const Scalar &alpha = 1) const;
  std::vector<Tensor> chunk(int64_t chunks, int64_t dim = 0) const;
  Tensor &addmm_(const Tensor &mat1, const Tensor &mat2, const Scalar &beta = 1,
                 const Scalar &alpha = 1) const;
  Tensor as_strided(IntArrayRef size, IntArrayRef stride,
                    c10::optional<int64_t> storage_offset = c10::nullopt) const;
  Tensor clone(c10::optional<MemoryFormat> memory_format = c10::nullopt) const;
  Tensor contiguous(MemoryFormat memory_format =
                        MemoryFormat::Contiguous) const;
  Tensor &copy_(const Tensor &src, bool non_blocking = false) const;
  Tensor cpu() const;
  Tensor cuda() const;
  Tensor expand(IntArrayRef size, bool implicit = false) const;
  c10::MaybeOwned<Tensor>
  expect_contiguous(MemoryFormat memory_format =
                        MemoryFormat::Contiguous) const &;
  Tensor &fill_(const Scalar &value) const;
  Tensor flatten(int64_t start_dim = 0, int64_t end_dim = -1) const;
  Tensor index(ArrayRef<indexing::TensorIndex> indices) const;
  Tensor index(std::initializer_list<indexing::TensorIndex> indices) const;
  Tensor &index_put_(std::initializer_list<indexing::TensorIndex> indices,
                     const Tensor &rhs);
  Tensor &index_put_(std::initializer_list<indexing::TensorIndex> indices,
                     const Scalar &v);
  Tensor gt(const Scalar &other) const;
  bool is_nonzero() const;
  Tensor nonzero() const;
  Tensor masked_select(const Tensor &mask) const;
  Tensor &masked_fill_(const Tensor &mask, const Scalar &value) const;
  Scalar item() const;
  template <typename T> T item() const;
  Tensor matmul(const Tensor &other) const;
  Tensor mul(const Scalar &other) const;
  Tensor narrow(int64_t dim, int64_t start, int64_t length) const;
  Tensor permute(IntArrayRef dims) const;
  Tensor reshape(IntArrayRef shape) const;
  Tensor select(int64_t dim, int64_t index) const;
  Tensor bmm(const Tensor &mat2) const;
  Tensor slice(int64_t dim = 0, c10::optional<int64_t> start = c10::nullopt,
               c10::optional<int64_t> end = c10::nullopt,
               int64_t step = 1) const;
  Tensor &relu_() const;
  const Tensor &requires_grad_(bool _requires_grad = true) const;
  Tensor &sub_(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor cumsum(int64_t dim,
                c10::optional<ScalarType> dtype = c10::nullopt) const;
  Tensor &cumsum_(int64_t dim,
                  c10::optional<ScalarType> dtype = c10::nullopt) const;
  Tensor sum(c10::optional<ScalarType> dtype = c10::nullopt) const;
  Tensor sum(OptionalIntArrayRef dim, bool keepdim = false,
             c10::optional<ScalarType> dtype = c10::nullopt) const;
  Tensor t() const;
  Tensor pin_memory() const;
  Tensor to(TensorOptions options = {}, bool non_blocking = false,
            bool copy = false,
            c10::optional<MemoryFormat> memory_format = c10::nullopt) const;
  Tensor to(Device device, ScalarType dtype, bool non_blocking = false,
            bool copy = false,
            c10::optional<MemoryFormat> memory_format = c10::nullopt) const;
  Tensor to(ScalarType dtype, bool non_blocking = false, bool copy = false,
            c10::optional<MemoryFormat> memory_format = c10::nullopt) const;
  Tensor detach() const;
  Tensor transpose(int64_t dim0, int64_t dim1) const;
  Tensor &transpose_(int64_t dim0, int64_t dim1) const;
  std::vector<Tensor> unbind(int64_t dim = 0) const;
  Tensor unfold(int64_t dimension, int64_t size, int64_t step) const;
  Tensor unsqueeze(int64_t dim) const;
  Tensor view(IntArrayRef size) const;
  Tensor view(ScalarType dtype) const;
  Tensor type_as(const Tensor &other) const;
  Tensor &zero_() const;
};

namespace indexing {
struct TensorIndex final {
  TensorIndex(c10::nullopt_t);
  TensorIndex(EllipsisIndexType);
  TensorIndex(const char *str);
  TensorIndex(int64_t integer);
  TensorIndex(int integer);
  TensorIndex(Slice slice);
  TensorIndex(Tensor tensor);
};
} // namespace indexing

} // namespace at

#endif
