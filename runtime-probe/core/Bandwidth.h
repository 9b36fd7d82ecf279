// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSOR_PROBE_CORE_BANDWIDTH_H
#define TENSOR_PROBE_CORE_BANDWIDTH_H

namespace tensor_probe {

/// Bytes that memcpy copies per ns (= GB/s) from one block of 32 MiB to
/// another, in this thread, best of three; 0 if there is no memory. Takes some
/// 20 to 40 ms and gives all memory back.
double measure_memcpy();

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_BANDWIDTH_H
