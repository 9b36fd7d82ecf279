// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSOR_TIDY_TESTS_GPU_GPUROWS_H
#define TENSOR_TIDY_TESTS_GPU_GPUROWS_H

#include "core/Format.h"

#include <cstdint>
#include <cstdio>
#include <initializer_list>

namespace tensor_probe_test {

/// One line, see replay_rows.cpp; none for a row that no device worked for.
inline void print_gpu_row(std::uint32_t row,
                          const tensor_probe::GpuBlock &gpu) {
  if (gpu.kernels + gpu.transfers + gpu.fills == 0)
    return;
  std::printf("%u", row);
  for (const std::uint64_t value :
       {gpu.kernels, gpu.transfers, gpu.fills, gpu.pageable, gpu.pinned,
        gpu.peer, gpu.replayed, gpu.incomplete, gpu.waits})
    std::printf(" %llu", static_cast<unsigned long long>(value));
  std::printf("\n");
}

} // namespace tensor_probe_test

#endif // TENSOR_TIDY_TESTS_GPU_GPUROWS_H
