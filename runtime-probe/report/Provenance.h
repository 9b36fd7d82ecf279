// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How tensors came to be strided, in source terms and in words.
#ifndef TENSOR_PROBE_REPORT_PROVENANCE_H
#define TENSOR_PROBE_REPORT_PROVENANCE_H

#include "report/Reader.h"
#include "report/Resolver.h"

#include "llvm/Support/Error.h"

namespace tensor_probe {

/// layout: as SiteBlock::src_layout, valid in this file.
Provenance provenance_of(const ProbeRecord &file, std::uint32_t layout,
                         Resolver &resolver);

/// "transpose at net.cpp:12:20 in merge, then narrow at net.cpp:14:3 in merge";
/// empty where it is not known.
std::string provenance_text(const Provenance &provenance);

/// "the source was made strided by ..." of a copy, and the same of its
/// destination; empty where neither is known.
std::string provenance_text(const SourceSite &site);

/// The words for LayoutBlock `id` of a file: what the probe asks for.
llvm::Expected<std::string> layout_in_words(const ProbeRecord &file,
                                            std::uint64_t id);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_PROVENANCE_H
