// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words about what devices did for the copies of a place.
#ifndef TENSOR_PROBE_REPORT_GPU_TEXT_H
#define TENSOR_PROBE_REPORT_GPU_TEXT_H

#include "report/SiteModel.h"

#include <string>
#include <vector>

namespace tensor_probe {

/// "5 kernels 12.3 us, 2 transfers 4.00 us"; without times where they are made
/// up.
std::string works_text(const GpuCost &gpu);

/// Lines without an end; none for copies of which no device record was asked
/// for.
std::vector<std::string> gpu_lines(const SourceSite &site);

/// Why the site has no GB/s; empty: it has, see speed_of().
std::string why_no_speed(const SourceSite &site);

/// Cost::traffic by the time that the copies took where they were made, bytes
/// per ns; 0 where why_no_speed() says something.
double speed_of(const SourceSite &site);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_GPU_TEXT_H
