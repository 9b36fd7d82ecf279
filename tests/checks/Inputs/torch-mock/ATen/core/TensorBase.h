// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TORCH_MOCK_TENSORBASE_H
#define TORCH_MOCK_TENSORBASE_H

#include "c10/Core.h"

namespace c10 {
class DataPtr {
public:
  void *get() const;
};
struct StorageImpl {
  const void *data() const;
  void *mutable_data();
  size_t nbytes() const;
};
class Storage {
public:
  const void *data() const;
  void *mutable_data() const;
  const DataPtr &data_ptr() const;
  StorageImpl *unsafeGetStorageImpl() const;
  size_t nbytes() const;
  size_t use_count() const;
};
struct TensorImpl {
  const Storage &storage() const;
  int64_t numel() const;
  bool is_contiguous(MemoryFormat memory_format =
                         MemoryFormat::Contiguous) const;
  const void *data() const;
  void *mutable_data();
};
} // namespace c10

namespace caffe2 {
class TypeMeta {
  friend bool operator==(const TypeMeta &lhs, const TypeMeta &rhs);
};
bool operator==(const TypeMeta &m, c10::ScalarType t);
bool operator!=(const TypeMeta &m, c10::ScalarType t);
} // namespace caffe2

namespace at {

using namespace c10;

template <class T, size_t N> class TensorAccessor {
public:
  TensorAccessor<T, N - 1> operator[](int64_t i);
  int64_t size(int64_t i) const;
};
template <class T> class TensorAccessor<T, 1> {
public:
  T &operator[](int64_t i);
  int64_t size(int64_t i) const;
};

class TensorBase {
public:
  TensorBase();
  TensorBase(const TensorBase &);
  TensorBase(TensorBase &&);
  TensorBase &operator=(const TensorBase &x) &;
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t size(int64_t dim) const;
  int64_t stride(int64_t dim) const;
  int64_t numel() const;
  int64_t storage_offset() const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  bool defined() const;
  bool is_contiguous(MemoryFormat memory_format =
                         MemoryFormat::Contiguous) const;
  bool is_non_overlapping_and_dense() const;
  TensorOptions options() const;
  ScalarType scalar_type() const;
  caffe2::TypeMeta dtype() const;
  Device device() const;
  bool is_cpu() const;
  bool is_cuda() const;
  TensorImpl *unsafeGetTensorImpl() const;
  const Storage &storage() const;
  bool requires_grad() const;
  void print() const;
  void set_data(const TensorBase &new_data) const;
  void *data_ptr() const;
  template <typename T> T *data_ptr() const;
  template <typename T> const T *const_data_ptr() const;
  template <typename T> T *mutable_data_ptr() const;
  MemoryFormat suggest_memory_format(bool channels_last_strides_exact_match =
                                         false) const;
  template <typename T, size_t N> TensorAccessor<T, N> accessor() const &;
  template <typename T, size_t N>
  TensorAccessor<T, N> packed_accessor32() const &;
  template <typename T, size_t N>
  TensorAccessor<T, N> packed_accessor64() const &;
};

} // namespace at

#endif
