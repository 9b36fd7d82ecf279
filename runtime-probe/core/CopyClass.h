// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kind of copy an aten::copy_ is.

#ifndef TENSOR_PROBE_CORE_COPYCLASS_H
#define TENSOR_PROBE_CORE_COPYCLASS_H

#include "core/Format.h"

namespace tensor_probe {

/// What is looked at of one side of a copy. Borrowed: sizes and strides point
/// into the tensor, `dim` entries each, strides in elements.
struct TensorView {
  const std::int64_t *sizes = nullptr;
  const std::int64_t *strides = nullptr;
  std::int64_t dim = 0;
  std::int64_t numel = 0;
  std::int8_t dtype = -1;  ///< c10::ScalarType
  std::int8_t device = -1; ///< c10::DeviceType
  std::int8_t device_index = -1;
  std::uint8_t itemsize = 0; ///< bytes per element
  bool dense = false; ///< non-overlapping and dense: some order of its axes
                      ///< is contiguous
};

/// Whether some element is read more than once because an axis of more than
/// one element has stride 0.
inline bool repeats_elements(const TensorView &tensor) {
  for (std::int64_t axis = 0; axis < tensor.dim; ++axis)
    if (tensor.strides[axis] == 0 && tensor.sizes[axis] > 1)
      return true;
  return false;
}

/// Whether both have the same sizes and strides. Axes are aligned at the last
/// one, as broadcasting does; axes of size 1 may be missing or have any
/// stride: [1, 2, 3] and [2, 3], both contiguous, have the same layout.
inline bool same_sizes_and_strides(const TensorView &a, const TensorView &b) {
  const std::int64_t longest = a.dim > b.dim ? a.dim : b.dim;
  for (std::int64_t back = 1; back <= longest; ++back) {
    const std::int64_t size_a = back <= a.dim ? a.sizes[a.dim - back] : 1;
    const std::int64_t size_b = back <= b.dim ? b.sizes[b.dim - back] : 1;
    if (size_a != size_b)
      return false;
    if (size_a != 1 && a.strides[a.dim - back] != b.strides[b.dim - back])
      return false;
  }
  return true;
}

/// The class of the copy dst.copy_(src). same_memory: both start at the same
/// element of the same storage. The first that fits, in this order:
///
///   nothing           dst has no element, or is the very view that src is
///                     (libtorch 1.13, aten/src/ATen/native/Copy.cpp,
///                     copy_impl: returns before it touches memory)
///   device_transfer   the devices differ
///   broadcast         src has fewer elements than dst, or repeats elements
///   dtype_conversion  the element types differ
///   plain             same sizes and strides, both dense: one memcpy would do
///   layout_copy       anything else: elements change their order or are
///                     gathered or scattered
///
/// Example: x.t().contiguous() of a [2, 3]: dst strides [2, 1], src strides
/// [1, 3], same type and device: layout_copy.
inline CopyClass classify_copy(const TensorView &dst, const TensorView &src,
                               bool same_memory) {
  const bool same_device =
      dst.device == src.device && dst.device_index == src.device_index;
  const bool same_dtype = dst.dtype == src.dtype;
  const bool same_layout = same_sizes_and_strides(dst, src);
  if (dst.numel == 0)
    return CopyClass::nothing;
  if (same_memory && same_device && same_dtype && same_layout)
    return CopyClass::nothing;
  if (!same_device)
    return CopyClass::device_transfer;
  if (src.numel < dst.numel || repeats_elements(src))
    return CopyClass::broadcast;
  if (!same_dtype)
    return CopyClass::dtype_conversion;
  if (same_layout && dst.dense && src.dense)
    return CopyClass::plain;
  return CopyClass::layout_copy;
}

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_COPYCLASS_H
