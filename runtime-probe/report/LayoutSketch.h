// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small tensor that lies in memory as a large one does, for a picture. Plain
// values only.
#ifndef TENSOR_PROBE_REPORT_LAYOUT_SKETCH_H
#define TENSOR_PROBE_REPORT_LAYOUT_SKETCH_H

#include "report/SiteModel.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tensor_probe {

/// One element's place in memory.
struct SketchCell {
  /// Which element lies here, counted row by row as a loop over the indices
  /// visits them; the first of several; -1: memory that the tensor skips.
  int element = -1;
  int times = 0; ///< how many elements lie here
};

/// Axes of one element are left out, longer ones are cut to a few elements,
/// and so is what is skipped between them; the order of strides, what is dense
/// and what overlaps stays. Example: sizes [64, 32], strides [1, 64] are drawn
/// as [4, 4], [1, 4]: elements 0 4 8 12 1 5 9 13 ... lie side by side.
struct LayoutSketch {
  std::vector<SketchCell> cells; ///< by address; empty: see why_none
  bool to_scale = true;          ///< false: axes or gaps were cut
  std::string why_none;
};

LayoutSketch sketch_of(const TensorShape &shape);

/// What the whole tensor covers, in elements.
struct Footprint {
  double elements = 0;   ///< the product of its sizes
  double span = 0;       ///< from its first element to its last, both included
  std::int64_t step = 0; ///< from one element to the next along the last axis
                         ///< of more than one element; 0: there is none
};

Footprint footprint_of(const TensorShape &shape);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_LAYOUT_SKETCH_H
