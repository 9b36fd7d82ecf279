// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Bandwidth.h"

#include "core/Clock.h"

#include <cstring>
#include <sys/mman.h>

namespace tensor_probe {

double measure_memcpy() {
  constexpr std::size_t bytes = 32UL << 20;
  void *memory = mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return 0;
  char *from = static_cast<char *>(memory);
  char *to = from + bytes;
  std::memset(memory, 1, 2 * bytes);
  double best = 0;
  for (int round = 0; round < 3; ++round) {
    const std::uint64_t start = clock_ns();
    std::memcpy(to, from, bytes);
    // The compiler may not drop a copy whose result could be looked at.
    asm volatile("" : : "r"(to) : "memory");
    const std::uint64_t ns = clock_ns() - start;
    const double rate = ns == 0 ? 0 : static_cast<double>(bytes) / ns;
    best = rate > best ? rate : best;
  }
  munmap(memory, 2 * bytes);
  return best;
}

} // namespace tensor_probe
