// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library with the entry of AOTInductor's: 0 if all arguments arrive as
// probe_victim gives them.

#include <cstddef>
#include <cstdint>

extern "C" __attribute__((visibility("default"))) int
AOTInductorModelContainerRun(void *container, void *inputs,
                             std::size_t input_count, void *outputs,
                             std::size_t output_count, void *stream,
                             void *executor) {
  const auto number = [](void *pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer);
  };
  return number(container) == 1 && number(inputs) == 2 && input_count == 3 &&
                 number(outputs) == 4 && output_count == 5 &&
                 number(stream) == 6 && number(executor) == 7
             ? 0
             : 1;
}
