// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSOR_PROBE_CORE_CLOCK_H
#define TENSOR_PROBE_CORE_CLOCK_H

#include <cstdint>
#include <ctime>

namespace tensor_probe {

/// CLOCK_MONOTONIC, ns.
inline std::uint64_t clock_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000ULL +
         static_cast<std::uint64_t>(now.tv_nsec);
}

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_CLOCK_H
