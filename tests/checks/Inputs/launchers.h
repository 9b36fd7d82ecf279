// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LAUNCHERS_H
#define LAUNCHERS_H

#include <torch/extension.h>

at::Tensor declared_scale_cuda(at::Tensor Gradient);

#endif
