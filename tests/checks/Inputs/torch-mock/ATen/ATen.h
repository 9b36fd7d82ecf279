// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The part of libtorch's interface that the tests use: the same namespaces,
// classes and parameter names, nothing behind them.
#ifndef TORCH_MOCK_ATEN_H
#define TORCH_MOCK_ATEN_H

#include "ATen/core/TensorBody.h"
#include "ATen/Functions.h"
#include "ATen/Dispatch.h"
#include "ATen/Parallel.h"

#endif
