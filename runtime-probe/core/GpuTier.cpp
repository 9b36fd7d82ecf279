// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/GpuTier.h"

#include "core/ElfNeeded.h"
#include "core/Parts.h"

#include <climits>
#include <cstdio>
#include <dlfcn.h>
#include <unistd.h>

namespace tensor_probe {

namespace {
constexpr char kLibrary[] = "libtensor_probe_cupti.so";
constexpr char kConsequence[] =
    "times of copies on GPUs are those of the enqueue";

enum State { untried, being_loaded, settled };
int state = untried;
const GpuTracer *tracer = nullptr;

const GpuTracer *load(const CoreApi &core, std::uint32_t &tiers, char *reason,
                      std::size_t size) {
  char folder[PATH_MAX], path[PATH_MAX + sizeof(kLibrary) + 1];
  own_folder(folder);
  std::snprintf(path, sizeof(path), "%s/%s", folder, kLibrary);
  if (access(path, R_OK) != 0) {
    std::snprintf(reason, size,
                  "there is no '%s': build the probe where CMake finds the "
                  "headers of CUPTI (-DTENSOR_PROBE_CUPTI_INCLUDE=DIR)",
                  path);
    return nullptr;
  }
  if (is_cut_short(path)) {
    std::snprintf(reason, size, "'%s' is cut short: install it again", path);
    return nullptr;
  }
  void *part = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  void *symbol = part == nullptr ? nullptr : dlsym(part, kGpuAttachSymbol);
  if (symbol == nullptr) {
    std::snprintf(reason, size, "cannot load '%s': %s", path, dlerror());
    return nullptr;
  }
  return reinterpret_cast<GpuAttachFunction>(symbol)(&core, &tiers, reason,
                                                     size);
}
} // namespace

const GpuTracer *gpu_tracer_of(const CoreApi &core, AddTiers add_tiers) {
  int seen = untried;
  if (!__atomic_compare_exchange_n(&state, &seen, being_loaded, false,
                                   __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return seen == settled ? tracer : nullptr;
  char reason[1024] = "", sentence[1280];
  std::uint32_t tiers = 0;
  tracer = load(core, tiers, reason, sizeof(reason));
  add_tiers(tiers, tracer == nullptr ? kTierGpu : 0U);
  if (tracer == nullptr) {
    std::snprintf(sentence, sizeof(sentence), "%s; %s", reason, kConsequence);
    core.give_reason(sentence);
  }
  __atomic_store_n(&state, settled, __ATOMIC_RELEASE);
  return tracer;
}

void flush_gpu_tracer() {
  if (__atomic_load_n(&state, __ATOMIC_ACQUIRE) == settled && tracer != nullptr)
    tracer->flush();
}

} // namespace tensor_probe
