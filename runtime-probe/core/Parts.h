// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The torch-specific libraries that lie beside the core, and loading one.

#ifndef TENSOR_PROBE_CORE_PARTS_H
#define TENSOR_PROBE_CORE_PARTS_H

#include "core/Bridge.h"

#include <cstddef>

namespace tensor_probe {

enum class Attached {
  yes,
  no,
  not_yet, ///< libtorch is mapped but has not initialised itself
  broken,  ///< the part failed half way
};

/// Loads libtensor_probe_aten-VERSION.so for the libtorch in this process and
/// attaches it. Unless `yes`, one sentence that says what is missing and what
/// there is.
Attached attach_aten(const CoreApi &core, PartStatus &status, char *reason,
                     std::size_t reason_size);

/// The folder this library was loaded from; `folder` has PATH_MAX bytes.
void own_folder(char *folder);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_PARTS_H
