// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSOR_PROBE_CUPTI_DEVICE_H
#define TENSOR_PROBE_CUPTI_DEVICE_H

#include "cupti/Recording.h"

namespace tensor_probe {

/// The driver's version and the name of the first device, from the driver in
/// this process; left alone where it does not say.
void describe_device(RecordingHeader &header);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CUPTI_DEVICE_H
