// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/Settings.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace tensor_probe {

static bool equals(const char *variable, const char *value) {
  const char *found = std::getenv(variable);
  return found != nullptr && std::strcmp(found, value) == 0;
}

bool probe_wanted() { return !equals("TENSOR_PROBE", "0"); }

/// "1": as many as is usual. What is no number is none.
static std::uint64_t wanted_events() {
  const char *found = std::getenv("TENSOR_PROBE_TRACE");
  const std::uint64_t events =
      found == nullptr ? 0 : std::strtoull(found, nullptr, 10);
  return events == 1 ? kTraceEvents : events;
}

static Settings read_settings() {
  Settings result{};
  result.own_writes = equals("TENSOR_PROBE_MATERIALISED", "1");
  result.reach = result.own_writes || equals("TENSOR_PROBE_REACH", "1");
  result.memory = equals("TENSOR_PROBE_MEMORY", "1");
  result.layouts = equals("TENSOR_PROBE_LAYOUTS", "1");
  result.touches = equals("TENSOR_PROBE_MEMCPY", "1");
  result.misses = equals("TENSOR_PROBE_MISSES", "1");
  result.emulated = equals("TENSOR_PROBE_GPU", "emulated");
  result.gpu = result.emulated || equals("TENSOR_PROBE_GPU", "1");
  result.trace_events = wanted_events();
  result.bandwidth = !equals("TENSOR_PROBE_BANDWIDTH", "0");
  if (getcwd(result.working_directory, sizeof(result.working_directory)) ==
      nullptr)
    // It is gone. An empty path would mean the root directory.
    std::strcpy(result.working_directory, ".");
  const char *out = std::getenv("TENSOR_PROBE_OUT");
  if (out == nullptr || *out == '\0')
    std::snprintf(result.out, sizeof(result.out), "%s",
                  result.working_directory);
  else if (*out == '/')
    std::snprintf(result.out, sizeof(result.out), "%s", out);
  else
    std::snprintf(result.out, sizeof(result.out), "%s/%s",
                  result.working_directory, out);
  return result;
}

// The first call is made under the start lock (core/Start.cpp), so no guard
// is needed here.
const Settings &settings() {
  static Settings cached;
  static bool known = false;
  if (!known) {
    cached = read_settings();
    known = true;
  }
  return cached;
}

} // namespace tensor_probe
