// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TORCH_MOCK_TORCH_H
#define TORCH_MOCK_TORCH_H

#include "ATen/ATen.h"
#include "torch/library.h"

namespace torch {
using namespace at;
using at::Tensor;
inline Tensor empty(IntArrayRef size, TensorOptions options = {}) {
  return at::empty(size, options);
}
inline Tensor zeros(IntArrayRef size, TensorOptions options = {}) {
  return at::zeros(size, options);
}
namespace autograd {
using Variable = at::Tensor;
using variable_list = std::vector<Variable>;
struct AutogradContext {
  void save_for_backward(variable_list to_save);
  variable_list get_saved_variables() const;
};
template <class T> struct Function {
  template <typename X = T, typename... Args>
  static auto apply(Args &&...args)
      -> decltype(X::forward(nullptr, std::declval<Args>()...));
};
} // namespace autograd
namespace nn {
class Module {
public:
  virtual ~Module();
  Tensor &register_parameter(std::string name, Tensor tensor,
                             bool requires_grad = true);
  Tensor &register_buffer(std::string name, Tensor tensor);
};
} // namespace nn
} // namespace torch

#endif
