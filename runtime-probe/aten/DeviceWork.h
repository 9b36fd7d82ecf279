// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ties what a GPU does to the copy that asks for it (kTierGpu).

#ifndef TENSOR_PROBE_ATEN_DEVICEWORK_H
#define TENSOR_PROBE_ATEN_DEVICEWORK_H

#include "core/Bridge.h"

#include <ATen/core/Tensor.h>

namespace tensor_probe {

/// While it lives, what this thread asks of a GPU belongs to the row. Nothing
/// without the tier, and for copies that no GPU takes part in.
class DeviceWork {
public:
  DeviceWork(const CoreApi &core, const SiteBlock *row, const at::Tensor &dst,
             const at::Tensor &src) {
    if ((core.wanted_tiers & kTierGpu) != 0 && row != nullptr)
      open(core, *row, on_gpu(dst) || on_gpu(src));
  }
  ~DeviceWork() {
    if (tracer_ != nullptr)
      tracer_->close();
  }
  DeviceWork(const DeviceWork &) = delete;
  DeviceWork &operator=(const DeviceWork &) = delete;

private:
  static bool on_gpu(const at::Tensor &tensor) {
    return tensor.defined() && !tensor.device().is_cpu();
  }
  __attribute__((noinline)) void open(const CoreApi &core, const SiteBlock &row,
                                      bool is_of_gpu) {
    // Where the GPU is emulated every copy is one of its own.
    if (!is_of_gpu && (core.wanted_tiers & kTierGpuEmulated) == 0)
      return;
    const GpuTracer *tracer = core.gpu_tracer();
    if (tracer != nullptr && tracer->open(row))
      tracer_ = tracer;
  }

  const GpuTracer *tracer_ = nullptr;
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_ATEN_DEVICEWORK_H
