// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "plugin/TensorModule.h"

namespace tensortidy {

/// Keeps the module's registration, which nothing else refers to.
extern "C" int tensorTidyModule() { return TensorTidyModuleAnchor; }

} // namespace tensortidy
