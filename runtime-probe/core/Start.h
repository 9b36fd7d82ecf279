// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the probe is active in this process, and becoming so.

#ifndef TENSOR_PROBE_CORE_START_H
#define TENSOR_PROBE_CORE_START_H

#include <cstdint>

namespace tensor_probe {

struct PythonReader;
struct ThreadCounts;

/// Loads the part for the libtorch in this process, unless that has been done.
/// True if the probe is active afterwards. What stops it goes to reason() (see
/// core/Reason.h), and to standard error only if libtorch is there and has
/// initialised itself. Waits for nobody: while another thread starts the
/// probe, or this one is about to, it does nothing.
bool start();
bool is_active();
/// Whether there is nothing for start() to try unasked: the probe is active,
/// off, or cannot be; or this library has not been initialised yet.
bool is_settled();
/// Path of this process's file, "" if there is none (yet).
const char *file_path();
/// From now on Python frames are part of stacks. `reader` lives as long as the
/// process; null: no more.
void set_python_reader(PythonReader *reader);
/// What made this at::TensorImpl strided, as ViolationBlock::layout; 0 where
/// that is not followed or not known. May be null.
std::uint32_t layout_of(const void *tensor_impl);
/// What the calling thread has copied.
ThreadCounts *thread_counts();

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_START_H
