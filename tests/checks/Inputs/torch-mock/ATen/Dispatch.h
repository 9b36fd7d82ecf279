// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TORCH_MOCK_DISPATCH_H
#define TORCH_MOCK_DISPATCH_H

#include "ATen/core/TensorBody.h"

// Two nested lambdas, both called in place, as in ATen/Dispatch.h.
#define MOCK_DISPATCH_CASE(enum_type, type, ...)                               \
  case enum_type: {                                                            \
    using scalar_t = type;                                                     \
    return __VA_ARGS__();                                                      \
  }

#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...)                            \
  [&] {                                                                        \
    const auto &the_type = TYPE;                                               \
    at::ScalarType _st = the_type;                                             \
    switch (_st) {                                                             \
      MOCK_DISPATCH_CASE(at::ScalarType::Double, double, __VA_ARGS__)          \
      MOCK_DISPATCH_CASE(at::ScalarType::Float, float, __VA_ARGS__)            \
    default:                                                                   \
      ::c10::detail::torchCheckFail(NAME, __FILE__, __LINE__, "");             \
    }                                                                          \
  }()

#endif
