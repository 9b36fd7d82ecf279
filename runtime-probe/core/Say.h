// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSOR_PROBE_CORE_SAY_H
#define TENSOR_PROBE_CORE_SAY_H

namespace tensor_probe {

/// Writes "tensor_probe: TEXT\n" to standard error in one write.
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_SAY_H
