// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers as people read them: three significant digits and a unit.
#ifndef TENSOR_PROBE_REPORT_UNITS_H
#define TENSOR_PROBE_REPORT_UNITS_H

#include "report/SiteModel.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tensor_probe {

std::string bytes_text(std::uint64_t bytes); ///< "12.6 MB": powers of 1000
/// The number of bytes that a text like "64 KiB", "1.5GB" or "4096" means: a
/// unit is a power of 1000, with "i" one of 1024. Nothing for anything else.
std::optional<std::uint64_t> parsed_bytes(const std::string &text);

std::string time_text(double ns);      ///< "3.10 ms", "850 ns"
std::string number_text(double value); ///< "8.10", "123", "0.04"
std::string count_text(std::uint64_t n, const char *one, const char *many);

/// "4.2 %"; "-" when the whole is 0.
std::string share_text(std::uint64_t part, std::uint64_t whole);

/// "Float cpu [8, 64] strides [1, 8]".
std::string shape_text(const TensorShape &shape);

/// "[8, 64] strides [1, 8]".
std::string layout_text(const std::vector<std::int64_t> &sizes,
                        const std::vector<std::int64_t> &strides);

/// "attn.cpp:41:14", or "libx.so+0x12f0 (build id 1f2e...)" where no line is
/// known, or "(nowhere)". Files under the working directory are shortened.
std::string place_text(const SourceFrame &place);

/// "layout copy, hidden"; the class alone where the origin is not known.
std::string kind_text(CopyClass kind, CopyOrigin origin);

/// "999 of 1000 copies repeat an earlier one of the same, unchanged source:
/// made once, it would save 330 ms".
std::string repeats_text(const Cost &cost);

/// "reshape", "clone in backward"; "an unknown operator" where it is not known.
std::string operator_text(const SourceSite &site);

/// "in the backward pass of this line (ViewBackward0), run from a.cpp:7:3", or
/// "in the backward pass of a.cpp:5:3 (MyFunction)" where it is a line of the
/// user's; empty where the copy was in none.
std::string backward_text(const SourceSite &site);

/// "made 1000 allocations, 512 MB; 1000, 512 MB, given back, of these 999, 511
/// MB, before the next was made"; empty where nothing was allocated.
std::string churn_text(const Cost &cost);

/// A path relative to the working directory when it lies below it.
std::string short_path(const std::string &path);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_UNITS_H
