// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The stable interface of libtorch: a tensor with questions and no operators.
#ifndef STABLE_MOCK_TENSOR_H
#define STABLE_MOCK_TENSOR_H

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>

namespace c10 {
enum class ScalarType : int8_t { Float };
enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast };
template <typename T> class HeaderOnlyArrayRef {
public:
  HeaderOnlyArrayRef(const T &one);
  HeaderOnlyArrayRef(const T *data, size_t length);
  HeaderOnlyArrayRef(const std::initializer_list<T> &items);
  const T &operator[](size_t index) const;
  size_t size() const;
  const T *data() const;
};
} // namespace c10

namespace torch {
namespace headeronly {
using c10::MemoryFormat;
using c10::ScalarType;
using c10::HeaderOnlyArrayRef;
using IntHeaderOnlyArrayRef = HeaderOnlyArrayRef<int64_t>;
} // namespace headeronly

namespace stable {
class Device;
class Tensor {
public:
  Tensor();
  void *data_ptr() const;
  template <typename T> T *mutable_data_ptr() const;
  template <typename T> const T *const_data_ptr() const;
  int64_t dim() const;
  int64_t numel() const;
  headeronly::IntHeaderOnlyArrayRef sizes() const;
  headeronly::IntHeaderOnlyArrayRef strides() const;
  bool is_contiguous() const;
  int64_t size(int64_t dim) const;
  int64_t stride(int64_t dim) const;
  bool defined() const;
  bool is_cuda() const;
};
} // namespace stable
} // namespace torch

#define STD_TORCH_CHECK(condition, ...)                                        \
  if (!(condition))                                                            \
  throw std::runtime_error("")

#endif
