// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TORCH_MOCK_EXTENSION_H
#define TORCH_MOCK_EXTENSION_H

#include "torch/torch.h"

namespace pybind11 {
class module_ {
public:
  template <typename Func, typename... Extra>
  module_ &def(const char *name_, Func &&f, const Extra &...extra) {
    return *this;
  }
};
} // namespace pybind11

#define PYBIND11_MODULE(name, variable)                                        \
  static void pybind11_init_##name(pybind11::module_ &variable)

#endif
