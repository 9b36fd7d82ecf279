// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What made a tensor strided, in words, in the process that made it so.

#ifndef TENSOR_PROBE_CORE_DESCRIBELAYOUT_H
#define TENSOR_PROBE_CORE_DESCRIBELAYOUT_H

#include <cstddef>
#include <cstdint>

namespace tensor_probe {

/// "transpose at net.cpp:12:20 in merge": asks tensor-tidy for the lines, a
/// program of its own that takes a good part of a second; the operators' names
/// alone where it is not found. layout: as SiteBlock::src_layout; "" for 0.
void describe_layout(std::uint32_t layout, char *text, std::size_t size);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_DESCRIBELAYOUT_H
