// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why the probe is not active, or what it cannot see: one sentence. Both
// functions may be called from any thread and take no lock.

#ifndef TENSOR_PROBE_CORE_REASON_H
#define TENSOR_PROBE_CORE_REASON_H

namespace tensor_probe {

/// Copies the sentence; "": nothing is missing.
void set_reason(const char *sentence);

/// The last one set. Never changes and never goes: whoever asked may keep it.
const char *reason();

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_REASON_H
