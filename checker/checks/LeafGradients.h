// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_LEAFGRADIENTS_H
#define TENSORTIDY_CHECKS_LEAFGRADIENTS_H

#include "analysis/Observer.h"
#include "checks/Finding.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// Tensors whose gradients are accumulated, and what views them. Autograd
/// gives a gradient the strides of its tensor: the first one since they were
/// cleared is copied when it comes laid out in another way
/// (torch/csrc/autograd/functions/accumulate_grad.h, accumulateGrad()).
class LeafGradients {
public:
  /// Remembers what the operands of a call are.
  void see(const Visit &V, const Apply &A, const std::vector<ApplyCase> &Cases);

  /// The name of the tensor that \p Operand is all of, its axes in any order.
  /// None where it is a part of one, or none is known.
  std::optional<std::string> nameOfWhole(const Alternative &Operand,
                                         const Facts &F) const;

  /// contiguous() of a trained tensor whose axes are in another order: what it
  /// copies is asked for, what autograd copies because of it is not.
  std::optional<Finding>
  copyOfGradient(unsigned Argument, const Visit &V, const Apply &A,
                 const std::vector<ApplyCase> &Cases) const;

  void clear() { Leaves.clear(); }

private:
  struct Leaf {
    std::string Name;
    Layout TheLayout;
  };
  std::map<uint32_t, Leaf> Leaves; ///< by their storages
};

} // namespace tensortidy

#endif
