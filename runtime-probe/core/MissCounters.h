// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The processor's counters of cache and TLB misses, for the calling thread.
// They are read in place: a descriptor that the program closes, as daemons
// close all, would come to mean another file.

#ifndef TENSOR_PROBE_CORE_MISSCOUNTERS_H
#define TENSOR_PROBE_CORE_MISSCOUNTERS_H

#include <cstddef>
#include <cstdint>

struct perf_event_mmap_page;

namespace tensor_probe {

/// What a thread has missed so far, in user code.
struct Misses {
  std::uint64_t cache; ///< last-level cache: PERF_COUNT_HW_CACHE_MISSES
  std::uint64_t tlb;   ///< first-level TLB, of loads: dTLB read misses
};

/// A counter of the thread that opened it.
class ThreadCounter {
public:
  ThreadCounter() = default;
  ThreadCounter(const ThreadCounter &) = delete;
  ThreadCounter &operator=(const ThreadCounter &) = delete;
  ~ThreadCounter() { close(); }

  /// type, config: as in perf_event_attr. False, with errno, if the kernel
  /// gives none; with errno 0, if it does not let programs read it.
  bool open(std::uint32_t type, std::uint64_t config);
  std::uint64_t read() const;
  void close();
  /// In a forked child the page is not there: it is neither read nor unmapped.
  void forget() { page_ = nullptr; }

private:
  perf_event_mmap_page *page_ = nullptr;
};

class MissCounters {
public:
  /// False as of ThreadCounter::open().
  bool open();
  Misses read() const { return {cache_.read(), tlb_.read()}; }
  void forget();

private:
  ThreadCounter cache_, tlb_;
};

/// Why open() failed with this errno: one sentence.
void explain_no_counters(int error, char *sentence, std::size_t size);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_MISSCOUNTERS_H
