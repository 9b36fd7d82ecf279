// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of libraries that AOTInductor made.

#ifndef TENSOR_PROBE_CORE_COMPILEDCALLS_H
#define TENSOR_PROBE_CORE_COMPILEDCALLS_H

namespace tensor_probe {

/// From now on `count` is called before each call of such a library, on the
/// thread that calls. Seen are calls through pointers that dlsym() gave out
/// after the probe was preloaded or linked; their libraries run unchanged.
void observe_compiled_calls(void (*count)());

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_COMPILEDCALLS_H
