// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_LAYOUT_CONCRETE_H
#define TENSORTIDY_TESTS_LAYOUT_CONCRETE_H

#include <cstdint>
#include <optional>
#include <vector>

namespace tensortidy {

/// A tensor's sizes and strides as plain numbers, and what libtorch 1.13 does
/// with them: what the algebra's answers are compared with.
struct Concrete {
  std::vector<int64_t> Sizes;
  std::vector<int64_t> Strides;
  int64_t Offset = 0; ///< in the storage

  size_t rank() const { return Sizes.size(); }
  int64_t numel() const;
};

Concrete concreteRowMajor(const std::vector<int64_t> &Sizes);
Concrete concreteInOrder(const std::vector<int64_t> &Sizes,
                         const std::vector<size_t> &Order);

/// compute_contiguous and its channels-last forms.
bool concreteContiguous(const Concrete &T);
bool concreteChannelsLast(const Concrete &T);
/// compute_non_overlapping_and_dense.
bool concreteDense(const Concrete &T);
/// By listing every element's place.
bool concreteOverlaps(const Concrete &T);
/// is_channels_last_strides_2d.
bool concreteSuggestsChannelsLast(const Concrete &T);
bool concreteFitsBlas(const Concrete &T);
/// computeStride; none when it is not a view.
std::optional<std::vector<int64_t>>
concreteView(const Concrete &T, const std::vector<int64_t> &Sizes);
/// infer_dense_strides, or itself when dense.
Concrete concreteKeepPermutation(const Concrete &T);
/// TensorIterator's result; none when the sizes do not broadcast.
std::optional<Concrete>
concreteElementwise(const std::vector<Concrete> &Operands);

} // namespace tensortidy

#endif
