// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TORCH_MOCK_TENSORUTILS_H
#define TORCH_MOCK_TENSORUTILS_H

#include "ATen/core/TensorBody.h"

namespace at {

struct TensorArg {
  const Tensor &tensor;
  const char *name;
  int pos;
  TensorArg(const Tensor &tensor, const char *name, int pos)
      : tensor(tensor), name(name), pos(pos) {}
  const Tensor *operator->() const { return &tensor; }
  const Tensor &operator*() const { return tensor; }
};
struct TensorGeometry {
  explicit TensorGeometry(const TensorBase &t);
};
struct TensorGeometryArg {
  TensorGeometry tensor;
  const char *name;
  int pos;
  TensorGeometryArg(TensorArg arg)
      : tensor(TensorGeometry{arg.tensor}), name(arg.name), pos(arg.pos) {}
};
using CheckedFrom = const char *;
void checkDim(CheckedFrom c, const TensorGeometryArg &t, int64_t dim);
void checkContiguous(CheckedFrom c, const TensorGeometryArg &t);
void checkAllContiguous(CheckedFrom c, ArrayRef<TensorArg> ts);
void checkAllSameGPU(CheckedFrom c, ArrayRef<TensorArg> ts);

} // namespace at

#endif
