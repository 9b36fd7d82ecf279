// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Arena.h"

#include <cstring>
#include <sys/mman.h>

namespace tensor_probe {

// Address space, not memory: pages are taken as they are touched.
static constexpr std::size_t kArenaBytes = 64UL << 20;

void *Arena::take(std::size_t bytes) {
  if (base_ == nullptr) {
    void *address = mmap(nullptr, kArenaBytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address == MAP_FAILED)
      return nullptr;
    base_ = static_cast<char *>(address);
  }
  const std::size_t rounded = (bytes + 15) & ~static_cast<std::size_t>(15);
  if (rounded > kArenaBytes - used_)
    return nullptr;
  char *result = base_ + used_;
  used_ += rounded;
  return result;
}

const char *Arena::keep(const char *text) {
  const std::size_t size = std::strlen(text) + 1;
  void *copy = take(size);
  return copy == nullptr ? nullptr
                         : static_cast<char *>(std::memcpy(copy, text, size));
}

void Arena::reset() {
  if (base_ != nullptr)
    munmap(base_, kArenaBytes);
  base_ = nullptr;
  used_ = 0;
}

} // namespace tensor_probe
