// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the environment asks for. docs/probe.md lists the variables.

#ifndef TENSOR_PROBE_CORE_SETTINGS_H
#define TENSOR_PROBE_CORE_SETTINGS_H

#include <cstdint>

namespace tensor_probe {

constexpr std::uint64_t kTraceEvents = 1ULL << 18;

struct Settings {
  bool reach;      ///< TENSOR_PROBE_REACH=1, or TENSOR_PROBE_MATERIALISED=1
  bool own_writes; ///< TENSOR_PROBE_MATERIALISED=1
  bool memory;     ///< TENSOR_PROBE_MEMORY=1
  bool layouts;    ///< TENSOR_PROBE_LAYOUTS=1
  bool misses;     ///< TENSOR_PROBE_MISSES=1
  bool touches;    ///< TENSOR_PROBE_MEMCPY=1
  bool gpu;        ///< TENSOR_PROBE_GPU=1 or =emulated
  bool emulated;   ///< TENSOR_PROBE_GPU=emulated: a made-up CUPTI, for tests
  /// TENSOR_PROBE_TRACE: 0 for none, 1 for kTraceEvents, else so many.
  std::uint64_t trace_events;
  bool bandwidth; ///< unless TENSOR_PROBE_BANDWIDTH=0
  /// TENSOR_PROBE_OUT made absolute, or the working directory at start.
  char out[4096];
  char working_directory[1024];
};

/// False for TENSOR_PROBE=0. Reads one variable, nothing else.
bool probe_wanted();

/// Reads the other variables, once, on the first call.
const Settings &settings();

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_SETTINGS_H
