// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for the private tables of the core: never freed piecewise, taken from
// the kernel and not from malloc, which the probed program may have replaced.

#ifndef TENSOR_PROBE_CORE_ARENA_H
#define TENSOR_PROBE_CORE_ARENA_H

#include <cstddef>

namespace tensor_probe {

/// Not thread-safe.
class Arena {
public:
  /// Zeroed room, aligned to 16 bytes; null when the arena is full.
  void *take(std::size_t bytes);
  /// A copy of the text; null when the arena is full.
  const char *keep(const char *text);
  /// Forgets everything handed out. Its memory reads as zero afterwards.
  void reset();

private:
  char *base_ = nullptr;
  std::size_t used_ = 0;
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_ARENA_H
