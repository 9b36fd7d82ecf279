// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry that the core calls, see core/Bridge.h.

#include "cupti/CuptiLibrary.h"
#include "cupti/Session.h"

#include <cstdio>
#include <exception>

namespace tensor_probe {

static const GpuTracer *attach(const CoreApi &core, std::uint32_t &tiers,
                               char *reason, std::size_t size) {
  if (core.version != kBridgeVersion) {
    std::snprintf(reason, size, "the part for CUPTI is of another probe");
    return nullptr;
  }
  CuptiTable cupti{};
  if (!load_cupti(cupti, reason, size))
    return nullptr;
  const bool wants_emulated = (core.wanted_tiers & kTierGpuEmulated) != 0;
  if (cupti.emulated != wants_emulated) {
    std::snprintf(reason, size,
                  wants_emulated
                      ? "TENSOR_PROBE_GPU=emulated needs a TENSOR_PROBE_CUPTI "
                        "that makes its records up"
                      : "this CUPTI makes its records up: that is for tests, "
                        "with TENSOR_PROBE_GPU=emulated");
    return nullptr;
  }
  const GpuTracer *tracer = begin_session(core, cupti, reason, size);
  if (tracer != nullptr)
    tiers = kTierGpu | (cupti.emulated ? kTierGpuEmulated : 0U);
  return tracer;
}

} // namespace tensor_probe

extern "C" __attribute__((visibility("default")))
const tensor_probe::GpuTracer *
tensor_probe_gpu_attach(const tensor_probe::CoreApi *core, std::uint32_t *tiers,
                        char *reason, std::size_t size) {
  try {
    return tensor_probe::attach(*core, *tiers, reason, size);
  } catch (const std::exception &error) {
    std::snprintf(reason, size, "the part for CUPTI failed: %s", error.what());
    return nullptr;
  }
}
