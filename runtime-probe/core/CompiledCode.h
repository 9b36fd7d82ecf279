// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Libraries that Inductor and AOTInductor generate. Their loops read and write
// tensors without the dispatcher, so that nothing of it is seen here; that they
// are in the process has to be known, or a call that they have taken over would
// pass for one that was never made.

#ifndef TENSOR_PROBE_CORE_COMPILEDCODE_H
#define TENSOR_PROBE_CORE_COMPILEDCODE_H

namespace tensor_probe {

/// Calls `found` with the path of each such library that has been loaded since
/// the last call; those found before may be among them. Returns how many were
/// left out for want of memory. Takes no time to speak of where no library at
/// all was loaded.
unsigned find_compiled_code(void (*found)(const char *path));

/// For a forked child, which has a file of its own: all are found again.
void forget_compiled_code();

/// Whether a library at this path comes from the cache of Inductor.
bool is_inductor_path(const char *path);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_COMPILEDCODE_H
