// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cupti/Device.h"

#include <cuda.h>
#include <dlfcn.h>

namespace tensor_probe {

void describe_device(RecordingHeader &header) {
  void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (driver == nullptr)
    return;
  const auto version = reinterpret_cast<decltype(&cuDriverGetVersion)>(
      dlsym(driver, "cuDriverGetVersion"));
  const auto name = reinterpret_cast<decltype(&cuDeviceGetName)>(
      dlsym(driver, "cuDeviceGetName"));
  int number = 0;
  if (version != nullptr && version(&number) == CUDA_SUCCESS)
    header.driver_version = number;
  if (name != nullptr)
    name(header.gpu, sizeof(header.gpu) - 1, 0);
  dlclose(driver);
}

} // namespace tensor_probe
