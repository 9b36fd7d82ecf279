// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The libcupti of this process.

#ifndef TENSOR_PROBE_CUPTI_CUPTILIBRARY_H
#define TENSOR_PROBE_CUPTI_CUPTILIBRARY_H

#include "cupti/CuptiTable.h"

#include <cstddef>

namespace tensor_probe {

/// Exported by a libcupti that makes its records up.
constexpr const char *kEmulatedSymbol = "tensor_probe_emulated_cupti";

/// Fills the table from the library that TENSOR_PROBE_CUPTI names, else from
/// the libcupti that the process has loaded (a second one beside it breaks:
/// pytorch/pytorch issue 157381), else from the one that fits its libcudart.
/// False, with one sentence, if there is none, if there is no driver, or if it
/// lacks a function. The library stays.
bool load_cupti(CuptiTable &table, char *reason, std::size_t size);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CUPTI_CUPTILIBRARY_H
