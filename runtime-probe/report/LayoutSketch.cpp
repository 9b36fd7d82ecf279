// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/LayoutSketch.h"

#include <algorithm>

namespace tensor_probe {
namespace {

/// Memory that is skipped between two elements is drawn as at most so much.
constexpr std::int64_t longest_gap = 2;

/// One axis of more than one element, whole and as drawn.
struct Axis {
  std::int64_t size, stride;
  std::int64_t drawn_size, drawn_stride = 0;
};

std::string why_no_sketch(const TensorShape &shape) {
  if (shape.cut || shape.sizes.size() != shape.strides.size())
    return "not all of its dimensions are recorded";
  for (std::size_t i = 0; i < shape.sizes.size(); ++i) {
    if (shape.sizes[i] == 0)
      return "it has no element";
    if (shape.sizes[i] < 0 || shape.strides[i] < 0)
      return "its sizes or strides are negative";
  }
  return {};
}

/// So that all axes together have few elements: 16, 27, 16, 32, ..., 256.
std::int64_t longest_axis(std::size_t axes) {
  return axes <= 2 ? 4 : axes == 3 ? 3 : 2;
}

std::vector<Axis> long_axes(const TensorShape &shape) {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < shape.sizes.size(); ++i)
    if (shape.sizes[i] > 1)
      axes.push_back({shape.sizes[i], shape.strides[i], shape.sizes[i]});
  for (Axis &axis : axes)
    axis.drawn_size = std::min(axis.size, longest_axis(axes.size()));
  return axes;
}

/// Gives the axes strides for their drawn sizes, from the innermost outwards:
/// `span` and `drawn_span` are what the axes inside cover. A stride beyond
/// that leaves a gap, one short of it makes elements share memory. Returns the
/// last drawn span.
std::int64_t shrink_strides(std::vector<Axis> &axes) {
  std::vector<Axis *> inner_first;
  for (Axis &axis : axes)
    inner_first.push_back(&axis);
  // Stable for the few axes that there are: an insertion sort.
  for (std::size_t i = 1; i < inner_first.size(); ++i)
    for (std::size_t j = i;
         j > 0 && inner_first[j]->stride < inner_first[j - 1]->stride; --j)
      std::swap(inner_first[j], inner_first[j - 1]);
  double span = 1;
  std::int64_t drawn_span = 1;
  for (Axis *axis : inner_first) {
    double gap = double(axis->stride) - span;
    if (gap >= 0)
      axis->drawn_stride =
          drawn_span + std::int64_t(std::min(gap, double(longest_gap)));
    else if (axis->stride != 0)
      axis->drawn_stride =
          std::min(axis->stride, std::max<std::int64_t>(drawn_span - 1, 1));
    span += double(axis->stride) * double(axis->size - 1);
    drawn_span += axis->drawn_stride * (axis->drawn_size - 1);
  }
  return drawn_span;
}

/// Visits all elements in the order of a loop over the indices.
void place_elements(const std::vector<Axis> &axes,
                    std::vector<SketchCell> &cells) {
  std::vector<std::int64_t> index(axes.size(), 0);
  for (int element = 0;; ++element) {
    std::int64_t address = 0;
    for (std::size_t i = 0; i < axes.size(); ++i)
      address += index[i] * axes[i].drawn_stride;
    SketchCell &cell = cells[std::size_t(address)];
    if (cell.times++ == 0)
      cell.element = element;
    std::size_t axis = axes.size();
    while (axis > 0 && ++index[axis - 1] == axes[axis - 1].drawn_size)
      index[--axis] = 0;
    if (axis == 0)
      return;
  }
}

} // namespace

LayoutSketch sketch_of(const TensorShape &shape) {
  LayoutSketch sketch;
  sketch.why_none = why_no_sketch(shape);
  if (!sketch.why_none.empty())
    return sketch;
  std::vector<Axis> axes = long_axes(shape);
  sketch.cells.resize(std::size_t(shrink_strides(axes)));
  sketch.to_scale = std::all_of(axes.begin(), axes.end(), [](const Axis &axis) {
    return axis.size == axis.drawn_size && axis.stride == axis.drawn_stride;
  });
  place_elements(axes, sketch.cells);
  return sketch;
}

Footprint footprint_of(const TensorShape &shape) {
  Footprint footprint{1, 1, 0};
  std::size_t axes = std::min(shape.sizes.size(), shape.strides.size());
  for (std::size_t i = 0; i < axes; ++i) {
    footprint.elements *= double(shape.sizes[i]);
    footprint.span += (double(shape.sizes[i]) - 1) * double(shape.strides[i]);
    if (shape.sizes[i] > 1)
      footprint.step = shape.strides[i];
  }
  if (footprint.elements == 0)
    footprint.span = 0;
  return footprint;
}

} // namespace tensor_probe
