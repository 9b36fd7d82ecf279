// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TORCH_MOCK_TENSORITERATOR_H
#define TORCH_MOCK_TENSORITERATOR_H

#include "ATen/core/TensorBody.h"

namespace at {

class TensorIterator {
public:
  template <class F> void for_each(F loop, int64_t grain_size = 32768) {
    char *data[2];
    int64_t strides[2];
    loop(data, strides, grain_size);
  }
};
class TensorIteratorConfig {
public:
  TensorIteratorConfig &add_output(const TensorBase &output);
  TensorIteratorConfig &add_input(const TensorBase &input);
  TensorIterator build();
};

} // namespace at

#endif
