// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/SiteModel.h"

#include <algorithm>

namespace tensor_probe {
namespace {

template <typename Member>
std::uint64_t sum_of(const std::vector<ProcessFacts> &processes,
                     Member member) {
  std::uint64_t sum = 0;
  for (const ProcessFacts &process : processes)
    sum += process.*member;
  return sum;
}

} // namespace

void Cost::add(const Cost &other) {
  thrown += other.thrown;
  if (other.count == 0)
    return;
  min_ns = count == 0 ? other.min_ns : std::min(min_ns, other.min_ns);
  max_ns = std::max(max_ns, other.max_ns);
  count += other.count;
  bytes += other.bytes;
  traffic += other.traffic;
  ns += other.ns;
  repeats += other.repeats;
  repeat_ns += other.repeat_ns;
  held_at_peak += other.held_at_peak;
  counted_misses += other.counted_misses;
  cache_misses += other.cache_misses;
  tlb_misses += other.tlb_misses;
  allocations += other.allocations;
  allocated_bytes += other.allocated_bytes;
  frees += other.frees;
  freed_bytes += other.freed_bytes;
  short_lived += other.short_lived;
  short_lived_bytes += other.short_lived_bytes;
}

double Cost::gb_per_s() const {
  return ns == 0 ? 0.0 : double(traffic) / double(ns);
}

const char *traffic_note(CopyClass kind) {
  bool one_way =
      kind == CopyClass::device_transfer || kind == CopyClass::broadcast;
  return one_way ? "written" : "read + written";
}

std::uint64_t Profile::wall_ns() const {
  return sum_of(processes, &ProcessFacts::wall_ns);
}

std::uint64_t Profile::probe_ns() const {
  return sum_of(processes, &ProcessFacts::probe_ns);
}

std::uint64_t Profile::losses() const {
  return sum_of(processes, &ProcessFacts::losses);
}

std::uint64_t Profile::memory_peak() const {
  return sum_of(processes, &ProcessFacts::memory_peak);
}

bool Profile::counts_memory() const {
  return std::any_of(
      processes.begin(), processes.end(),
      [](const ProcessFacts &process) { return process.counts_memory; });
}

double Profile::memcpy_traffic_gb_per_s() const {
  double best = 0;
  for (const ProcessFacts &process : processes)
    best = std::max(best, 2 * process.memcpy_gb_per_s);
  return best;
}

} // namespace tensor_probe
