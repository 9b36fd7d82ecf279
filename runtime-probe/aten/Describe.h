// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// at::Tensor in the core's terms.

#ifndef TENSOR_PROBE_ATEN_DESCRIBE_H
#define TENSOR_PROBE_ATEN_DESCRIBE_H

#include "core/CopyClass.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

namespace tensor_probe {

/// Borrows sizes and strides from the tensor; all default if it is undefined.
inline TensorView view_of(const at::Tensor &tensor) {
  TensorView view;
  if (!tensor.defined())
    return view;
  const at::IntArrayRef sizes = tensor.sizes();
  view.sizes = sizes.data();
  view.strides = tensor.strides().data();
  view.dim = static_cast<std::int64_t>(sizes.size());
  view.numel = tensor.numel();
  view.dtype = static_cast<std::int8_t>(tensor.scalar_type());
  const c10::Device device = tensor.device();
  view.device = static_cast<std::int8_t>(device.type());
  view.device_index = static_cast<std::int8_t>(device.index());
  view.itemsize = static_cast<std::uint8_t>(tensor.itemsize());
  view.dense = tensor.is_non_overlapping_and_dense();
  return view;
}

/// Whether both start at the same element of the same storage.
inline bool same_memory(const at::Tensor &a, const at::Tensor &b) {
  return a.defined() && b.defined() && a.has_storage() && b.has_storage() &&
         a.is_alias_of(b) && a.storage_offset() == b.storage_offset();
}

/// Whether it has strides, which can be asked for without entering the code of
/// a subclass in Python.
inline bool has_layout(const at::Tensor &tensor) {
  return tensor.defined() && tensor.layout() == c10::kStrided &&
         tensor.has_storage() &&
         !tensor.key_set().has(c10::DispatchKey::Python);
}

/// Visits a tensor, or the tensors of a list; nothing else.
template <typename Visit>
void for_each_tensor(const c10::IValue &value, const Visit &visit) {
  if (value.isTensor())
    visit(value.toTensor());
  else if (value.isTensorList())
    for (const at::Tensor &tensor : value.toTensorVector())
      visit(tensor);
}

inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9fb21c651e98df25ULL;
  return hash ^ (hash >> 28);
}

/// Equal for tensors of equal sizes and strides, and rarely for others.
inline std::uint64_t layout_hash(const at::Tensor &tensor,
                                 std::uint64_t hash = 0) {
  for (const std::int64_t size : tensor.sizes())
    hash = mixed(hash, static_cast<std::uint64_t>(size));
  for (const std::int64_t stride : tensor.strides())
    hash = mixed(hash, static_cast<std::uint64_t>(stride));
  return hash;
}

/// SiteFlag bits that the two tensors decide.
std::uint32_t flags_of(const at::Tensor &dst, const at::Tensor &src);

} // namespace tensor_probe

#endif // TENSOR_PROBE_ATEN_DESCRIBE_H
