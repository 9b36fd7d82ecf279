// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/MissCounters.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tensor_probe {

namespace {
constexpr std::size_t kPage = 4096;

/// The counter that the kernel has put the event on.
std::uint64_t hardware_counter([[maybe_unused]] std::uint32_t index) {
#if defined(__x86_64__)
  std::uint32_t low = 0, high = 0;
  asm volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(index));
  return low | (static_cast<std::uint64_t>(high) << 32);
#else
  return 0;
#endif
}

constexpr bool can_read_in_place() {
#if defined(__x86_64__)
  return true;
#else
  return false;
#endif
}

int paranoia() {
  char text[16] = "";
  const int file =
      ::open("/proc/sys/kernel/perf_event_paranoid", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return -1;
  [[maybe_unused]] const ssize_t length = ::read(file, text, sizeof(text) - 1);
  ::close(file);
  int level = -1;
  return std::sscanf(text, "%d", &level) == 1 ? level : -1;
}
} // namespace

bool ThreadCounter::open(std::uint32_t type, std::uint64_t config) {
  perf_event_attr attributes{};
  attributes.size = sizeof(attributes);
  attributes.type = type;
  attributes.config = config;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  const long file = syscall(SYS_perf_event_open, &attributes, 0, -1, -1,
                            PERF_FLAG_FD_CLOEXEC);
  if (file < 0)
    return false;
  void *memory =
      mmap(nullptr, kPage, PROT_READ, MAP_SHARED, static_cast<int>(file), 0);
  const int error = errno;
  // The mapping keeps the counter.
  ::close(static_cast<int>(file));
  errno = error;
  if (memory == MAP_FAILED)
    return false;
  page_ = static_cast<perf_event_mmap_page *>(memory);
  if (can_read_in_place() && page_->cap_user_rdpmc != 0)
    return true;
  close();
  errno = 0;
  return false;
}

// As linux/perf_event.h (6.1) has it at perf_event_mmap_page: all of it is read
// again if the kernel has changed it meanwhile.
std::uint64_t ThreadCounter::read() const {
  std::uint64_t count = 0;
  std::uint32_t sequence = 0;
  do {
    sequence = __atomic_load_n(&page_->lock, __ATOMIC_ACQUIRE);
    const std::uint32_t index = page_->index;
    count = static_cast<std::uint64_t>(page_->offset);
    if (index != 0) {
      const int unused = 64 - page_->pmc_width;
      const auto value =
          static_cast<std::int64_t>(hardware_counter(index - 1) << unused);
      count += static_cast<std::uint64_t>(value >> unused);
    }
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
  } while (__atomic_load_n(&page_->lock, __ATOMIC_RELAXED) != sequence);
  return count;
}

void ThreadCounter::close() {
  if (page_ != nullptr)
    munmap(page_, kPage);
  page_ = nullptr;
}

bool MissCounters::open() {
  constexpr std::uint64_t tlb = PERF_COUNT_HW_CACHE_DTLB |
                                (PERF_COUNT_HW_CACHE_OP_READ << 8) |
                                (PERF_COUNT_HW_CACHE_RESULT_MISS << 16);
  return cache_.open(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES) &&
         tlb_.open(PERF_TYPE_HW_CACHE, tlb);
}

void MissCounters::forget() {
  cache_.forget();
  tlb_.forget();
}

void explain_no_counters(int error, char *sentence, std::size_t size) {
  constexpr char kWhat[] = "cache and TLB misses are not counted:";
  if (error == 0)
    std::snprintf(sentence, size,
                  "%s this kernel or processor does not let programs read the "
                  "counters themselves (/sys/devices/cpu/rdpmc)",
                  kWhat);
  else if (error == EACCES || error == EPERM)
    std::snprintf(sentence, size,
                  "%s the kernel allows it to administrators only "
                  "(kernel.perf_event_paranoid is %d; 2 or less is needed)",
                  kWhat, paranoia());
  else if (error == ENOENT || error == ENODEV || error == EOPNOTSUPP)
    std::snprintf(sentence, size,
                  "%s this machine offers no such counters, as many virtual "
                  "ones do not",
                  kWhat);
  else
    std::snprintf(sentence, size, "%s perf_event_open: %s", kWhat,
                  std::strerror(error));
}

} // namespace tensor_probe
