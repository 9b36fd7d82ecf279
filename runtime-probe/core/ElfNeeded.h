// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a shared library will bring in, without loading it.

#ifndef TENSOR_PROBE_CORE_ELFNEEDED_H
#define TENSOR_PROBE_CORE_ELFNEEDED_H

#include <cstddef>

namespace tensor_probe {

/// The first library that the 64-bit ELF file at `path` needs (DT_NEEDED) and
/// whose name begins with `prefix`. False if there is none, or the file cannot
/// be read as such; `name` is untouched then.
bool needed_library(const char *path, const char *prefix, char *name,
                    std::size_t size);

/// Whether the file at `path` is cut short: a segment of the 64-bit ELF file
/// lies beyond its end. To load such a file is a SIGBUS and not an error.
bool is_cut_short(const char *path);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_ELFNEEDED_H
