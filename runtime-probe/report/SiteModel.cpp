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
}

double Cost::gb_per_s() const {
  return ns == 0 ? 0.0 : double(traffic) / double(ns);
}

const char *traffic_note(CopyClass kind) {
  bool one_way =
      kind == CopyClass::device_transfer || kind == CopyClass::broadcast;
  return one_way ? "written" : "read + written";
}

bool is_hidden(CopyClass kind) {
  return kind == CopyClass::layout_copy || kind == CopyClass::other;
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

} // namespace tensor_probe
